// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest.program;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.rocjfr.bridge.HipProbe;
import io.rocjfr.bridge.TracerException;
import io.rocjfr.cli.selftest.Ledger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The known work on HIP. */
final class HipProgram {
  private static final String SCENARIO = "HIP";

  /** More than any version's hipDeviceProp_t. */
  private static final int PROPERTIES_BYTES = 16 << 10;

  private static final int NAME_BYTES = 256;
  private static final Pattern ARCHITECTURE = Pattern.compile("gfx[0-9a-f]{3,5}");

  /** Launches in a batch of which the time is taken. */
  private static final int BATCH = 400;

  private static final int WARM_UP = 2000;
  private static final int PAIRS = 3;
  private static final int SERIAL = 40;

  private final Ledger ledger;
  private final Path runtime;
  private LedgerCalls hip;
  private int devices;
  private Memory code;

  HipProgram(Ledger ledger, Path runtime) {
    this.ledger = ledger;
    this.runtime = runtime;
  }

  /** Loads HIP and compiles the kernels; whether there is a device to use. */
  boolean prepare() {
    HipProbe probe;
    try {
      probe = HipProbe.load(runtime);
    } catch (TracerException e) {
      ledger.scenarios.put(SCENARIO, e.getMessage());
      return false;
    }
    hip = new LedgerCalls(probe.library(), ledger);
    ledger.facts.put("runtime", loaded(probe.library().getFile().getName()));
    devices = probe.devices();
    ledger.untold.add("hipGetDeviceCount");
    if (devices == 0) {
      ledger.scenarios.put(SCENARIO, "HIP finds no device");
      return false;
    }
    if (devices < 0) {
      ledger.scenarios.put(SCENARIO, "");
      ledger.failures.put(SCENARIO, "hipGetDeviceCount returned " + probe.error());
      return false;
    }
    ledger.facts.put("devices", Integer.toString(devices));
    try (Memory out = new Memory(Long.BYTES)) {
      out.clear();
      ledger.facts.put(
          "version", hip.ask("hipRuntimeGetVersion", out) == 0 ? version(out.getInt(0)) : "");
    }
    List<String> architectures = new ArrayList<>();
    for (int device = 0; device < devices; device++) {
      architectures.add(describe(device));
    }
    compile(probe, architectures);
    return true;
  }

  /** Where the loader has found it. */
  private static String loaded(String name) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines
          .filter(line -> line.contains("/" + name))
          .map(line -> line.substring(line.indexOf('/')))
          .findFirst()
          .orElse(name);
    } catch (IOException e) {
      return name;
    }
  }

  private static String version(int number) {
    return number / 10_000_000 + "." + number / 100_000 % 100 + "." + number % 100_000;
  }

  /** The architecture of a device. */
  private String describe(int device) {
    String function =
        hip.has("hipGetDevicePropertiesR0600")
            ? "hipGetDevicePropertiesR0600"
            : "hipGetDeviceProperties";
    try (Memory properties = new Memory(PROPERTIES_BYTES)) {
      properties.clear();
      if (hip.ask(function, properties, device) != 0) {
        return "";
      }
      // The name comes first in all versions; the architecture is elsewhere in each.
      String text =
          new String(properties.getByteArray(0, PROPERTIES_BYTES), StandardCharsets.ISO_8859_1);
      Matcher matcher = ARCHITECTURE.matcher(text);
      String architecture = matcher.find(NAME_BYTES) ? matcher.group() : "";
      ledger.facts.put("device " + device, properties.getString(0) + " " + architecture);
      return architecture;
    }
  }

  private void compile(HipProbe probe, List<String> architectures) {
    String architecture = architectures.get(0);
    if (architecture.isEmpty()) {
      ledger.failures.put("compile", "HIP does not tell the architecture of the GPU");
      return;
    }
    if (architectures.stream().anyMatch(one -> !one.equals(architecture))) {
      // The kernels run on the first; on others of the same kind, too.
      devices = 1;
    }
    try {
      long begin = System.nanoTime();
      code = Compiler.of(probe.library()).compile("selftest.hip", Kernels.SOURCE, architecture);
      long millis = (System.nanoTime() - begin) / 1_000_000;
      ledger.facts.put("compile", "in " + millis + " ms, for " + architecture);
    } catch (WorkFailure | UnsatisfiedLinkError e) {
      ledger.failures.put("compile", String.valueOf(e.getMessage()));
    }
  }

  /** All of it, with an agent from the start. */
  void whole(Recordings recordings) throws IOException {
    Scenarios scenarios = new Scenarios(hip, code, devices);
    start(recordings, "first");
    scenarios.all();
    scenarios.serial("launch and wait", SERIAL);
    stop(recordings);
    for (String name : List.of("second", "third")) {
      scenarios.serial("between recordings", SERIAL / 4);
      start(recordings, name);
      scenarios.some("recordings that start and stop", false);
      scenarios.serial("launch and wait", SERIAL);
      stop(recordings);
    }
  }

  /** What a launch takes, untraced and traced in turn. */
  void cost(Recordings recordings) throws IOException {
    hip.scenario("cost");
    if (code == null) {
      ledger.scenarios.put("cost", "no kernel could be compiled");
      return;
    }
    ledger.scenarios.put("cost", "");
    try {
      Kernels kernels = new Kernels(hip, code, 0);
      Pointer spin = kernels.function(Kernels.SPIN);
      Object[] launch =
          kernels.arguments(spin, List.of(1, 1, 1), List.of(64, 1, 1), 0, GpuStream.ofDevice(0));
      batch("warm-up", WARM_UP, launch);
      ledger.launches.remove("warm-up");
      for (int pair = 0; pair < PAIRS; pair++) {
        batch("untraced", BATCH, launch);
        recordings.startUnread();
        batch("traced", BATCH, launch);
        recordings.stopUnread();
      }
      kernels.free();
    } catch (WorkFailure e) {
      ledger.failures.put("cost", e.getMessage());
    }
  }

  private void batch(String name, int launches, Object[] launch) {
    List<Long> nanos = ledger.launches.computeIfAbsent(name, key -> new ArrayList<>());
    for (int i = 0; i < launches; i++) {
      nanos.add(hip.time("hipModuleLaunchKernel", launch));
      if (i % 100 == 99) {
        hip.time("hipDeviceSynchronize");
      }
    }
  }

  /** Before an agent comes. */
  void early() {
    new Scenarios(hip, code, devices).some("before the agent", false);
  }

  /** And after. */
  void late(Recordings recordings) throws IOException {
    Scenarios scenarios = new Scenarios(hip, code, devices);
    start(recordings, "late");
    scenarios.some("late attach", true);
    scenarios.serial("launch and wait", SERIAL);
    stop(recordings);
  }

  private void start(Recordings recordings, String name) throws IOException {
    recordings.start(name);
    hip.recording(name);
  }

  private void stop(Recordings recordings) throws IOException {
    hip.recording("");
    recordings.stop();
  }
}
