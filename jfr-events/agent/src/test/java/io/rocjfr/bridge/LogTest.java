// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class LogTest {
  /** Whatever is in a message, it is one line, and nothing of it acts on a terminal. */
  @Test
  void aMessageIsALineThatCanBeSeen() {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, UTF_8));
    try {
      Log.warn("a\u001b[31mb\nrocjfr: c\u202e", new IllegalStateException("d\u009b\re"));
    } finally {
      System.setErr(before);
    }
    assertThat(printed.toString(UTF_8))
        .isEqualTo(
            "rocjfr: a\\u{1b}[31mb\\nrocjfr: c\\u{202e}: java.lang.IllegalStateException:"
                + " d\\u{9b}\\re\n");
  }
}
