// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.agent.RuntimeCheck;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code check} makes of what it finds. That it finds HIP is tested with the packaged jar. */
class CheckCommandTest {
  @TempDir Path folder;

  private final Diagnosis diagnosis = new Diagnosis();

  @Test
  void aGoodMachineHasNoProblems() throws IOException {
    Path driver = Files.createFile(folder.resolve("kfd"));
    new MachineCheck(Map.of("PATH", "/bin"), driver, folder).run(diagnosis);
    HipCheck.report(result("5.2.21153", "on", 2, ""), false, "", diagnosis);

    assertThat(diagnosis.isGood()).isTrue();
    assertThat(text())
        .contains(
            "HIP runtime", "5.2.21153, /lib/libamdhip64.so.5", "kfd: accessible", "All is well")
        .contains("Checked: Flight Recorder ok, platform ok, tracer ok, GPU ok.");
    assertThat(diagnosis.exitCode()).isZero();
    JsonNode json = json();
    assertThat(json.get("ok").asBoolean()).isTrue();
    assertThat(json.get("facts").get("devices").asText()).isEqualTo("2");
    assertThat(json.get("facts").get("flightRecorder").asText()).isEqualTo("available");
    assertThat(json.get("problems")).isEmpty();
    assertThat(json.get("checks").findValuesAsText("state")).hasSize(4).containsOnly("OK");
    assertThat(json.get("notes")).isEmpty();
  }

  @Test
  void withoutAGpuItIsNotWellAndSaysWhatToDo() throws IOException {
    String remedy = new MachineCheck(Map.of(), folder.resolve("kfd"), folder).remedy();
    HipCheck.report(
        result("5.2.21153", "off", 0, "the HIP runtime finds no device"), false, remedy, diagnosis);

    assertThat(diagnosis.isGood()).isFalse();
    assertThat(text())
        .contains("Problem: The HIP runtime finds no device.", "--device=/dev/kfd")
        .doesNotContain("All is well");
    assertThat(json().get("problems").get(0).asText())
        .startsWith("The HIP runtime finds no device. " + folder.resolve("kfd") + " is missing.");
    JsonNode check = json().get("checks").get(1);
    assertThat(check.get("name").asText()).isEqualTo("GPU");
    assertThat(check.get("state").asText()).isEqualTo("NO_GPU");
    assertThat(check.get("remedy").asText()).isEqualTo(remedy);
    assertThat(diagnosis.exitCode()).isEqualTo(3);
    // What keeps rocjfr from working is worse.
    diagnosis.problem("tracer", Diagnosis.State.BAD, "It is taken.", "");
    assertThat(diagnosis.exitCode()).isEqualTo(1);
  }

  @Test
  void withoutHipItSaysHowToGetIt() {
    HipCheck.report(
        new RuntimeCheck.Result(
            "/dist/lib/librocjfr.so",
            "0.1.0",
            "",
            "",
            "",
            "noRuntime",
            -1,
            "",
            List.of(),
            "no HIP runtime was found: neither a nor b is there"),
        false,
        "",
        diagnosis);
    assertThat(text())
        .contains("Checked: tracer ok, HIP runtime MISSING.")
        .contains(
            "Problem: No HIP runtime was found: neither a nor b is there. Install one",
            "check --runtime FILE.");
    assertThat(diagnosis.exitCode()).isEqualTo(3);
  }

  @Test
  void whatToDoForAGpuDependsOnWhatIsThere() throws IOException {
    Path driver = Files.createFile(folder.resolve("kfd"));
    assertThat(new MachineCheck(Map.of(), driver, folder).remedy())
        .isEqualTo(driver + " is accessible. rocminfo shows which GPUs the driver has.");
    assertThat(new MachineCheck(Map.of("HIP_VISIBLE_DEVICES", "-1"), driver, folder).remedy())
        .isEqualTo("HIP_VISIBLE_DEVICES may hide the GPUs. Unset it.");
  }

  @Test
  void whereOpenClHasADeviceHipNeedNotHaveOne() throws IOException {
    RuntimeCheck.OpenCl found = new RuntimeCheck.OpenCl("tables patched: Vendor", 2, 1);
    StringWriter printed = new StringWriter();
    OpenClCheck.print(found, new TextOutput(new PrintWriter(printed, true)));
    assertThat(OpenClCheck.parse("Vendor 1.0 loads\n" + printed)).isEqualTo(found);
    assertThat(OpenClCheck.parse("\n0\n0\n")).isEqualTo(new RuntimeCheck.OpenCl("", 0, 0));

    HipCheck.report(
        result("5.2.21153", "off", 0, "the HIP runtime finds no device"),
        found.works(),
        "",
        diagnosis);
    OpenClCheck.report(found, diagnosis);

    assertThat(diagnosis.isGood()).isTrue();
    assertThat(text()).contains("Note: The HIP runtime finds no device.", "All is well");
    assertThat(json().get("facts").get("openClDevices").asText()).isEqualTo("2");
    assertThat(json().get("facts").get("openClGpus").asText()).isEqualTo("1");
  }

  @Test
  void openClWithoutADeviceOrThatIsNotTracedDoesNotStandInForHip() {
    assertThat(new RuntimeCheck.OpenCl("tables patched: Vendor", 0, 0).works()).isFalse();
    assertThat(new RuntimeCheck.OpenCl("none: Vendor (why)", 1, 1).works()).isFalse();
    assertThat(new RuntimeCheck.OpenCl("", -1, 0).works()).isFalse();
    assertThat(OpenClCheck.parse("").works()).isFalse();
  }

