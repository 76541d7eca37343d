// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Events of work name their GPU, as HIP counts it and as the driver does: on the software GPU with
 * two sockets (nodes 0 and 1) and three GPUs (nodes 2 to 4, on the buses 3 to 5).
 */
class SeveralGpusIT {
  private static final String HIP = "HIP_VISIBLE_DEVICES";
  private static final String ROCR = "ROCR_VISIBLE_DEVICES";

  @TempDir Path folder;

  @OnEachJdk
  void allOfThem(Jdk jdk) {
    check(jdk, Map.of(), 2, 3, 4);
  }

  @Test
  void thoseThatHipShows() {
    check(Jdk.JAVA_17, Map.of(HIP, "2,0"), 4, 2);
  }

  @Test
  void thoseThatRocrShows() {
    check(Jdk.JAVA_17, Map.of(ROCR, "2,1"), 4, 3);
  }

  @Test
  void thoseThatBothShow() {
    check(Jdk.JAVA_17, Map.of(ROCR, "2,0", HIP, "1,0"), 2, 4);
  }

  /** The nodes are those of HIP's devices, in their order. */
  private void check(Jdk jdk, Map<String, String> variables, int... nodes) {
    Path file = folder.resolve("gpus.jfr");
    Jvm jvm =
        new Jvm(jdk)
            .agent()
            .recordInto(file)
            .environment("SOFTGPU_SOCKETS", "2")
            .environment("SOFTGPU_GPUS", "3");
    variables.forEach(jvm::environment);
    Program.Finished program = jvm.start("io.rocjfr.load.OnEachGpu").finish().expectStatus(0);
    List<String> said =
        program.outText().lines().filter(line -> line.startsWith("device ")).toList();
    assertThat(said).hasSize(nodes.length);
    SortedMap<String, Long> expected = new TreeMap<>();
    SortedMap<String, Long> calls = new TreeMap<>();
    for (int device = 0; device < nodes.length; device++) {
      assertThat(said.get(device))
          .as("the place on the bus, of which the runtime says it itself")
          .matches("device \\d+ \\d+ 0000:0" + (nodes[device] + 1) + ":.*");
      expected.put("device " + device + ", agent " + nodes[device], device + 1L);
      calls.put("device " + device, device + 1L);
    }
    Flight flight = Flight.read(file);
    assertThat(flight.lost()).isEmpty();
    assertThat(Flight.count(flight.dispatches(), SeveralGpusIT::place)).isEqualTo(expected);
    assertThat(Flight.count(flight.copies(), SeveralGpusIT::place)).isEqualTo(expected);
    assertThat(
            Flight.count(
                flight.calls().stream()
                    .filter(call -> call.text("function").equals("hipModuleLaunchKernel"))
                    .toList(),
                call -> "device " + call.number("device")))
        .isEqualTo(calls);
  }

  private static String place(Activity work) {
    return "device " + work.number("device") + ", agent " + work.number("agentId");
  }
}
