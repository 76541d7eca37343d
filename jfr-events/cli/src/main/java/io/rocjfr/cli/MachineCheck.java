// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.Diagnosis.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Looks at the Java runtime, the environment and the GPU's driver. */
final class MachineCheck {
  /** Variables that hide GPUs from programs. */
  private static final List<String> HIDING =
      List.of(
          "ROCR_VISIBLE_DEVICES",
          "HIP_VISIBLE_DEVICES",
          "CUDA_VISIBLE_DEVICES",
          "GPU_DEVICE_ORDINAL");

  private final Map<String, String> environment;
  private final Path driver;
  private final Path temporaryFolder;

  /**
   * Makes a check.
   *
   * @param driver the device file of AMD's GPU driver
   */
  MachineCheck(Map<String, String> environment, Path driver, Path temporaryFolder) {
    this.environment = environment;
    this.driver = driver;
    this.temporaryFolder = temporaryFolder;
  }

  /** The check of this process. */
  static MachineCheck ofThisProcess() {
    return new MachineCheck(
        System.getenv(),
        Path.of("/dev/kfd"),
        Path.of(System.getProperty("java.io.tmpdir", "/tmp")));
  }

  void run(Diagnosis diagnosis) {
    String home = System.getProperty("java.home");
    String vendor = System.getProperty("java.vendor");
    diagnosis.fact("java", "Java", Runtime.version() + " (" + vendor + "), " + home);
    checkModules(diagnosis, home);
    String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    diagnosis.fact("platform", "Platform", platform);
    if (platform.equals("Linux amd64")) {
      diagnosis.good("platform");
    } else {
      diagnosis.problem(
          "platform",
          State.BAD,
          "rocjfr works on Linux amd64 only. This system is " + platform + ".",
          "Use it there.");
    }
    checkTemporaryFolder(diagnosis);
    diagnosis.fact("driver", "GPU driver", driver + ": " + driverState());
    List<String> variables = OtherTools.variables(environment);
    diagnosis.fact("environment", "Environment", String.join(" ", variables));
    for (String variable : variables) {
      diagnosis.note(
          variable
              + (variable.startsWith(OtherTools.PROFILER)
                  ? " starts HIP's own profiler. The HIP runtime has one hook for tools. If"
                      + " the profiler takes it after rocjfr, kernels and copies are recorded,"
                      + " but no API calls. If the profiler takes it first, nothing is recorded."
                  : " may load another tool. The HIP runtime has one hook for tools. If the"
                      + " other tool takes it, rocjfr reports this and records nothing."));
    }
  }

  private static void checkModules(Diagnosis diagnosis, String home) {
    boolean recorder = has("jdk.jfr");
    diagnosis.fact("flightRecorder", "Flight Recorder", recorder ? "available" : "missing");
    if (recorder) {
      diagnosis.good("Flight Recorder");
    } else {
      diagnosis.problem(
          "Flight Recorder",
          State.BAD,
          "The Java runtime in " + home + " has no Flight Recorder (module jdk.jfr).",
          "Use the Java runtime of a JDK, or add the module with jlink.");
    }
    if (!has("jdk.attach")) {
      diagnosis.note(
          "The Java runtime in " + home + " cannot attach to processes (module jdk.attach).");
    }
  }

  private void checkTemporaryFolder(Diagnosis diagnosis) {
    String state = "writable";
    try {
      Files.delete(Files.createTempFile(temporaryFolder, "rocjfr", ".tmp"));
    } catch (IOException e) {
      state = "not writable";
      diagnosis.note(
          "The temporary folder "
              + temporaryFolder
              + " cannot be written. rocjfr unpacks its native library there, unless lib/ is"
              + " beside rocjfr.jar. Name another folder with -Djava.io.tmpdir=FOLDER.");
    }
    diagnosis.fact("temporaryFolder", "Temporary folder", temporaryFolder + ": " + state);
  }

  private String driverState() {
    if (Files.notExists(driver)) {
      return "missing (no AMD GPU, or its driver amdgpu is not loaded)";
    }
    return Files.isReadable(driver) && Files.isWritable(driver)
        ? "accessible"
        : "not accessible to this user (add the user to the groups render and video)";
  }

  /** What to do where no GPU is found. */
  String remedy() {
    if (Files.notExists(driver)) {
      return driver
          + " is missing. On the machine itself, load the driver amdgpu. In a container, give"
          + " it the"
          + " devices: --device=/dev/kfd --device=/dev/dri. In Kubernetes, ask for amd.com/gpu.";
    }
    if (!Files.isReadable(driver) || !Files.isWritable(driver)) {
      return "This user may not use "
          + driver
          + ". Add the user to the groups render and video"
          + " (usermod -aG render,video USER). In a container, use --group-add.";
    }
    List<String> hiding = HIDING.stream().filter(environment::containsKey).toList();
    return hiding.isEmpty()
        ? driver + " is accessible. rocminfo shows which GPUs the driver has."
        : String.join(" and ", hiding) + " may hide the GPUs. Unset it.";
  }

  private static boolean has(String module) {
    return ModuleLayer.boot().findModule(module).isPresent();
  }
}
