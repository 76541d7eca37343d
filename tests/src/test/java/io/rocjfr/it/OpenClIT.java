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
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs on OpenCL, by JOCL, LWJGL and Aparapi, on PoCL: kernels that really run. In the matrix
 * on AMD's, whose kernels the software GPU has as host functions.
 */
class OpenClIT {
  private static final String JOCL = "io.rocjfr.opencl.JoclProgram";
  private static final String LWJGL = "io.rocjfr.opencl.LwjglProgram";
  private static final String APARAPI = "io.rocjfr.opencl.AparapiProgram";
  private static final int LAUNCHES = 1000;

  /** How far two clocks may be apart that are compared. */
  private static final long CLOCKS_NANOS = 1_000_000_000;

  @TempDir Path folder;

  @BeforeEach
  void needsOpenCl() {
    OpenCl.assume();
  }

  @OnEachJdk
  void joclFromTheStart(Jdk jdk) {
    fromTheStart(jdk, JOCL);
  }

  @OnEachJdk
  void lwjglFromTheStart(Jdk jdk) {
    fromTheStart(jdk, LWJGL);
  }

  @OnEachJdk
  void joclAttachedTo(Jdk jdk) {
    attachedTo(jdk, JOCL);
  }

  @OnEachJdk
  void lwjglAttachedTo(Jdk jdk) {
    attachedTo(jdk, LWJGL);
  }

  /** Aparapi names its kernels after the method. */
  @OnEachJdk
  void aparapiFromTheStart(Jdk jdk) {
    Flight flight = recorded(jdk, APARAPI);
    expect(flight, "run", LAUNCHES + 1, 2, LAUNCHES + 3);
    assertThat(flight.work()).allMatch(work -> work.flag("timed"));
  }

  /** Its one queue is of before, without profiling. */
  @OnEachJdk
  void aparapiAttachedTo(Jdk jdk) {
    Flight flight = recordedLate(jdk, APARAPI);
    expect(flight, "run", LAUNCHES, 1, LAUNCHES + 1);
    assertThat(flight.work()).noneMatch(work -> work.flag("timed"));
  }

  @OnEachJdk
  void besideHip(Jdk jdk) {
    OpenCl.assumeBesideHip();
    Flight flight = recorded(jdk, "io.rocjfr.opencl.BesideHip");
    assertThat(flight.lost()).as("losses").isEmpty();
    assertThat(Flight.count(flight.dispatches(), work -> work.text("api")))
        .isEqualTo(Map.of("OpenCL", LAUNCHES + 1L, "HIP", 20L));
    assertThat(Flight.count(flight.copies(), work -> work.text("api")))
        .isEqualTo(Map.of("OpenCL", 2L, "HIP", 40L));
    Map<Long, String> calls = new HashMap<>();
    flight.calls().forEach(call -> calls.put(call.correlationId(), "HIP"));
    for (Activity call : flight.of("rocjfr.OpenClApi")) {
      assertThat(calls.put(call.correlationId(), "OpenCL")).as("HIP's id for %s", call).isNull();
    }
    assertThat(flight.work())
        .allMatch(work -> work.text("api").equals(calls.get(work.correlationId())));
  }

  private void fromTheStart(Jdk jdk, String main) {
    Flight flight = recorded(jdk, main);
    Map<String, String> categories = new HashMap<>();
    for (Activity call : flight.of("rocjfr.OpenClApi")) {
      categories.put(call.text("function"), call.text("category"));
    }
    assertThat(categories)
        .containsEntry("clEnqueueNDRangeKernel", "launch")
        .containsEntry("clFinish", "wait")
        .containsEntry("clBuildProgram", "module");
    // Each kernel and copy that the program has enqueued since its first call of OpenCL.
    expect(flight, "increment", LAUNCHES + 1, 2, LAUNCHES + 3);
    assertThat(counts(flight))
        .containsEntry("clGetDeviceIDs", 1L)
        .containsEntry("clCreateContext", 1L)
        .containsEntry("clCreateCommandQueue", 2L)
        .containsEntry("clReleaseContext", 1L);
    assertThat(flight.work()).allMatch(work -> work.flag("timed"));
    assertThat(flight.statuses()).anyMatch(s -> s.text("openCl").startsWith("tables patched: "));
  }

