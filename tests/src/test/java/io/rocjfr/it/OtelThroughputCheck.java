// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The live export at half a million spans a second on two cores, of which none may be dropped. By
 * hand, on a machine that does nothing else: tests/it.sh OtelThroughputCheck;
 * JAVA_OPTIONS=-Drocjfr.rate=N.
 */
@Isolated
class OtelThroughputCheck {
  private static final Pattern SAID =
      Pattern.compile(
          "(?<made>\\d+) spans made in \\S+ s: (?<rate>\\d+) a second; (?<exported>\\d+) exported");

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
    Matcher said = SAID.matcher(finished.outText());
    assertThat(said.find()).isTrue();
    assertThat(Long.parseLong(said.group("exported")))
        .isEqualTo(Long.parseLong(said.group("made")));
    assertThat(Long.parseLong(said.group("rate"))).isGreaterThanOrEqualTo(rate * 99L / 100);
    assertThat(finished.outText()).contains("lost 0 (");
  }
}
