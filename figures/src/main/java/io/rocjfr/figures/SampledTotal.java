// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The exact total of work that is alike, and how it is split between those who asked for it, of
 * whom only some are known: a group of {@link SampledWork}.
 *
 * <p>Within the total, pieces of work are grouped by their size, in steps of two. So short and long
 * ones do not stand for each other, and a few long ones do not make the estimate noisy.
 */
final class SampledTotal<K> {
  /** What receives the parts; those of one key are to be added up. */
  interface Receiver<K> {
    /**
     * A part.
     *
     * @param key whose it is, null if that is not known
     * @param value how much of the total
     * @param pieces how many pieces of work
     */
    void accept(K key, double value, double pieces);
  }

  /** Sums of weights, and of weights times values. */
  private static final class Sums {
    private double weight;
    private double value;

    void add(double addedWeight, double addedValue) {
      weight += addedWeight;
      value += addedValue;
    }
  }

  private static final class Step<K> {
    private double value;
    private double pieces;
    private final Sums all = new Sums();
    private final Map<K, Sums> parts = new HashMap<>();

    void add(Step<K> other) {
      value += other.value;
      pieces += other.pieces;
      all.add(other.all.weight, other.all.value);
      other.parts.forEach(
          (key, sums) ->
              parts.computeIfAbsent(key, unused -> new Sums()).add(sums.weight, sums.value));
    }
  }

  private final Map<Integer, Step<K>> steps = new TreeMap<>();
  private double value;
  private double pieces;
  private double weight;
  private double picked;

  /**
   * Adds pieces of work.
   *
   * @param addedValue how much they amount to together
   * @param addedPieces how many they are
   * @param key who asked for them; null if their call was not picked
   * @param pieceWeight how many pieces each of them stands for
   */
  void add(double addedValue, double addedPieces, K key, double pieceWeight) {
    value += addedValue;
    pieces += addedPieces;
    Step<K> step =
        steps.computeIfAbsent(
            Math.getExponent(addedPieces > 0 ? addedValue / addedPieces : 0),
            exponent -> new Step<>());
    step.value += addedValue;
    step.pieces += addedPieces;
    if (key != null && pieceWeight > 0) {
      double weighed = addedPieces * pieceWeight;
      weight += weighed;
      picked += addedPieces;
      step.all.add(weighed, addedValue * pieceWeight);
      step.parts.computeIfAbsent(key, unused -> new Sums()).add(weighed, addedValue * pieceWeight);
    }
  }

  /** Adds what another has. */
  void addAll(SampledTotal<K> other) {
    value += other.value;
    pieces += other.pieces;
    weight += other.weight;
    picked += other.picked;
    other.steps.forEach(
        (exponent, step) -> steps.computeIfAbsent(exponent, unused -> new Step<>()).add(step));
  }

  /** Whether anything of it was picked. */
  boolean isPicked() {
    return weight > 0;
  }

  /**
   * Tells all parts; together they are all that was added.
   *
   * @param known which share of it belongs to somebody who is known
   * @param exact whether each piece that is anybody's stands for itself
   */
  void split(double known, boolean exact, Receiver<? super K> to) {
    if (weight <= 0) {
      to.accept(null, value, pieces);
    } else if (exact || weight - picked <= 1e-9) { // or each of this work was picked
      splitExactly(to);
    } else {
      splitByWhatWasPicked(known, to);
    }
  }

  private void splitExactly(Receiver<? super K> to) {
    double left = value;
    double leftPieces = pieces;
    for (Step<K> step : steps.values()) {
      step.parts.forEach((key, sums) -> to.accept(key, sums.value, sums.weight));
      left -= step.all.value;
      leftPieces -= step.all.weight;
    }
    if (leftPieces > 1e-6 || left > value * 1e-9) {
      to.accept(null, left, leftPieces);
    }
  }

  private void splitByWhatWasPicked(double known, Receiver<? super K> to) {
    Sums rest = new Sums(); // of steps of which nothing was picked
    Map<K, Sums> parts = new HashMap<>();
    for (Step<K> step : steps.values()) {
      if (step.all.weight <= 0) {
        rest.add(known * step.pieces, known * step.value);
        continue;
      }
      step.parts.forEach(
          (key, sums) -> {
            double share = known * sums.weight / step.all.weight;
            double shareOfValue = step.all.value > 0 ? known * sums.value / step.all.value : share;
            parts
                .computeIfAbsent(key, unused -> new Sums())
                .add(step.pieces * share, step.value * shareOfValue);
          });
    }
    double assigned = parts.values().stream().mapToDouble(sums -> sums.value).sum();
    double assignedPieces = parts.values().stream().mapToDouble(sums -> sums.weight).sum();
    parts.forEach(
        (key, sums) -> {
          double sharePieces = sums.weight / assignedPieces;
          double share = assigned > 0 ? sums.value / assigned : sharePieces;
          to.accept(key, sums.value + rest.value * share, sums.weight + rest.weight * sharePieces);
        });
    if (known < 1) {
      to.accept(null, (1 - known) * value, (1 - known) * pieces);
    }
  }

  /** What was added. */
  double value() {
    return value;
  }

  /** How many pieces were added. */
  double pieces() {
    return pieces;
  }
}
