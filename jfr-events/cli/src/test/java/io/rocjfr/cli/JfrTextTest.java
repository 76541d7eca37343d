// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JfrTextTest {
  @Test
  void quotes() {
    assertThat(JfrText.quoted("/a, b/it's.jfr")).isEqualTo("\"/a, b/it's.jfr\"");
    assertThat(JfrText.quoted("/a/\"b\".jfr")).isEqualTo("'/a/\"b\".jfr'");
    assertThatThrownBy(() -> JfrText.quoted("/it's/\"b\".jfr")).isInstanceOf(UserError.class);
  }

  /** As JVMs of 17 and 25 say it. */
  @Test
  void whatIsWritten() {
    assertThat(JfrText.saysDumped("Dumped recording \"a\", 3.7 MB written to:\n\n/tmp/y.jfr"))
        .isTrue();
    assertThat(JfrText.saysDumped("Conversion = 'p'")).isTrue();
    assertThat(JfrText.saysDumped("Format specifier '%s'")).isTrue();
    assertThat(JfrText.saysDumped("Dump failed. Could not copy recording data.")).isFalse();
    assertThat(JfrText.saysDumped("Command executed successfully")).isFalse();
  }
}
