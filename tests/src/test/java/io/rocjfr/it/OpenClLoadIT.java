// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.OpenCl;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** OpenCL from eight threads, virtual ones on Java 25, and four queues, in and out of order. */
class OpenClLoadIT {
  private static final String PROGRAM = "io.rocjfr.opencl.ManyThreads";
  private static final int THREADS = 8;

  /** Of each thread. */
  private static final int LAUNCHES = 500;

  private static final int RECORDINGS = Integer.getInteger("rocjfr.recordings", 10);

  /** Launches of each thread in the last one. */
  private static final int LAST = 200;

  @TempDir Path folder;

  @BeforeEach
  void needsOpenCl() {
    OpenCl.assume();
  }

  @OnEachJdk
  void eachThreadAndQueueHasItsOwn(Jdk jdk) {
    Path file = folder.resolve("threads.jfr");
    try (Program program =
        new Jvm(jdk)
            .withOpenCl()
            .agent("ring=4m")
            .recordInto(file)
            .start(PROGRAM, "launches", Integer.toString(LAUNCHES))) {
      program.expectError("opencl: done, launches: " + THREADS * LAUNCHES + ", wrong results: 0");
      program.finish().expectStatus(0);
    }

    Flight flight = Flight.read(file);
    assertThat(flight.lost()).isEmpty();
    assertThat(flight.kernelCounts()).isEqualTo(Map.of("increment", (long) THREADS * LAUNCHES));
    assertThat(flight.copies()).hasSize(2 * THREADS);
    Map<Long, Activity> calls = calls(flight);
    for (Activity work : flight.work()) {
      Activity call = calls.get(work.correlationId());
      assertThat(call).as("the call of %s", work).isNotNull();
      assertThat(work.javaThreadId()).as("thread of %s", work).isEqualTo(call.javaThreadId());
      assertThat(work.threadName()).isEqualTo(call.threadName());
      assertThat(work.number("queue")).isEqualTo(call.number("queue"));
    }
    Map<String, Set<Long>> queues = new TreeMap<>();
    Map<String, Long> kernels = Flight.count(flight.dispatches(), Activity::threadName);
    for (Activity work : flight.work()) {
      if (work.threadName() == null) { // a copy of an array
        assertThat(jdk.asksVirtualThreads()).as("whose is %s", work).isTrue();
        assertThat(work.javaThreadId()).isEqualTo(-1);
        continue;
      }
      queues.computeIfAbsent(work.threadName(), name -> new HashSet<>()).add(work.number("queue"));
    }
    assertThat(kernels)
        .hasSize(THREADS)
        .allSatisfy(
            (name, count) -> {
              assertThat(name).startsWith("opencl-");
              assertThat(count).isEqualTo(LAUNCHES);
            });
    assertThat(queues.values()).as("queues by thread").allMatch(own -> own.size() == 1);
    for (int i = 0; i < THREADS / 2; i++) {
      assertThat(queues.get("opencl-" + i)).isEqualTo(queues.get("opencl-" + (i + THREADS / 2)));
    }
    assertThat(queues.values().stream().distinct()).hasSize(THREADS / 2);
  }

