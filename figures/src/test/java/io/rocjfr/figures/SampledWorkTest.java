// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whose work is, of which only some calls were picked. */
class SampledWorkTest {
  private static final int WEIGHT = 20;

  /** Kernels of one graph. */
  private static final int KERNELS = 31;

  private static final List<String> NAMES =
      IntStream.range(0, KERNELS).mapToObj(kernel -> "kernel " + kernel).toList();

  private static final int RUNS = 20;

  /** Of 20 intervals of 95 %. */
  private static final int WITHIN = 17;

  private final SampledWork<String> work = new SampledWork<>();
  private long call;

  /** Short work of Java's, of which one in {@link #WEIGHT} calls was picked. */
  private void picked(int pieces, int each) {
    for (int i = 0; i < pieces; i++) {
      boolean is = i % WEIGHT == 0;
      work.add("k", "k", 1, ++call, each, 1, is ? "java" : null, is ? WEIGHT : 0);
    }
  }

  private Map<String, Double> values(double refused) {
    Map<String, Double> values = new HashMap<>();
    work.split(refused, (name, key, value, pieces) -> values.merge("" + key, value, Double::sum));
    assertThat(values.values().stream().mapToDouble(value -> value).sum())
        .isCloseTo(work.value(), within(1e-6 * work.value()));
    return values;
  }

  /** The same kernel runs much longer where no stack could be taken. */
  @Test
  void whatNobodyWasPickedOfIsNotTheOthersWhereItIsMuch() {
    picked(50_000, 8);
    work.add("k", "k", 1, 0, 1_000 * 200.0, 1_000, null, 0);
    for (double refused : new double[] {1_000, 0}) {
      assertThat(values(refused).get("null")).isCloseTo(200_000, within(1.0));
      assertThat(values(refused).get("java")).isCloseTo(400_000, within(1.0));
    }
  }

  @Test
  void fewOfWhichByChanceNobodyWasPickedAreDividedAsTheOthers() {
    picked(50_000, 8);
    work.add("k", "k", 1, 0, 10 * 200.0, 10, null, 0);
    assertThat(values(0)).containsOnlyKeys("java");
    assertThat(work.unknownError()).isZero();
  }

  /** A thread that is not Java's: whatever it ran, all of it is of no known stack, and exactly. */
  @Test
  void aThreadWithoutAnyStackIsKnownByThat() {
    picked(50_000, 8);
    for (int i = 0; i < 1_000; i++) {
      work.add("k", "k", 2, ++call, 8, 1, null, 0);
    }
    assertThat(values(0)).containsEntry("null", 8_000.0);
  }

  /** They may have none by chance: together they are judged like one. */
  @Test
  void threadsOfFewCallsAreTakenTogether() {
    Random random = new Random(7);
    for (int thread = 0; thread < 5_000; thread++) {
      for (int i = 0; i < 3; i++) {
        boolean is = random.nextInt(WEIGHT) == 0;
        work.add("k", "k", thread, ++call, 8, 1, is ? "java" : null, is ? WEIGHT : 0);
      }
    }
    assertThat(values(0)).containsOnlyKeys("java");
  }

  @Test
  void withAllCallsPickedItIsExact() {
    for (int i = 0; i < 100; i++) {
      work.add("k", "k", 1, ++call, 8, 1, i < 60 ? "a" : null, i < 60 ? 1 : 0);
    }
    assertThat(values(40)).isEqualTo(Map.of("a", 480.0, "null", 320.0));
    assertThat(work.isExact()).isTrue();
    assertThat(work.basis("a")).isEqualTo(SampledWork.Basis.NONE);
  }

