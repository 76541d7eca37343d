// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttachObstacleTest {
  private static String of(String command) {
    return AttachObstacle.of(List.of(command.split(" ", -1)));
  }

  @Test
  void aJvmThatTakesNoAgents() {
    assertThat(of("java -XX:-EnableDynamicAgentLoading Main"))
        .isEqualTo(
            "It was started with -XX:-EnableDynamicAgentLoading, so it accepts no agent. Start"
                + " the program with -javaagent:rocjfr.jar.");
    assertThat(of("java -XX:-EnableDynamicAgentLoading -XX:+EnableDynamicAgentLoading Main"))
        .isEmpty();
    assertThat(
            AttachObstacle.of(
                AttachObstacle.words(
                    List.of("java", "Main"),
                    Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g -XX:-EnableDynamicAgentLoading"))))
        .isNotEmpty();
    assertThat(of("java Main")).isEmpty();
  }

  @Test
  void aJvmWithoutTheModuleOfJfr() {
    String needed = "Start it with --add-modules jdk.jfr.";
    assertThat(of("java --limit-modules java.base Main")).endsWith(needed);
    assertThat(of("java --limit-modules=java.base,java.sql Main")).endsWith(needed);
    assertThat(of("java --limit-modules java.base,jdk.jfr Main")).isEmpty();
    assertThat(of("java --limit-modules java.base --add-modules jdk.jfr Main")).isEmpty();
    assertThat(of("java --limit-modules jdk.management.jfr Main")).as("requires it").isEmpty();
    assertThat(of("java --limit-modules java.base -m app/Main")).as("may require it").isEmpty();
  }

  @Test
  void aRuntimeWithoutModules() {
    assertThat(AttachObstacle.lacking("JAVA_VERSION=\"25\"\nMODULES=\"java.base java.logging\"\n"))
        .containsExactly("java.instrument", "jdk.jfr");
    assertThat(AttachObstacle.lacking("MODULES=\"java.base java.instrument jdk.jfr\"")).isEmpty();
    assertThat(AttachObstacle.lacking("JAVA_VERSION=\"25\"")).isEmpty();
  }
}
