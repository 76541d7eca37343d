// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The exact total of work that is alike, and how it is split between those who asked for it, of
 * whom only some are known: docs/launch-sites.md.
 *
 * <p>Within the total, pieces of work are told apart by how much each amounts to, in steps of two:
 * so short and long ones do not stand for each other, and a few long ones do not make the estimate
 * noisy.
 */
public final class SampledTotal<K> {
  /** How many standard deviations too few pieces may have been picked by chance. */
  private static final double CHANCE = 4;

  /** What receives the parts; those of one key are to be added up. */
  public interface Receiver<K> {
    /**
     * A part.
     *
     * @param key whose it is, null if that is not known
     * @param value how much of the total
     * @param pieces how many pieces of work
     * @param samples on how many picked pieces that stands; {@link #EXACT} if it is no estimate
     */
    void accept(K key, double value, double pieces, long samples);
  }

  /** In place of a number of samples: all pieces were picked. */
  public static final long EXACT = -1;

  /** Sums of weights, of weights times values, and of what was picked. */
  private static final class Sums {
    private double weight;
    private double value;
    private long samples;

    void add(double addedWeight, double addedValue, long addedSamples) {
      weight += addedWeight;
      value += addedValue;
      samples += addedSamples;
    }
  }

  private static final class Stratum<K> {
    private double value;
    private double pieces;
    private final Sums all = new Sums();
    private final Map<K, Sums> parts = new HashMap<>();
  }

  private final Map<Integer, Stratum<K>> strata = new TreeMap<>();
  private double value;
  private double pieces;
  private double weight;

  /** Of the sum of the weights, as an estimate of how many pieces there are. */
  private double variance;

  /**
   * Adds pieces of work.
   *
   * @param addedValue how much they amount to together
   * @param addedPieces how many they are
   * @param key who asked for them; null if their call was not picked
   * @param pieceWeight how many pieces each of them stands for
   */
  public void add(double addedValue, double addedPieces, K key, double pieceWeight) {
    value += addedValue;
    pieces += addedPieces;
    Stratum<K> stratum =
        strata.computeIfAbsent(
            Math.getExponent(addedPieces > 0 ? addedValue / addedPieces : 0),
            step -> new Stratum<>());
    stratum.value += addedValue;
    stratum.pieces += addedPieces;
    if (key != null && pieceWeight > 0) {
      double weighed = addedPieces * pieceWeight;
      weight += weighed;
      variance += weighed * (pieceWeight - 1);
      stratum.all.add(weighed, addedValue * pieceWeight, Math.round(addedPieces));
      stratum
          .parts
          .computeIfAbsent(key, unused -> new Sums())
          .add(weighed, addedValue * pieceWeight, Math.round(addedPieces));
    }
  }

  /**
   * Tells all parts; together they are all that was added.
   *
   * @param refused whether calls were picked of which it could not be told who made them
   */
  public void split(boolean refused, Receiver<? super K> to) {
    if (weight <= 0) {
      to.accept(null, value, pieces, EXACT);
      return;
    }
    if (variance <= 1e-9) {
      splitExactly(to);
    } else {
      splitByWhatWasPicked(refused, to);
    }
  }

  /** Each piece that is anybody's stands for itself. */
  private void splitExactly(Receiver<? super K> to) {
    double left = value;
    double leftPieces = pieces;
    for (Stratum<K> stratum : strata.values()) {
      stratum.parts.forEach((key, sums) -> to.accept(key, sums.value, sums.weight, EXACT));
      left -= stratum.all.value;
      leftPieces -= stratum.all.weight;
    }
    if (leftPieces > 1e-6 || left > value * 1e-9) {
      to.accept(null, left, leftPieces, EXACT);
    }
  }

  /** Whether more pieces of a step are nobody's that is known than chance leaves out. */
  private boolean lacks(Stratum<K> stratum) {
    double ofEach = variance / weight; // by how much the weight of a picked piece is above 1
    return stratum.pieces - stratum.all.weight > CHANCE * Math.sqrt(stratum.pieces * ofEach) + 1e-6;
  }

  /** The share of the other steps' work that belongs to those who are known. */
  private double knownOfOthers(boolean refused) {
    double others = 0;
    double othersWeight = 0;
    for (Stratum<K> stratum : strata.values()) {
      if (!lacks(stratum)) {
        others += stratum.pieces;
        othersWeight += stratum.all.weight;
      }
    }
    boolean missing = refused || others - othersWeight > CHANCE * Math.sqrt(variance) + 1e-6;
    return missing && others > 0 ? othersWeight / Math.max(others, othersWeight) : 1;
  }

  private void splitByWhatWasPicked(boolean refused, Receiver<? super K> to) {
    double knownOfOthers = knownOfOthers(refused);
    Sums rest = new Sums(); // of steps of which nothing was picked
    Sums unknown = new Sums();
    Map<K, Sums> parts = new HashMap<>();
    for (Stratum<K> stratum : strata.values()) {
      double known = lacks(stratum) ? stratum.all.weight / stratum.pieces : knownOfOthers;
      unknown.add((1 - known) * stratum.pieces, (1 - known) * stratum.value, 0);
      if (stratum.all.weight <= 0) {
        rest.add(known * stratum.pieces, known * stratum.value, 0);
        continue;
      }
      stratum.parts.forEach(
          (key, sums) -> {
            double share = known * sums.weight / stratum.all.weight;
            double shareOfValue =
                stratum.all.value > 0 ? known * sums.value / stratum.all.value : share;
            parts
                .computeIfAbsent(key, unused -> new Sums())
                .add(stratum.pieces * share, stratum.value * shareOfValue, sums.samples);
          });
    }
    double assigned = parts.values().stream().mapToDouble(sums -> sums.value).sum();
    double assignedPieces = parts.values().stream().mapToDouble(sums -> sums.weight).sum();
    parts.forEach(
        (key, sums) -> {
          double sharePieces = sums.weight / assignedPieces;
          double share = assigned > 0 ? sums.value / assigned : sharePieces;
          to.accept(
              key,
              sums.value + rest.value * share,
              sums.weight + rest.weight * sharePieces,
              sums.samples);
        });
    if (unknown.weight > pieces * 1e-9) {
      to.accept(null, unknown.value, unknown.weight, 0);
    }
  }

  /** On how many samples the sum of two numbers stands: what is exact of it needs none. */
  public static long samples(long some, long others) {
    return some == EXACT ? others : others == EXACT ? some : some + others;
  }

  /** What was added, split or not. */
  public double value() {
    return value;
  }

  /** How many pieces were added. */
  public double pieces() {
    return pieces;
  }
}