  /** One call brings 31 kernels: it is one sample of each, and one of all. */
  @Test
  void piecesOfOneCallAreOneSample() {
    for (int kernel = 0; kernel < KERNELS; kernel++) {
      for (int again = 0; again < 2; again++) {
        work.add("k" + kernel, "k" + kernel, 1, 5, 10, 1, "java", WEIGHT);
      }
    }
    double factor = WEIGHT * (WEIGHT - 1);
    assertThat(work.basis("java").samples()).isEqualTo(1);
    assertThat(work.basis("java").variance()).isCloseTo(factor * 620 * 620, within(1e-3));
    assertThat(work.basis("k3", "java").samples()).isEqualTo(1);
    assertThat(work.basis("k3", "java").variance()).isCloseTo(factor * 20 * 20, within(1e-3));
  }

  /** What a run said, and what was true. */
  private record Run(
      double unknown,
      double error,
      double truth,
      double infer,
      double inferTruth,
      double inferError) {
    boolean isWithin() {
      return Math.abs(unknown - truth) <= error + 1e-9;
    }
  }

  /**
   * A program that replays graphs: two thirds of the known ones by one method.
   *
   * @param own whether those that are refused are of a thread of their own
   */
  private static Run replay(long seed, boolean own, double refusedShare) {
    Random random = new Random(seed);
    SampledWork<String> work = new SampledWork<>();
    double refused = 0;
    double refusedCalls = 0;
    double all = 0;
    double ofInfer = 0;
    long call = 0;
    for (int i = 0; i < 10_000; i++) {
      boolean isRefused = random.nextDouble() < refusedShare;
      String method = random.nextInt(3) < 2 ? "infer" : "embed";
      double weight = 2 + 0.5 * Math.sin(i / 2_000.0); // as the rate is kept
      boolean picked = random.nextDouble() < 1 / weight;
      refusedCalls += picked && isRefused ? weight : 0;
      picked &= !isRefused;
      call++;
      for (int kernel = 0; kernel < KERNELS; kernel++) {
        double nanos = 1_000 * (1 + kernel % 7) * (0.8 + 0.4 * random.nextDouble());
        refused += isRefused ? nanos : 0;
        ofInfer += !isRefused && method.equals("infer") ? nanos : 0;
        all += nanos;
        String name = NAMES.get(kernel);
        work.add(
            name,
            name,
            own && isRefused ? 2 : 1,
            call,
            nanos,
            1,
            picked ? method : null,
            picked ? weight : 0);
      }
    }
    Map<String, Double> values = new HashMap<>();
    work.split(
        refusedCalls, (name, key, value, pieces) -> values.merge("" + key, value, Double::sum));
    double variance = work.basis("infer").variance() + work.basis("embed").variance();
    double infer = values.get("infer");
    return new Run(
        values.getOrDefault("null", 0.0) / all,
        work.unknownError() / all,
        refused / all,
        infer / (infer + values.get("embed")),
        ofInfer / (all - refused),
        SampledWork.error(infer, all, work.basis("infer").variance(), variance) / all);
  }

  private static void assertWithin(boolean own) {
    int within = 0;
    int inferWithin = 0;
    for (int seed = 1; seed <= RUNS; seed++) {
      Run run = replay(seed, own, 0.07);
      within += run.isWithin() ? 1 : 0;
      inferWithin += Math.abs(run.infer() - run.inferTruth()) <= run.inferError() ? 1 : 0;
      assertThat(2 * run.error()).as("seed %d", seed).isLessThan(0.05);
      assertThat(run.infer()).as("seed %d", seed).isCloseTo(2.0 / 3, within(0.04));
      assertThat(run.inferError()).as("seed %d", seed).isBetween(0.001, 0.03);
    }
    assertThat(within).isGreaterThanOrEqualTo(WITHIN);
    assertThat(inferWithin).isGreaterThanOrEqualTo(WITHIN);
  }

  @Test
  void theShareWithoutAStackIsWithinItsIntervalWhereThreadsAreRefused() {
    assertWithin(true);
  }

  /** As in critical regions of JNI. */
  @Test
  void andWhereSomeCallsOfAThreadAre() {
    assertWithin(false);
  }
}
