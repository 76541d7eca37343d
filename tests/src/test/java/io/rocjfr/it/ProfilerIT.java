// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What users are told where HIP's own profiler has the hook: on a stub of a HIP of tomorrow. */
class ProfilerIT {
  private static final String PROFILER =
      "HIP's own profiler (GPU_CLR_PROFILE_OUTPUT, hipProfilerEnableExt)";
  private static final String THERE_FIRST =
      PROFILER + " has the runtime's hook: it took the hook first, so nothing of HIP is recorded";
  private static final String CAME_LATER =
      PROFILER + " has the runtime's hook: kernels and copies are recorded, API calls are not";

  @TempDir Path folder;

  private static Jvm onStub(Jdk jdk) {
    String stub = Product.library("stubhip-future").toString();
    return new Jvm(jdk).withoutGpu().environment("LD_LIBRARY_PATH", stub);
  }

  private static JsonNode check(Jvm jvm, int status) throws IOException {
    Path hip = Product.library("stubhip-future/libamdhip64.so.8");
    Program.Finished check =
        jvm.rocjfrHere("check", "--json", "--runtime", hip.toString()).expectStatus(status);
    return new ObjectMapper().readTree(check.outText());
  }

  @OnEachJdk
  void checkFindsItInTheHook(Jdk jdk) throws IOException {
    JsonNode without = check(onStub(jdk), 0);
    assertThat(without.required("facts").required("hook").asText()).endsWith(", on");
    assertThat(without.required("facts").path("otherTools").asText()).isEmpty();

    JsonNode found = check(onStub(jdk).environment("STUBHIP_PROFILE", "1"), 1);
    assertThat(found.required("facts").required("hook").asText()).endsWith(", taken");
    assertThat(found.required("facts").required("otherTools").asText()).isEqualTo(PROFILER);
    assertThat(found.required("problems")).hasSize(1);
    assertThat(found.required("problems").get(0).asText()).isEqualTo(THERE_FIRST + ".");
  }

  @OnEachJdk
  void whatWasThereFirstKeepsTheHook(Jdk jdk) throws IOException {
    checkProgram(jdk, "first", "taken", THERE_FIRST);
  }

  @OnEachJdk
  void whatCameLaterLeavesFinishedWork(Jdk jdk) throws IOException {
    checkProgram(jdk, "later", "opsOnly", CAME_LATER);
  }

  /** By the API, by check of the process, and by its recording. */
  private void checkProgram(Jdk jdk, String order, String state, String message)
      throws IOException {
    Path file = folder.resolve("profiled.jfr");
    Jvm jvm = onStub(jdk).agent().environment("GPU_CLR_PROFILE_OUTPUT", "trace.json");
    try (Program program = jvm.start("io.rocjfr.load.Profiled", order, file.toString())) {
      assertThat(program.expect("tools ")).isEqualTo("tools " + PROFILER);
      assertThat(program.expect("message ")).isEqualTo("message " + message);
      String pid = Long.toString(program.pid());
      JsonNode check =
          new ObjectMapper()
              .readTree(Jvm.rocjfr(jdk, "check", "--json", "--pid", pid).expectStatus(0).outText());
      assertThat(check.required("facts").required("environment").asText())
          .contains("GPU_CLR_PROFILE_OUTPUT=trace.json");
      assertThat(check.required("notes").toString())
          .contains("HIP's own profiler may be in the process", "summary FILE");
      program.send("");
      program.finish().expectStatus(0);
    }
    List<Activity> statuses = Flight.read(file).statuses();
    Activity last = statuses.get(statuses.size() - 1);
    assertThat(last.text("state")).isEqualTo(state);
    assertThat(last.text("otherTools")).isEqualTo(PROFILER);
    assertThat(last.text("message")).isEqualTo(message);
    assertThat(Jvm.rocjfr(jdk, "summary", file.toString()).expectStatus(0).outText())
        .contains(state + ": " + message);
  }
}
