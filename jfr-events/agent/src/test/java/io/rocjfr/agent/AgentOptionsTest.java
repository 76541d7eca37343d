// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocjfr.bridge.Log;
import io.rocjfr.bridge.TracerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentOptionsTest {

  @Test
  void hasDefaults() {
    assertThat(AgentOptions.parse(""))
        .isEqualTo(
            new AgentOptions(
                TracerOptions.RING,
                TracerOptions.MEMORY,
                false,
                TracerOptions.WAIT_MILLIS,
                null,
                false,
                false,
                Log.Level.WARN));
  }

  @Test
  void parsesAll() {
    assertThat(
            AgentOptions.parse(
                "ring=64k, memory=1G,lossless=true,lossless-wait=0,native=/x/y.so,"
                    + "openclProfiling=always,gpuMemory=always,log=info"))
        .isEqualTo(
            new AgentOptions(
                64 << 10, 1 << 30, true, 0, Path.of("/x/y.so"), true, true, Log.Level.INFO));
  }

  @Test
  void aRingLargerThanTheDefaultMemoryRaisesIt() {
    assertThat(AgentOptions.parse("ring=1m").memoryBytes()).isEqualTo(TracerOptions.MEMORY);
    assertThat(AgentOptions.parse("ring=256m").memoryBytes()).isEqualTo(4L << 30);
  }

  @Test
  void aRingIsNotLargerThanTheMemoryThatIsGiven() {
    assertThat(AgentOptions.parse("memory=3m").ringBytes()).isEqualTo(2 << 20);
    assertThatThrownBy(() -> AgentOptions.parse("memory=3m,ring=4m"))
        .hasMessageContaining("less than one ring of 4194304 bytes");
    assertThatThrownBy(() -> AgentOptions.parse("memory=3k"))
        .hasMessageContaining("less than one ring of 4096 bytes");
  }

  @Test
  void anUnknownOptionNamesTheValidOnes() {
    assertThatThrownBy(() -> AgentOptions.parse("rings=1m"))
        .hasMessageContaining("unknown option 'rings'")
        .hasMessageContaining("ring=SIZE")
        .hasMessageContaining("lossless-wait=MILLIS");
  }

  /** The table of docs/events.md: each option by its name, with its default. */
  @Test
  void theOptionsAreDocumented() throws Exception {
    Map<String, String> documented = new TreeMap<>();
    Path page = Path.of(System.getProperty("rocjfr.top"), "docs", "events.md");
    for (String line : Files.readAllLines(page)) {
      String[] cells = line.split("\\s*\\|\\s*", -1);
      if (cells.length == 6 && cells[1].equals("agent")) {
        documented.put(cells[2].replace("`", ""), cells[4].replace("`", ""));
      }
    }
    Map<String, String> valid = new TreeMap<>();
    Matcher option = Pattern.compile("([\\w-]+)=[^(]*\\(([^)]*)\\)").matcher(AgentOptions.VALID);
    while (option.find()) {
      valid.put(option.group(1), option.group(2).replaceFirst(".*\\bdefault ", ""));
    }
    assertThat(documented.keySet()).isEqualTo(valid.keySet()).hasSizeGreaterThan(6);
    documented.remove("native"); // has none
    documented.forEach((name, value) -> assertThat(valid.get(name)).as(name).isEqualTo(value));
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
