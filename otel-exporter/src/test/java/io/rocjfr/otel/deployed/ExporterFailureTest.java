// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An exporter that throws once, whatever it is. */
@Timeout(1800)
class ExporterFailureTest {
  private static final int CALLS = 10;

  private static Throwable make(String what) {
    return switch (what) {
      case "exception" -> new IOException("declared by nobody");
      case "error" -> new AssertionError("once");
      default -> new OutOfMemoryError("once");
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"exception", "error", "memory"})
  void whatItThrowsOnIsCountedAndTheNextGoes(String what) throws Exception {
    FakeAgent agent = new FakeAgent();
    Deployment application =
        new Deployment(ClassLoader.getPlatformClassLoader(), agent.functions());
    application.order("export", true);
    application.order("fail", make(what));
    agent.calls(CALLS);
    assertThat(application.order("flush")).isEqualTo(true);
    agent.calls(CALLS);
    assertThat(application.order("flush")).isEqualTo(true);
    assertThat((String) application.order("counts"))
        .contains("produced=20 exported=10 ")
        .contains("export_failed=10");
    application.order("shutdown");
    agent.calls(CALLS); // nobody listens
  }
}