  /** They begin and end in the middle of the work; the last one is of all that is done in it. */
  @OnEachJdk
  void recordingsComeAndGo(Jdk jdk) {
    try (Program program =
        new Jvm(jdk)
            .withOpenCl()
            .agent("ring=4m")
            .start(PROGRAM, "recordings", Integer.toString(RECORDINGS), folder.toString())) {
      assertThat(program.expectError("opencl: done")).contains("wrong results: 0");
      program.finish().expectStatus(0);
    }
    for (int i = 0; i < RECORDINGS; i++) {
      Flight flight = Flight.read(folder.resolve(i + ".jfr"));
      assertThat(flight.dispatches()).as("kernels of recording %d", i).isNotEmpty();
      Map<Long, Activity> calls = calls(flight);
      Map<Long, Activity> joined = new HashMap<>();
      for (Activity work : flight.work()) {
        assertThat(joined.put(work.correlationId(), work)).as("another %s", work).isNull();
        Activity call = calls.get(work.correlationId());
        if (call != null) {
          assertThat(work.javaThreadId()).as("thread of %s", work).isEqualTo(call.javaThreadId());
        }
      }
      assertThat(joined.keySet())
          .as("calls with work in %d", i)
          .containsAnyElementsOf(calls.keySet());
    }
    Flight last = Flight.read(folder.resolve("last.jfr"));
    // Calls that ran when the one before ended say so when they return.
    assertThat(last.lost().keySet()).isSubsetOf("OpenClApi/inFlight", "OpenClOps/inFlight");
    assertThat(last.kernelCounts()).isEqualTo(Map.of("increment", (long) THREADS * LAST));
    assertThat(last.copies()).hasSize(2 * THREADS);
    Map<Long, Activity> calls = calls(last);
    // By ids: of an earlier recording's names Java 17's JFR may believe that the file has them.
    assertThat(last.work())
        .allMatch(work -> calls.containsKey(work.correlationId()))
        .extracting(Activity::correlationId)
        .doesNotHaveDuplicates();
  }

  /** Each has what was done while it ran. */
  @OnEachJdk
  void twoRecordingsAtOnce(Jdk jdk) {
    try (Program program =
        new Jvm(jdk)
            .withOpenCl()
            .agent("ring=4m")
            .start(PROGRAM, "overlapping", folder.toString())) {
      assertThat(program.expectError("opencl: done")).contains("wrong results: 0");
      program.finish().expectStatus(0);
    }
    Set<Long> both = null;
    for (String name : new String[] {"first.jfr", "second.jfr"}) {
      Flight flight = Flight.read(folder.resolve(name));
      assertThat(flight.lost()).as("losses in %s", name).isEmpty();
      assertThat(flight.dispatches()).as("kernels in %s", name).hasSize(2 * THREADS * LAST);
      assertThat(flight.copies()).hasSize(2 * 2 * THREADS);
      Map<Long, Activity> calls = calls(flight);
      Set<Long> work = new HashSet<>();
      flight.work().forEach(piece -> work.add(piece.correlationId()));
      assertThat(work).hasSize(flight.work().size()).isSubsetOf(calls.keySet());
      if (both == null) {
        both = work;
      } else {
        both.retainAll(work);
      }
    }
    assertThat(both).hasSize(THREADS * (LAST + 2));
  }

  /** What JFR had written until then can be read, and nothing of ours is left behind. */
  @OnEachJdk
  void killed(Jdk jdk) throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Path repository = folder.resolve("repository");
    Path chunk;
    try (Program program =
        new Jvm(jdk)
            .withOpenCl()
            .agent()
            .options(
                "-Djava.io.tmpdir=" + temporary,
                "-XX:StartFlightRecording:settings=" + Product.settings(),
                "-XX:FlightRecorderOptions:maxchunksize=1G,repository=" + repository)
            .start(PROGRAM, "launches", Long.toString(Long.MAX_VALUE))) {
      program.expectError("opencl: begun");
      chunk = Repository.lastChunk(repository);
      Repository.awaitFlushed(chunk, 2L << 20);
      program.kill().expectStatus(128 + 9);
    }
    assertThat(temporary).isDirectoryNotContaining("glob:**rocjfr*");
    Program.Finished cut = Jvm.rocjfr(jdk, "summary", chunk.toString());
    cut.expectStatus(2);
    assertThat(cut.outText()).contains("clEnqueueNDRangeKernel", "increment");
  }

  private static Map<Long, Activity> calls(Flight flight) {
    Map<Long, Activity> calls = new HashMap<>();
    for (Activity call : flight.of("rocjfr.OpenClApi")) {
      assertThat(calls.put(call.correlationId(), call)).as("another call like %s", call).isNull();
    }
    return calls;
  }
}
