// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Which frame of a stack is said to have asked for its work: the innermost one of the user's. These
 * are those that were named, or those that are of no well-known bindings. Frames by way of which
 * all but a little of the work is asked for are left out, since they tell nothing. Stacks are lists
 * of the program's frames, the innermost first.
 *
 * @param <F> a frame
 */
public final class CallerFrames<F> {
  /** Callers are told apart where as much of the work differs. */
  private static final double TELLING = 0.01;

  private final Predicate<F> mine;
  private final Predicate<F> others;
  private List<F> way = List.of();
  private boolean exceptions;

  /**
   * Of these stacks; empty ones say nothing.
   *
   * @param stacks and how much work each asked for
   * @param name the class and method of a frame
   * @param mine which methods, with their classes, are the user's; null: all but those of bindings
   */
  public CallerFrames(
      Map<List<F>, Double> stacks, Function<F, String> name, Predicate<String> mine) {
    this.mine = mine == null ? null : frame -> mine.test(name.apply(frame));
    others = frame -> !NativeFrames.isOfBindings(name.apply(frame));
    Map<List<F>, Double> users = new HashMap<>();
    double all = 0;
    for (Map.Entry<List<F>, Double> stack : stacks.entrySet()) {
      boolean counts = stack.getValue() > 0 && !Double.isInfinite(stack.getValue());
      if (counts && !stack.getKey().isEmpty()) {
        List<F> own = stack.getKey().subList(user(stack.getKey()), stack.getKey().size());
        users.merge(own, stack.getValue(), Double::sum);
        all += stack.getValue();
      }
    }
    findWay(users, all);
    for (List<F> own : users.keySet()) {
      exceptions |= !goesThatWay(own, 0);
    }
  }

  /** Goes out from frame to caller, as long as all but a little of the work goes the same way. */
  private void findWay(Map<List<F>, Double> users, double all) {
    Map<List<F>, Double> same = users;
    List<F> candidates = new ArrayList<>();
    if (all <= 0) {
      return;
    }
    for (int at = 0; ; at++) {
      Map<F, Double> byFrame = new HashMap<>();
      for (Map.Entry<List<F>, Double> stack : same.entrySet()) {
        byFrame.merge(stack.getKey().get(at), stack.getValue(), Double::sum);
      }
      F most = byFrame.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
      if (all - byFrame.get(most) >= TELLING * all) {
        way = candidates; // Here they differ.
        return;
      }
      candidates.add(most);
      Map<List<F>, Double> further = new HashMap<>();
      for (Map.Entry<List<F>, Double> stack : same.entrySet()) {
        if (stack.getKey().get(at).equals(most) && stack.getKey().size() > at + 1) {
          further.put(stack.getKey(), stack.getValue());
        }
      }
      double left = further.values().stream().mapToDouble(Double::doubleValue).sum();
      if (all - left >= TELLING * all) {
        return; // Too many end here.
      }
      same = further;
    }
  }

  /** What all but a little of the work is asked for by way of, and is left out: innermost first. */
  public List<F> way() {
    return List.copyOf(way);
  }

  /** The frame of one of these stacks, which is not empty. */
  public F of(List<F> stack) {
    return stack.get(place(stack));
  }

  /** Where that frame stands. */
  public int place(List<F> stack) {
    int user = user(stack);
    return goesThatWay(stack, user) ? user + way.size() : user;
  }

  private boolean goesThatWay(List<F> stack, int user) {
    int end = user + way.size();
    return end < stack.size() && stack.subList(user, end).equals(way);
  }

  /** Whether some stacks go another way than {@link #way}: those of a little of the work. */
  public boolean hasExceptions() {
    return exceptions;
  }

  /** The innermost of the user's frames; where there is none, the innermost of all. */
  private int user(List<F> stack) {
    int own = mine == null ? -1 : first(stack, mine);
    return Math.max(0, own >= 0 ? own : first(stack, others));
  }

  private static <F> int first(List<F> stack, Predicate<F> which) {
    for (int i = 0; i < stack.size(); i++) {
      if (which.test(stack.get(i))) {
        return i;
      }
    }
    return -1;
  }
}
