// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What rocjfr-default.jfc costs that may run always: under 1 % of a core at 1,000 launches a
 * second. By hand: tests/it.sh DefaultSettingsCheck; JAVA_OPTIONS=-Drocjfr.rate=N.
 */
@Isolated
class DefaultSettingsCheck {
  private static final double GOAL = 1.0;

  @OnEachJdk
  void underOnePercentOfACore(Jdk jdk) {
    Program.Finished finished =
        new Jvm(jdk)
            .bothCompilers()
            .withoutGpu()
            .agent()
            .environment("LD_LIBRARY_PATH", Product.library("stubhip-tracer").toString())
            .start(
                "io.rocjfr.load.SteadyLoad",
                Product.defaultSettings().toString(),
                "rate=" + Integer.getInteger("rocjfr.rate", 1000))
            .finish()
            .expectStatus(0);
    System.out.println(finished.outText());
    String line = finished.out().get(finished.out().size() - 1);
    assertThat(line).endsWith("lost {}");
    assertThat(Double.parseDouble(line.replaceAll("steady: added (\\S+) .*", "$1")))
        .isLessThan(GOAL);
  }
}
