// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * The advice of docs/troubleshooting.md, which the harness follows: hiprtc compiles whatever the
 * JVM's signals.
 */
class SignalsIT {
  private static final int KERNELS = 3;

  @TempDir Path folder;

  @OnEachJdk(always = true)
  void kernelsCompileWhileTheJvmTakesItsSignals(Jdk jdk) {
    Jvm jvm = new Jvm(jdk).agent().recordInto(folder.resolve("signals.jfr"), Path.of("profile"));
    try (Program program =
        jvm.start("io.rocjfr.load.CompileUnderFaults", Integer.toString(KERNELS))) {
      assertThat(program.finish().expectStatus(0).outText())
          .containsPattern("compiled " + KERNELS + ", faults [1-9]\\d");
    }
  }
}
