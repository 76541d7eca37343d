// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MainTest {
  @Test
  void helpNamesCommandsAndExitCodes() {
    CliRun run = CliRun.of("--help");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("summary", "attach", "Exit codes", "jcmd PID JFR.start");
    assertThat(CliRun.of("help", "summary").out()).contains("--json", "--fail-on-loss", "p99Ns");
    assertThat(CliRun.of("attach", "--help").out()).contains("EnableDynamicAgentLoading");
    assertThat(CliRun.of("--version").out()).startsWith("rocjfr ").contains("Java ");
  }

  @Test
  void misuseIsAnsweredInTwoLines() {
    assertThat(CliRun.of().err()).contains("Which command?", "--help");
    assertThat(CliRun.of("bogus").err())
        .contains("Unknown command bogus.", "record, run", "--help");
    assertThat(CliRun.of("--bogus").err()).contains("Unknown option: '--bogus'");
    assertThat(CliRun.of("list", "bogus").err()).doesNotContain("Unknown command");
    assertThat(CliRun.of().code()).isEqualTo(2);
    CliRun unknown = CliRun.of("sumary", "x.jfr");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("sumary", "Did you mean", "rocjfr summary?");
    CliRun option = CliRun.of("summary", "--jso", "x.jfr");
    assertThat(option.code()).isEqualTo(2);
    assertThat(option.err()).contains("--jso", "--json").hasLineCount(2);
    assertThat(option.out()).isEmpty();
  }
}
