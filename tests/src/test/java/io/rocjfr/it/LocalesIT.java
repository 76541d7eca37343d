// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.Whole;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands print the same whatever the user's language: other digits, other decimal points. */
class LocalesIT {
  @TempDir Path folder;

  @Test
  void theOutputIsTheSame() {
    Path file = folder.resolve("demo.jfr");
    new Jvm(Jdk.JAVA_17).agent().recordInto(file).startDemo().finish().expectStatus(0);
    for (String command : new String[] {"summary", "report"}) {
      String english = run("en", command, file);
      assertThat(english).containsPattern("\\d\\.\\d+ m?s");
      for (String language : Whole.oneOfEachPair("ar-EG", "fa-IR", "de-DE", "tr-TR", "hi-IN")) {
        assertThat(run(language, command, file)).as(language).isEqualTo(english);
      }
    }
  }

  private static String run(String language, String command, Path file) {
    String[] parts = language.split("-", -1);
    Jvm jvm = new Jvm(Jdk.JAVA_17).options("-Duser.language=" + parts[0]);
    if (parts.length > 1) {
      jvm.options("-Duser.country=" + parts[1]);
    }
    return jvm.rocjfrHere(command, file.toString()).outText();
  }
}
