// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.figures.VisibleText;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** All characters that act on a terminal, or that nobody sees. */
final class EveryCharacter {
  /** In the order of their numbers: control, format, line and paragraph separators. */
  static final String ALL =
      IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
          .filter(EveryCharacter::acts)
          .mapToObj(Character::toString)
          .collect(Collectors.joining());

  /** Halves of letters, which no text in UTF-8 can hold. */
  static final String HALVES = "\udc00\ud83d\ud83d|\udfff";

  private EveryCharacter() {}

  private static boolean acts(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  /** A name with all of them. */
  static String in(String name) {
    return name + " " + ALL + " end of " + name;
  }

  /** What a terminal would see of what was printed: line breaks but nothing else that acts. */
  static String seen(String printed) {
    return printed
        .codePoints()
        .filter(point -> point != '\n' && !VisibleText.isShown(point))
        .mapToObj(point -> String.format("U+%04X ", point))
        .distinct()
        .collect(Collectors.joining());
  }
}
