// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import io.rocjfr.bridge.HipProbe;
import io.rocjfr.bridge.NativeTracer;
import io.rocjfr.bridge.OpenClProbe;
import io.rocjfr.bridge.RuntimeFacts;
import io.rocjfr.bridge.TracerException;
import io.rocjfr.bridge.TracerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the tracer and a HIP runtime into the calling process and says what it finds: what the
 * command {@code check} shows. Meant for a process of its own; once per process.
 */
public final class RuntimeCheck {
  private static final int HIP = 1 << 2 | 1 << 3;
  private static final int OPENCL = 1 << 8 | 1 << 9;

  private RuntimeCheck() {}

  /**
   * What was found. Texts are empty where nothing is known.
   *
   * @param tracer the path of librocjfr.so
   * @param tracerVersion its version
   * @param runtime the path of the HIP runtime
   * @param version of the HIP runtime
   * @param hook the way in which the runtime tells the tracer of its activity
   * @param state {@code on} where everything works; as in rocjfr.TracerStatus
   * @param devices how many HIP devices there are; -1 if unknown
   * @param otherTools other tools in the process, comma-separated
   * @param problems what is wrong and what to do; empty if nothing is
   * @param missing what there is not of HIP, which is no fault where the program uses OpenCL: the
   *     runtime or a device; empty if both are there
   */
  public record Result(
      String tracer,
      String tracerVersion,
      String runtime,
      String version,
      String hook,
      String state,
      int devices,
      String otherTools,
      List<String> problems,
      String missing) {

    public Result {
      problems = List.copyOf(problems);
    }
  }

  /**
   * Checks.
   *
   * @param jar rocjfr.jar, or null if we do not run from one
   * @param tracerLibrary a librocjfr.so to use, or null for the usual one
   * @param runtime a HIP runtime to load, or null for the usual names
   */
  public static Result run(Path jar, Path tracerLibrary, Path runtime) {
    List<String> problems = new ArrayList<>();
    String tracerPath = "";
    NativeTracer tracer = null;
    try {
      tracerPath = NativeLibraryFile.find(tracerLibrary, jar).toString();
      tracer = open(tracerPath, jar);
    } catch (IOException | TracerException e) {
      problems.add(e.getMessage());
    } catch (LinkageError e) {
      problems.add("the tracer cannot be loaded: " + e.getMessage());
    }
    if (tracer == null) {
      return new Result(tracerPath, "", "", "", "", "noTracer", -1, "", problems, "");
    }
    tracer.setWanted(HIP);
    int devices = -1;
    String missing = "";
    try {
      HipProbe hip = HipProbe.load(runtime);
      tracer.poll();
      devices = hip.devices();
      if (devices == 0) {
        missing = "the HIP runtime finds no device";
      } else if (devices < 0) {
        problems.add("the HIP runtime cannot be initialised: " + hip.error());
        devices = -1;
      }
    } catch (TracerException e) {
      if (runtime == null) {
        missing = e.getMessage();
      } else {
        problems.add(e.getMessage()); // that one was asked for
      }
    }
    tracer.poll();
    RuntimeFacts facts = tracer.runtime();
    tracer.setWanted(0);
    if (!facts.message().isEmpty()) {
      problems.add(facts.message());
    }
    if (!tracer.notSeen().isEmpty()) {
      problems.add(tracer.notSeen());
    }
    return new Result(
        tracerPath,
        tracer.version(),
        facts.path(),
        facts.versionText(),
        facts.hook(),
        facts.state(),
        devices >= 0 ? devices : facts.devices(),
        facts.otherTools(),
        problems,
        missing);
  }

  /**
   * What was found of OpenCL.
   *
   * @param text how it is traced, and its platforms; empty if there is none, or no tracer
   * @param devices how many devices its platforms have; -1 if there is no loader, or no tracer
   * @param gpus how many of them are GPUs or accelerators, and no CPUs
   */
  public record OpenCl(String text, int devices, int gpus) {
    /** Whether programs can use a GPU by it and are seen. */
    public boolean works() {
      return gpus > 0 && !text.isEmpty() && !text.startsWith("none");
    }
  }

  /**
   * Loads OpenCL's platforms, as a program does. In a process of its own: vendors' libraries and
   * HIP may each bring an LLVM, and two of those end the process.
   */
  public static OpenCl openCl(Path jar, Path tracerLibrary) {
    try {
      NativeTracer tracer = open(NativeLibraryFile.find(tracerLibrary, jar).toString(), jar);
      tracer.setWanted(OPENCL);
      OpenClProbe.Devices devices = OpenClProbe.devices();
      tracer.poll();
      String text = tracer.openCl();
      tracer.setWanted(0);
      return new OpenCl(text, devices.all(), devices.gpus());
    } catch (IOException | TracerException | LinkageError e) {
      return new OpenCl("", -1, 0); // run says it
    }
  }

  private static NativeTracer open(String path, Path jar) throws IOException, TracerException {
    JnaSetup.initialize();
    AgentOptions defaults = AgentOptions.parse("");
    TracerOptions options =
        new TracerOptions(defaults.ringBytes(), defaults.memoryBytes(), false, 0, true);
    return NativeTracer.open(path, options, Agent.describe(jar));
  }
}
