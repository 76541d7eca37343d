// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Exact totals of work, and how they are split between those who asked for it, of whose calls only
 * some were picked: docs/launch-sites.md. What was picked are calls: the pieces of work of one call
 * are one sample together.
 */
public final class SampledWork<K> {
  /** In place of a number of samples: all calls were picked. */
  public static final long EXACT = -1;

  /** Standard deviations within which 95 % of estimates are. */
  private static final double WITHIN = 1.96;

  /** How many standard deviations too little may have been picked by chance. */
  private static final double CHANCE = 4;

  /** And how many more may have been refused by chance than there are. */
  private static final double REFUSED = 3;

  /** So many picked calls are expected of a thread at least that is said to have none at all. */
  private static final double EXPECTED = 9;

  /** Beyond that many groups, work is told apart by its name only. */
  private static final int MOST_GROUPS = 20_000;

  /** Picked calls of which more work may come. */
  private static final int MOST_OPEN = 4_096;

  /**
   * On what an estimate stands. Those of different calls add up.
   *
   * @param samples how many calls were picked; {@link #EXACT} if it is no estimate
   * @param variance the square of the standard deviation of what those calls stand for
   */
  public record Basis(long samples, double variance) {
    /** No estimate. */
    public static final Basis NONE = new Basis(EXACT, 0);

    /** Of both together. */
    public Basis plus(Basis other) {
      return new Basis(SampledWork.samples(samples, other.samples), variance + other.variance);
    }
  }

  /** What receives the parts; those of one work and key are to be added up. */
  public interface Receiver<K> {
    /**
     * A part.
     *
     * @param work what the work is called
     * @param key whose it is, null if that is not known
     * @param value how much of the total
     * @param pieces how many pieces of work
     */
    void accept(String work, K key, double value, double pieces);
  }

  private record Group<K>(String work, Map<Long, SampledTotal<K>> byThread) {}

  private record Part<K>(String work, K key) {}

  /** Of one thread: all its work, and how much that is by what was picked. */
  private static final class OfThread {
    private long lastCall;
    private double calls;

    /** Of the functions of which some are picked, with or without work. */
    private double seen;

    private long picked;
    private double value;
    private double estimate;
    private double variance;
  }

  /** A picked call, as far as its work has come. */
  private static final class OpenCall {
    private double value;
    private final Map<String, Double> works = new HashMap<>(4);
  }

