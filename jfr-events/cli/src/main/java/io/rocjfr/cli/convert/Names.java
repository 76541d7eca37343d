// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts as small numbers, as many as are worth it: kernels, functions, fields. */
final class Names {
  /** Generated messages may be without end. */
  private static final int MOST = 100_000;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> texts = new ArrayList<>();

  /** The number of a text; -1 if there are too many. */
  int of(String text) {
    Integer known = numbers.get(text);
    if (known != null) {
      return known;
    }
    if (texts.size() >= MOST) {
      return -1;
    }
    numbers.put(text, texts.size());
    texts.add(text);
    return texts.size() - 1;
  }

  String text(int number) {
    return texts.get(number);
  }
}
