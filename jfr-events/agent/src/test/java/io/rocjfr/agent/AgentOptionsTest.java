// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocjfr.bridge.Log;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentOptionsTest {

  @Test
  void hasDefaults() {
    assertThat(AgentOptions.parse(""))
        .isEqualTo(new AgentOptions(1 << 20, 64 << 20, false, 100, null, false, Log.Level.WARN));
  }

  @Test
  void parsesAll() {
    assertThat(
            AgentOptions.parse(
                "ring=64k, memory=1G,lossless=true,lossless-wait=0,native=/x/y.so,"
                    + "openclProfiling=always,log=info"))
        .isEqualTo(
            new AgentOptions(64 << 10, 1 << 30, true, 0, Path.of("/x/y.so"), true, Log.Level.INFO));
  }

  @Test
  void aRingLargerThanTheDefaultMemoryRaisesIt() {
    assertThat(AgentOptions.parse("ring=128m").memoryBytes()).isEqualTo(128 << 20);
  }

  @Test
  void anUnknownOptionNamesTheValidOnes() {
    assertThatThrownBy(() -> AgentOptions.parse("rings=1m"))
        .hasMessageContaining("unknown option 'rings'")
        .hasMessageContaining("ring=SIZE")
        .hasMessageContaining("lossless-wait=MILLIS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ring=3k",
        "ring=1k",
        "ring=512m",
        "ring=",
        "ring=x",
        "ring=-1",
        "ring=99999999999999999g",
        "memory=64k,ring=1m",
        "lossless=yes",
        "lossless-wait=10001",
        "lossless-wait=x",
        "native=",
        "openclProfiling=never",
        "log=loud"
      })
  void refusesBadValues(String text) {
    assertThatThrownBy(() -> AgentOptions.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("option ");
  }
}
