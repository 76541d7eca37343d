// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.harness.Activity;
import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.FakeOtlp.Answer;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Slope;
import io.rocjfr.harness.Summary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One process for minutes, with all that may happen to it: tests/soak.sh runs it. The load counts
 * what it does. One recording has all of it, and each round has one of its own.
 */
class SoakCheck {
  private static final int MINUTES = Integer.getInteger("rocjfr.soak", 0);

  /** Without the agent: how the memory of HIP, the JVM and the load grows by itself. */
  private static final boolean CONTROL = Boolean.getBoolean("rocjfr.soak.control");

  /** HIP does not tell us of one call, which nobody counts: this check has to find that. */
  private static final boolean PLANTED = Boolean.getBoolean("rocjfr.soak.planted");

  /** More options for the JVM under test, as an async-profiler's. */
  private static final String OPTIONS = System.getProperty("rocjfr.soak.options", "");

  private static final int PLATFORM_THREADS = 40;
  private static final int VIRTUAL_THREADS = 2000;
  private static final int LAUNCHES = 2;
  private static final int MODULES = 3;
  private static final int PROCESSES = 2;
  private static final Duration WARM = Duration.ofMinutes(1);
  private static final double MOST_KIB_A_MINUTE = 1024;

  /** Minutes from which on the slope is judged: the JVM's compilers take memory for some. */
  private static final int LONG_ENOUGH = 10;

  @TempDir Path folder;

  private final List<Slope.Point> memory = new ArrayList<>();
  private int rounds;
  private long receiverRequests;

  @Test
  @Timeout(value = 10, unit = TimeUnit.HOURS)
  void everythingIsRecordedOrCountedAndMemoryStays() {
    assumeTrue(MINUTES > 0, "-Drocjfr.soak names no minutes");
    int seed = ThreadLocalRandom.current().nextInt(1_000_000);
    System.out.println("soak: seed " + seed);
    Jvm jvm =
        new Jvm(Jdk.newest())
            .patience(1)
            .bothCompilers()
            .options("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch")
            .withOpenTelemetry()
            .withBursts();
    if (!CONTROL) {
      jvm.agent();
    }
    if (PLANTED) {
      jvm.preload(Product.library("libhipfaults.so")).environment("HIP_FAULTS", "call=100");
    }
    if (!OPTIONS.isEmpty()) {
      jvm.options(OPTIONS.split(" "));
    }
    final LoadCounts total;
    try (FakeOtlp receiver = new FakeOtlp().behave(this::misbehave).start();
        LoadApp load = jvm.startLoad()) {
      load.ask("jfr-start name=all");
      load.ask("hip spin=50");
      load.ask("start threads=8 streams=4 pause=2000 seed=" + seed);
      load.ask(
          "traces-start mode=plain threads=2 traces=1 pause=5000 timeout=1000 shutdown=2000 seed="
              + seed
              + " endpoint="
              + receiver.url());
      Instant begin = Instant.now();
      Instant end = begin.plus(Duration.ofMinutes(MINUTES));
      while (Instant.now().isBefore(end)) {
        round(load);
        sample(load, begin);
      }
      tellSpans(load.ask("traces-stop"));
      load.load("stop");
      total = load.total();
      load.ask("jfr-stop name=all file=" + folder.resolve("all.jfr"));
      load.leave().expectStatus(0);
    }
    System.out.printf("soak: %d rounds, %d requests of spans%n", rounds, receiverRequests);
    if (PLANTED) {
      assertThatThrownBy(() -> compare(total)).isInstanceOf(AssertionError.class);
      System.out.println("soak: the planted fault was found");
    } else if (!CONTROL) {
      compare(total);
    }
    if (memory.size() > 2) { // fewer make no line
      Slope slope = Slope.of(memory);
      System.out.printf(
          "soak: anonymous memory grows by %.0f +- %.0f KiB a minute after the first %d s, %d"
              + " samples, %.0f KiB at the end%n",
          slope.slope(),
          slope.error(),
          WARM.toSeconds(),
          memory.size(),
          memory.get(memory.size() - 1).y());
      if (MINUTES >= LONG_ENOUGH) {
        assertThat(slope.slope()).as("KiB a minute").isLessThan(MOST_KIB_A_MINUTE);
      }
    }
  }

  /** Threads, modules and processes come and go while a recording of its own starts and stops. */
  private void round(LoadApp load) {
    rounds++;
    load.ask("jfr-start name=round");
    boolean listens = rounds % 3 != 0;
    if (listens && !CONTROL) {
      load.ask("listen");
    }
    long launched = 0;
    launched += kernels(load, "short together=8 ops=" + LAUNCHES + " threads=" + PLATFORM_THREADS);
    if (Jdk.newest().version() >= 21 && rounds % 5 == 0) {
      launched +=
          kernels(
              load,
              "short virtual=true ops=1 threads="
                  + VIRTUAL_THREADS
                  + " together="
                  + VIRTUAL_THREADS);
    }
    load.load("modules n=" + MODULES);
    load.load("processes n=" + PROCESSES);
    if (listens && !CONTROL) {
      load.ask("unlisten");
    }
    Path file = folder.resolve("round.jfr");
    if (rounds % 10 == 1) {
      load.ask("jfr-dump name=round file=" + file);
      readRound(file, launched);
    }
    load.ask("jfr-stop name=round file=" + file);
    readRound(file, launched);
  }

