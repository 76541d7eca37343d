// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The live export at half a million spans a second on two cores, of which none may be dropped. By
 * hand, on a machine that does nothing else: tests/it.sh OtelThroughputCheck;
 * JAVA_OPTIONS=-Drocjfr.rate=N.
 */
@Isolated
class OtelThroughputCheck {
  @Test
  void halfAMillionSpansASecond() {
    int rate = Integer.getInteger("rocjfr.rate", 500_000);
    Program.Finished finished =
        new Jvm(Jdk.JAVA_17)
            .bothCompilers()
            .withoutGpu()
            .agent("ring=16m", "memory=256m")
            .options("-Xmx512m")
            .withOpenTelemetry()
            .environment("LD_LIBRARY_PATH", Product.library("stubhip-tracer").toString())
            .start("io.rocjfr.load.LiveThroughput", "rate=" + rate, "seconds=10")
            .finish()
            .expectStatus(0);
    System.out.println(finished.outText());
    assertThat(finished.errText()).doesNotContain("rocjfr:");
    assertThat(finished.outText()).contains("queue_full=0", "export_failed=0", "lost 0 (");
  }
}