  private final Map<Object, Group<K>> groups = new LinkedHashMap<>();
  private final Map<Long, OfThread> threads = new HashMap<>();
  private final Map<K, Basis> byKey = new HashMap<>();
  private final Map<Part<K>, Basis> byPart = new HashMap<>();
  private final Map<Long, OpenCall> open =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, OpenCall> eldest) {
          return size() > MOST_OPEN;
        }
      };
  private double value;
  private double pickedWeight;
  private long picked;
  private boolean sampled;
  private double unknownError;

  /**
   * Adds pieces of work.
   *
   * @param alike what they have in common with others that are alike
   * @param work what they are called
   * @param thread that called
   * @param call by which they were submitted; 0: each piece is of a call of its own
   * @param added how much they amount to
   * @param pieces how many they are
   * @param key who asked for them; null if their call was not picked
   * @param weight how many calls their call stands for
   */
  public void add(
      Object alike,
      String work,
      long thread,
      long call,
      double added,
      double pieces,
      K key,
      double weight) {
    Group<K> group = groups.get(alike);
    if (group == null) {
      Object of = groups.size() < MOST_GROUPS ? alike : work;
      group = groups.computeIfAbsent(of, unused -> new Group<>(work, new HashMap<>(2)));
    }
    boolean is = key != null && weight > 0;
    group
        .byThread()
        .computeIfAbsent(thread, unused -> new SampledTotal<>())
        .add(added, pieces, is ? key : null, is ? weight : 0);
    OfThread of = threads.computeIfAbsent(thread, unused -> new OfThread());
    double newCalls = call == 0 ? pieces : call == of.lastCall ? 0 : 1;
    of.lastCall = call;
    of.calls += newCalls;
    of.value += added;
    value += added;
    if (is) {
      addPicked(of, work, call, added, pieces, key, weight);
    }
  }

  /** A call of a thread, with or without work, of a function of which calls are picked. */
  public void addCall(long thread) {
    threads.computeIfAbsent(thread, unused -> new OfThread()).seen++;
  }

  private void addPicked(
      OfThread of, String work, long call, double added, double pieces, K key, double weight) {
    sampled |= weight > 1;
    OpenCall one = call == 0 ? new OpenCall() : open.computeIfAbsent(call, id -> new OpenCall());
    double factor = weight * (weight - 1);
    // Of pieces that are no call's together, each has its part.
    double own = call == 0 && pieces > 1 ? added * added / pieces : square(one.value, added);
    double before = one.works.getOrDefault(work, 0.0);
    double ownOfWork = call == 0 && pieces > 1 ? own : square(before, added);
    boolean first = one.works.isEmpty();
    boolean firstOfWork = !one.works.containsKey(work);
    long samples = call == 0 ? Math.round(pieces) : 1;
    one.value += added;
    one.works.put(work, before + added);
    if (first) {
      picked += samples;
      of.picked += samples;
      pickedWeight += weight * samples;
    }
    of.estimate += weight * added;
    of.variance += factor * own;
    byKey.merge(key, new Basis(first ? samples : 0, factor * own), Basis::plus);
    byPart.merge(
        new Part<>(work, key),
        new Basis(firstOfWork ? samples : 0, factor * ownOfWork),
        Basis::plus);
  }

  /** By how much the square of a sum grows. */
  private static double square(double sum, double added) {
    return (sum + added) * (sum + added) - sum * sum;
  }

  /**
   * Tells all parts; together they are all that was added.
   *
   * @param refusedCalls the weight of the picked calls whose callers are unknown; infinite if that
   *     is unknown, 0 if there were none
   */
  public void split(double refusedCalls, Receiver<? super K> to) {
    double all = 0;
    double estimate = 0;
    double variance = 0;
    double callsOfUnknown = 0;
    for (OfThread thread : threads.values()) {
      if (isUnknown(thread)) {
        callsOfUnknown += Math.max(thread.calls, thread.seen);
      } else {
        all += thread.value;
        estimate += thread.estimate;
        variance += thread.variance;
      }
    }
    all -= unpicked();
    double missing = all - estimate;
    double deviation = Math.sqrt(variance);
    boolean refused = refusedCalls > 0 && !isExplained(refusedCalls, callsOfUnknown);
    boolean lacks = refused ? missing > 0 : missing > CHANCE * deviation + 1e-9 * all;
    double known = lacks && all > 0 ? estimate / all : 1;
    unknownError = refused || lacks ? Math.min(WITHIN * deviation, all) : 0;
    for (Group<K> group : groups.values()) {
      SampledTotal<K> rest = new SampledTotal<>();
      group
          .byThread()
          .forEach(
              (thread, total) -> {
                if (isUnknown(threads.get(thread))) {
                  to.accept(group.work(), null, total.value(), total.pieces());
                } else {
                  rest.addAll(total);
                }
              });
      if (rest.pieces() > 0 || rest.value() > 0) {
        rest.split(
            known, !sampled, (key, part, pieces) -> to.accept(group.work(), key, part, pieces));
      }
    }
  }

  /**
   * Of work of which nothing was picked, by threads that have stacks: it is nobody's in any case,
   * and says nothing of the other work.
   */
  private double unpicked() {
    double sum = 0;
    for (Group<K> group : groups.values()) {
      double ofGroup = 0;
      boolean picked = false;
      for (Map.Entry<Long, SampledTotal<K>> one : group.byThread().entrySet()) {
        if (!isUnknown(threads.get(one.getKey()))) {
          ofGroup += one.getValue().value();
          picked |= one.getValue().isPicked();
        }
      }
      sum += picked ? 0 : ofGroup;
    }
    return sum;
  }

  /** Whether all that were refused may be of threads that have no stack at all. */
  private boolean isExplained(double refusedCalls, double callsOfUnknown) {
    if (Double.isInfinite(refusedCalls)) {
      return false;
    }
    double above = picked > 0 ? Math.max(0, pickedWeight / picked - 1) : 0;
    return refusedCalls - callsOfUnknown <= REFUSED * Math.sqrt(refusedCalls * above);
  }

  /** Whether chance does not explain that none of a thread's calls has a stack. */
  private boolean isUnknown(OfThread thread) {
    return sampled
        && thread.picked == 0
        && pickedWeight > 0
        && thread.calls * picked / pickedWeight >= EXPECTED;
  }

  /** Whether all calls were picked: then nothing is estimated. */
  public boolean isExact() {
    return !sampled;
  }

  /** On what it stands how much belongs to somebody, of all work. */
  public Basis basis(K key) {
    return basisOf(byKey.get(key));
  }

  /** And of work of one name. */
  public Basis basis(String work, K key) {
    return basisOf(byPart.get(new Part<>(work, key)));
  }

  /** Where all calls were picked it is no estimate. */
  private Basis basisOf(Basis basis) {
    if (!sampled || (basis != null && basis.variance() <= 0)) {
      return Basis.NONE;
    }
    return basis == null ? new Basis(0, 0) : basis;
  }

  /** Within how much more or less than said belongs to nobody known, 95 times of 100. */
  public double unknownError() {
    return unknownError;
  }

  /**
   * Within how much more or less than {@code part} it is, 95 times of 100.
   *
   * @param part how much of {@code all} belongs to somebody
   * @param ofPart the variance of what was picked of it
   * @param ofAll the variance of all that was picked
   */
  public static double error(double part, double all, double ofPart, double ofAll) {
    double share = all > 0 ? Math.min(1, part / all) : 0;
    double others = Math.max(0, ofAll - ofPart);
    return WITHIN * Math.sqrt((1 - share) * (1 - share) * ofPart + share * share * others);
  }

  /** On how many samples the sum of two numbers stands: what is exact of it needs none. */
  public static long samples(long some, long others) {
    return some == EXACT ? others : others == EXACT ? some : some + others;
  }

  /** What was added. */
  public double value() {
    return value;
  }
}
