// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which frame of a stack is said to have asked for its work: the innermost one, without those of
 * well-known bindings, and without those that all stacks end with, since they tell nothing. Stacks
 * are texts of the program's frames, the innermost first.
 */
public final class TellingFrames {
  private final List<String> way;

  /** Of these stacks; empty ones say nothing. */
  public TellingFrames(Collection<List<String>> stacks) {
    Set<List<String>> distinct =
        stacks.stream()
            .filter(stack -> !stack.isEmpty())
            .map(TellingFrames::beyondBindings)
            .collect(Collectors.toSet());
    List<String> common = distinct.size() < 2 ? List.of() : distinct.iterator().next();
    for (List<String> stack : distinct) {
      int same = 0;
      // One frame is left of each.
      while (same < Math.min(common.size(), stack.size() - 1)
          && stack.get(same).equals(common.get(same))) {
        same++;
      }
      common = common.subList(0, same);
    }
    way = List.copyOf(common);
  }

  /** What all stacks end with, and is left out: the innermost first. */
  public List<String> way() {
    return way;
  }

  /** The frame of one of these stacks, which is not empty. */
  public String of(List<String> stack) {
    return beyondBindings(stack).get(way.size());
  }

  /** Where all are of bindings, all of it. */
  private static List<String> beyondBindings(List<String> stack) {
    int from = 0;
    while (from < stack.size() && NativeWay.isOfBindings(stack.get(from))) {
      from++;
    }
    return from == stack.size() ? stack : stack.subList(from, stack.size());
  }
}
