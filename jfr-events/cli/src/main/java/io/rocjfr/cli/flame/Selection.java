// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Which stacks of a recording are read, and in which form.
 *
 * @param lines whether frames of one method are told apart by their lines
 * @param threads whether stacks begin with their thread
 * @param fromNanos where the window of time begins, from the recording's begin on
 * @param toNanos where it ends
 * @param include only stacks of which a frame matches one of these; none: all
 * @param exclude but none of which a frame matches one of these
 */
public record Selection(
    boolean lines,
    boolean threads,
    long fromNanos,
    long toNanos,
    List<Pattern> include,
    List<Pattern> exclude) {

  /** All stacks. */
  public static Selection all(boolean lines) {
    return new Selection(lines, false, Long.MIN_VALUE, Long.MAX_VALUE, List.of(), List.of());
  }

  /** Whether it has a window of time. */
  public boolean isWindowed() {
    return fromNanos != Long.MIN_VALUE || toNanos != Long.MAX_VALUE;
  }

  /** Whether work is within the window that begins so long after the recording's begin. */
  boolean isWithin(long nanos) {
    return nanos >= fromNanos && nanos < toNanos;
  }

  /** Whether a stack is wanted, whose last frame is its work. */
  boolean has(List<Frame> stack) {
    return (include.isEmpty() || matches(include, stack)) && !matches(exclude, stack);
  }

  private static boolean matches(List<Pattern> patterns, List<Frame> stack) {
    return patterns.stream()
        .anyMatch(
            pattern -> stack.stream().anyMatch(frame -> pattern.matcher(frame.label()).find()));
  }
}