  @Test
  void aCpuIsNoGpuUnlessThatIsAskedFor() {
    RuntimeCheck.OpenCl pocl = new RuntimeCheck.OpenCl("tables patched: PoCL", 1, 0);
    assertThat(pocl.works()).isFalse();
    assertThat(OpenClCheck.withCpus(pocl).works()).isTrue();
    OpenClCheck.report(pocl, diagnosis);
    assertThat(text()).contains("OpenCL GPUs     0", "Note: All of OpenCL's devices are CPUs");
  }

  @Test
  void otherToolsAndAFolderThatCannotBeWrittenAreWorthANote() throws IOException {
    Map<String, String> environment =
        Map.of("HSA_TOOLS_LIB", "librocprofiler64.so", "LD_PRELOAD", "");
    new MachineCheck(environment, folder.resolve("kfd"), folder.resolve("none")).run(diagnosis);

    assertThat(diagnosis.isGood()).isTrue();
    assertThat(text())
        .contains("HSA_TOOLS_LIB=librocprofiler64.so may load another tool", "cannot be written")
        .contains("kfd: missing")
        .doesNotContain("LD_PRELOAD");
  }

  @Test
  void hipsOwnProfilerLeavesWorkWhereItComesLater() {
    Map<String, String> environment = Map.of("GPU_CLR_PROFILE_OUTPUT", "trace.json");
    new MachineCheck(environment, folder.resolve("kfd"), folder).run(diagnosis);

    assertThat(text())
        .contains("starts HIP's own profiler", "kernels and copies are recorded, but no API calls")
        .doesNotContain("rocjfr reports this");
  }

  @Test
  void whatOurDocumentsTellToPreloadIsNoOtherTool() {
    String ours = "/jdk/lib/libjsig.so:/app/dist/lib/librocjfr.so";
    assertThat(OtherTools.variables(Map.of("LD_PRELOAD", ours))).isEmpty();
    assertThat(OtherTools.variables(Map.of("LD_PRELOAD", ours + " libother.so")))
        .containsExactly("LD_PRELOAD=" + ours + " libother.so");
    assertThat(OtherTools.variables(Map.of("LD_PRELOAD", "/app/libjsig.so.other"))).hasSize(1);
    assertThat(OtherTools.variables(Map.of("GPU_CLR_PROFILE_OUTPUT", "trace.json")))
        .as("HIP's own profiler")
        .containsExactly("GPU_CLR_PROFILE_OUTPUT=trace.json");
  }

  @Test
  void librariesOfOtherToolsAreToldFromOurs() {
    assertThat(
            OtherTools.libraries(
                List.of(
                    "/opt/rocm/lib/libamdhip64.so.6",
                    "/opt/rocm/lib/libroctracer64.so.4",
                    "/opt/rocm/lib/librocprofiler-sdk.so.0",
                    "/app/lib/librocjfr.so",
                    "/app/lib/libroctracer64.so.4",
                    "/app/lib/rocprofiler-sdk/librocprofiler-sdk.so.1")))
        .containsExactly(
            "/opt/rocm/lib/libroctracer64.so.4", "/opt/rocm/lib/librocprofiler-sdk.so.0");
  }

  @Test
  void librariesWhoseCallsAreNotTracedAreNamed() {
    assertThat(
            OtherTools.untraced(
                List.of(
                    "/opt/rocm/lib/librocjpeg.so.0",
                    "/opt/rocm/lib/libamdhip64.so.6",
                    "/opt/rocm/lib/librccl.so.1.0.60403")))
        .containsExactly("RCCL", "rocJPEG");
    assertThat(OtherTools.untraced(List.of("/app/lib/mylibrccl.so"))).isEmpty();
  }

  @Test
  void aJvmWithoutTheAgentIsAFinding() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SleepingProgram.class.getName())
            .start();
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("ready");
      CliRun run = CliRun.of("check", "--pid", process.pid(), "--json");
      assertThat(run.code()).as(run.err()).isEqualTo(1);
      assertThat(run.json().get("facts").get("tracer").asText()).isEqualTo("not loaded");
      assertThat(run.json().get("problems").get(0).asText())
          .contains("attach " + process.pid(), "-javaagent");
    } finally {
      process.destroy();
    }
    assertThat(CliRun.of("check", "--pid", "abc").code()).isEqualTo(2);
    assertThat(CliRun.of("check", "--pid", Integer.MAX_VALUE).code()).isEqualTo(2);
  }

  private static RuntimeCheck.Result result(
      String version, String state, int devices, String missing) {
    return new RuntimeCheck.Result(
        "/dist/lib/librocjfr.so",
        "0.1.0",
        "/lib/libamdhip64.so.5",
        version,
        "register/activity (5.2)",
        state,
        devices,
        "",
        List.of(),
        missing);
  }

  private String text() {
    StringWriter out = new StringWriter();
    diagnosis.print(new TextOutput(new PrintWriter(out)), "All is well");
    return out.toString();
  }

  private JsonNode json() throws IOException {
    StringWriter out = new StringWriter();
    Json.print(new TextOutput(new PrintWriter(out)), diagnosis::writeTo);
    return new ObjectMapper().readTree(out.toString());
  }
}