  private void attachedTo(Jdk jdk, String main) {
    Flight flight = recordedLate(jdk, main);
    expect(flight, "increment", LAUNCHES, 1, LAUNCHES + 1);
    // One kernel is on the queue of before, which has no profiling.
    List<Activity> untimed = flight.work().stream().filter(work -> !work.flag("timed")).toList();
    assertThat(untimed).hasSize(1);
    assertThat(untimed.get(0).endNanos() - untimed.get(0).beginNanos()).isBetween(0L, 1000L);
  }

  private Flight recorded(Jdk jdk, String main) {
    Path file = folder.resolve("opencl.jfr");
    try (Program program =
        jvm(jdk).agent().recordInto(file).start(main, Integer.toString(LAUNCHES))) {
      lead(program);
      program.finish().expectStatus(0);
    }
    return Flight.read(file);
  }

  /** Its first kernel was before the recording. */
  private Flight recordedLate(Jdk jdk, String main) {
    Path file = folder.resolve("late.jfr");
    try (Program program = jvm(jdk).start(main, Integer.toString(LAUNCHES))) {
      program.expect("opencl: ready");
      String pid = Long.toString(program.pid());
      Jvm.rocjfr(jdk, "attach", pid).expectStatus(0);
      Jvm.tool(
              jdk,
              "jcmd",
              "-J" + "-Dsun.tools.attach.attachTimeout=600000",
              pid,
              "JFR.start",
              "name=late")
          .expectStatus(0);
      program.send("go");
      program.expect("opencl: done, wrong results: 0");
      Jvm.tool(
              jdk,
              "jcmd",
              "-J" + "-Dsun.tools.attach.attachTimeout=600000",
              pid,
              "JFR.stop",
              "name=late",
              "filename=" + file)
          .expectStatus(0);
      program.finish().expectStatus(0);
    }
    return Flight.read(file);
  }

  private static void lead(Program program) {
    program.expect("opencl: ready");
    program.send("go");
    program.expect("opencl: done, wrong results: 0");
  }

  private static void expect(Flight flight, String kernel, int kernels, int copies, int enqueued) {
    assertThat(flight.lost()).as("losses").isEmpty();
    assertThat(flight.kernelCounts()).isEqualTo(Map.of(kernel, (long) kernels));
    assertThat(flight.copies()).hasSize(copies);
    assertThat(counts(flight)).containsEntry("clEnqueueNDRangeKernel", (long) kernels);
    Map<Long, Activity> calls = new HashMap<>();
    for (Activity call : flight.of("rocjfr.OpenClApi")) {
      // A function that gives an address tells of no error.
      boolean tells = !call.text("function").equals("clGetExtensionFunctionAddressForPlatform");
      assertThat(call.text("result")).as("result of %s", call).isEqualTo(tells ? "" : "unknown");
      assertThat(calls.put(call.correlationId(), call)).isNull();
    }
    List<Activity> joined = new ArrayList<>();
    for (Activity work : flight.work()) {
      Activity call = Objects.requireNonNull(calls.get(work.correlationId()), work::toString);
      joined.add(call);
      assertThat(work.text("api")).isEqualTo("OpenCL");
      assertThat(work.text("deviceName")).isNotBlank();
      assertThat(work.number("queue")).isEqualTo(call.number("queue")).isPositive();
      assertThat(work.osThreadId()).isEqualTo(call.osThreadId());
      assertThat(work.begin())
          .as("begin of %s", work)
          .isAfterOrEqualTo(call.begin().minusNanos(CLOCKS_NANOS));
      assertThat(work.number("queueDelay")).isGreaterThanOrEqualTo(work.number("submitDelay"));
    }
    assertThat(joined).hasSize(enqueued).doesNotHaveDuplicates();
    for (Activity dispatch : flight.dispatches()) {
      assertThat(dispatch.number("globalX")).isEqualTo(4096);
      assertThat(dispatch.number("workgroupX")).isEqualTo(64);
      assertThat(dispatch.number("gridX")).isEqualTo(64);
    }
  }

  private static Map<String, Long> counts(Flight flight) {
    return Flight.count(flight.of("rocjfr.OpenClApi"), call -> call.text("function"));
  }

  private static Jvm jvm(Jdk jdk) {
    return new Jvm(jdk).withOpenCl();
  }
}
