// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** A native thread that is attached to the JVM several times acts as another one each time. */
class AttachmentsIT {
  @TempDir Path folder;

  private Flight run(Jdk jdk, Map<String, Long> ids) {
    Path recording = folder.resolve("attachments.jfr");
    Program.Finished finished =
        new Jvm(jdk)
            .agent()
            .withoutGpu()
            .recordInto(recording)
            .start("io.rocjfr.load.Attachments", Product.library("libattach.so").toString())
            .finish()
            .expectStatus(0);
    assertThat(finished.outText()).contains("attachments: true");
    for (String line : finished.out()) {
      if (line.startsWith("attached: ")) {
        String[] words = line.split(" ", -1);
        ids.put(words[1], Long.parseLong(words[2]));
      }
    }
    return Flight.read(recording);
  }

  @OnEachJdk
  void whatOneLeavesBehindIsNotTheNextOnes(Jdk jdk) {
    Map<String, Long> ids = new HashMap<>();
    Flight flight = run(jdk, ids);
    assertThat(ids).containsOnlyKeys("A", "B", "C");
    List<String> marks =
        flight.of("rocjfr.RoctxMark").stream()
            .map(
                mark ->
                    mark.text("message")
                        + " of "
                        + (mark.javaThreadId() == -1 ? "native" : name(mark, ids))
                        + " in "
                        + mark.externalId()
                        + " at "
                        + mark.number("depth"))
            .collect(Collectors.toList());
    assertThat(marks)
        .containsExactly(
            "before of native in 0 at 0",
            "as A of A in 0 at 1",
            "within A of A in 65 at 2",
            "as B of B in 0 at 1",
            "between of native in 0 at 1",
            "as C of C in 0 at 1",
            "within C of C in 67 at 2",
            "after of native in 0 at 0");
    assertThat(flight.of("rocjfr.RoctxRange"))
        .extracting(range -> range.text("message") + " at " + range.number("depth"))
        .containsExactly("native range at 0");
  }

  /** Its name, where the id is that of the thread of this name, too. */
  private static String name(Activity mark, Map<String, Long> ids) {
    return ids.getOrDefault(mark.threadName(), -2L) == mark.javaThreadId()
        ? mark.threadName()
        : mark.threadName() + "?" + mark.javaThreadId();
  }
}