  private static long kernels(LoadApp load, String request) {
    return load.load(request).dispatches();
  }

  /** It has what short-lived threads launched meanwhile, or counts what it lost. */
  private void readRound(Path file, long launched) {
    if (!CONTROL) {
      Flight flight = Flight.read(file);
      long found = 0;
      for (Activity dispatch : flight.dispatches()) {
        assertThat(dispatch.threadName())
            .as("thread of %s, round %d", dispatch, rounds)
            .isNotNull();
        found += dispatch.threadName().startsWith("short-") ? 1 : 0;
      }
      if (flight.allLostRecords() == 0) {
        assertThat(found)
            .as("kernels of short-lived threads, round %d", rounds)
            .isEqualTo(launched);
      } else {
        System.out.printf("soak: round %d lost %s%n", rounds, flight.lostRecords());
        assertThat(found + flight.allLostRecords()).isGreaterThanOrEqualTo(launched);
      }
    }
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In turns: accepts, refuses, asks for patience, rejects some, does not answer in time. */
  private Answer misbehave(int number, int spans) throws InterruptedException {
    receiverRequests = number;
    return switch (number % 8) {
      case 1 -> new Answer(429, 0, 0);
      case 2 -> new Answer(503, 1, 0);
      case 3 -> new Answer(200, 0, Math.min(spans, 3));
      case 4 -> new Answer(400, 0, 0);
      case 5 -> {
        TimeUnit.MILLISECONDS.sleep(1500);
        yield Answer.OK;
      }
      default -> Answer.OK;
    };
  }

  private void sample(LoadApp load, Instant begin) {
    Duration since = Duration.between(begin, Instant.now());
    if (since.compareTo(WARM) >= 0) {
      memory.add(new Slope.Point(since.toMillis() / 60_000.0, anonymousKib(load.program().pid())));
    }
    if (rounds % 30 == 0) {
      System.out.printf(
          "soak: %d s, round %d, %d KiB%n",
          since.toSeconds(), rounds, anonymousKib(load.program().pid()));
    }
  }

  private static long anonymousKib(long pid) {
    try (var lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
      return lines
          .filter(line -> line.startsWith("RssAnon:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void tellSpans(JsonNode traces) {
    Map<String, Long> dropped = new TreeMap<>();
    for (String reason :
        List.of("no_parent", "unsampled", "filtered", "queue_full", "export_failed", "rejected")) {
      dropped.put(reason, traces.path(reason).asLong());
    }
    dropped.put("shutdown", traces.path("shutdown").asLong());
    long produced = traces.path("produced").asLong();
    long exported = traces.path("exported").asLong();
    long saved = traces.path("saved").asLong();
    System.out.printf(
        "soak: %d activities for spans: %d exported, %d more in bursts, dropped %s%n",
        produced, exported, saved, dropped);
    assertThat(exported + saved + dropped.values().stream().mapToLong(Long::longValue).sum())
        .as("activities in spans and dropped ones")
        .isEqualTo(produced);
  }

  /** Of the recording that has all. */
  private void compare(LoadCounts total) {
    Path file = folder.resolve("all.jfr");
    Summary summary =
        Summary.of(Jvm.rocjfr(Jdk.JAVA_17, "summary", "--json", file.toString()).expectStatus(0));
    long ranges = count(summary.json().required("ranges"));
    long marks = count(summary.json().required("marks"));
    System.out.printf(
        "soak: %d calls, %d kernels, %d copies, %d ranges, %d marks; lost %d%n",
        total.allCalls(),
        total.dispatches(),
        total.allCopies(),
        total.ranges(),
        total.marks(),
        summary.lost());
    if (summary.lost() == 0) {
      assertThat(summary.calls()).as("calls").isEqualTo(total.calls());
      assertThat(summary.kernels()).as("kernels").isEqualTo(total.kernels());
      assertThat(summary.copies()).as("copies").isEqualTo(total.copies());
      assertThat(ranges).as("ranges").isEqualTo(total.ranges());
      assertThat(marks).as("marks").isEqualTo(total.marks());
    }
    assertThat(
            sum(summary.calls())
                + sum(summary.kernels())
                + sum(summary.copies())
                + ranges
                + marks
                + summary.lost())
        .as("recorded and lost")
        .isEqualTo(total.records());
  }

  private static long count(JsonNode list) {
    long count = 0;
    for (JsonNode row : list) {
      count += row.required("count").asLong() + count(row.path("ranges"));
    }
    return count;
  }

  private static long sum(SortedMap<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
