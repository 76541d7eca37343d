// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Whole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Launch sites while everything happens at once, on each collector: nothing crashes or hangs, and
 * each call is a site, not sampled, or refused by a cause. {@code -Drocjfr.stress.seconds=600} for
 * longer.
 */
class SitesStressIT {
  private static final List<Arguments> COLLECTORS =
      Whole.oneOfEachPair(
          Arguments.of(Jdk.JAVA_17, "-XX:+UseSerialGC", 0),
          Arguments.of(Jdk.JAVA_25, "-XX:+UseSerialGC", 0),
          Arguments.of(Jdk.JAVA_25, "-XX:+UseParallelGC", 0),
          Arguments.of(Jdk.JAVA_17, "-XX:+UseParallelGC", 0),
          Arguments.of(Jdk.JAVA_17, "-XX:+UseG1GC", 1000),
          Arguments.of(Jdk.JAVA_25, "-XX:+UseG1GC", 1000),
          Arguments.of(Jdk.JAVA_25, "-XX:+UseZGC", 0),
          Arguments.of(Jdk.JAVA_17, "-XX:+UseZGC", 0),
          Arguments.of(Jdk.JAVA_17, "-XX:+UseShenandoahGC", 0),
          Arguments.of(Jdk.JAVA_25, "-XX:+UseShenandoahGC", 0));
  private static final int SECONDS = Whole.times("rocjfr.stress.seconds", 60, 5);
  private static final Pattern COUNT = Pattern.compile("\"([^\"]+)\":(\\d+)");
  private static final List<String> CAUSES =
      List.of(
          "noJavaThread",
          "criticalForeignCall",
          "jniCriticalRegion",
          "excludedThread",
          "endOfStack",
          "exit",
          "nested",
          "failed",
          "unknownJvm");

  @TempDir Path folder;

  @ParameterizedTest
  @FieldSource("COLLECTORS")
  void everyCallIsAccountedFor(Jdk jdk, String collector, int rate) {
    Assumptions.assumeTrue(
        new Jvm(jdk).collector(collector).run("-version").status() == 0,
        () -> jdk + " has no " + collector);
    long seconds = Math.max(1, SECONDS / COLLECTORS.size());
    stress(new Jvm(jdk).collector(collector), jdk, collector, rate, seconds);
  }

  /**
   * The JVM's checker of JNI sees that we ask about exceptions, and does not lay our calls on the
   * application's next one. The JDK's and JNA's own, which it tells of, have names without A and V.
   */
  @OnEachJdk
  void theCheckerOfJniHasNothingToSay(Jdk jdk) {
    Program.Finished finished =
        stress(new Jvm(jdk).options("-Xcheck:jni"), jdk, "-Xcheck:jni", 0, 2);
    assertThat(finished.outText() + finished.errText())
        .doesNotContainPattern("JNI call made.* from Call\\w+Method[AV]")
        .doesNotContain("exception pending", "FATAL ERROR in native method");
  }

  private Program.Finished stress(Jvm jvm, Jdk jdk, String what, int rate, long seconds) {
    Path file = folder.resolve("stress.jfr");
    try (Program program =
        jvm.bothCompilersIfWhole()
            .agent()
            .start(
                "io.rocjfr.load.SitesStress",
                Product.library("libsites.so").toString(),
                file.toString(),
                "seconds=" + seconds,
                "rate=" + rate)) {
      Program.Finished finished = program.finish();
      assertThat(finished.status()).as(finished.toString()).isZero();
      check(counts(finished), file, jdk, what, rate);
      return finished;
    }
  }

  private static Map<String, Long> counts(Program.Finished finished) {
    String line =
        finished.out().stream().filter(l -> l.startsWith("sites: ")).findFirst().orElseThrow();
    Map<String, Long> counts = new TreeMap<>();
    Matcher matcher = COUNT.matcher(line);
    while (matcher.find()) {
      counts.put(matcher.group(1), Long.parseLong(matcher.group(2)));
    }
    return counts;
  }

  /** How many sites there are, one by one: of ten minutes all do not fit into memory. */
  private static long read(Path file, Map<String, Long> told) {
    long events = 0;
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        String type = event.getEventType().getName();
        if (type.equals("rocjfr.LaunchSite")) {
          events++;
        } else if (type.equals("jdk.DataLoss")) {
          told.merge("dataLoss", event.getLong("amount"), Long::sum);
        } else if (type.equals("rocjfr.LaunchSiteCounts")
            && event.getString("event").equals("rocjfr.LaunchSite")) {
          for (String field : List.of("calls", "sites", "notSampled")) {
            told.merge(field, event.getLong(field), Long::sum);
          }
          CAUSES.forEach(cause -> told.merge(cause, event.getLong(cause), Long::sum));
        }
      }
      return events;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void check(
      Map<String, Long> counts, Path file, Jdk jdk, String collector, int rate) {
    long made =
        counts.get("calls/hipModuleLaunchKernel")
            + counts.get("calls/hipDeviceSynchronize")
            + counts.get("deepCalls");
    Map<String, Long> told = new TreeMap<>();
    long events = read(file, told);
    System.out.println(jdk + " " + collector + " " + counts + " " + told);
    long refused = CAUSES.stream().mapToLong(told::get).sum();
    assertThat(told.get("calls")).isEqualTo(made);
    assertThat(told.get("sites") + told.get("notSampled") + refused).isEqualTo(made);
    // What is committed JFR itself may lose where the disk is slow, and then it says so.
    if (told.getOrDefault("dataLoss", 0L) == 0) {
      assertThat(told.get("sites")).isEqualTo(events);
    } else {
      assertThat(told.get("sites")).isGreaterThan(events);
    }
    assertThat(events).isPositive();
    assertThat(told.get("nested")).isZero();
    assertThat(told.get("failed")).isZero();
    if (rate == 0) {
      assertThat(told.get("noJavaThread")).isPositive();
      assertThat(told.get("endOfStack")).isPositive();
      assertThat(told.get("notSampled")).isZero();
      if (jdk == Jdk.JAVA_25) {
        assertThat(told.get("criticalForeignCall")).isPositive();
      }
    }
  }
}
