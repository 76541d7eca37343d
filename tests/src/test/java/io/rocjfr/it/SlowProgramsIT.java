// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Programs that are slow for one known reason: the first finding is that one, and what it could
 * give back is, by half at least, what the program measured itself. Both are shares of the same
 * recording, so that it does not matter how busy the machine is.
 */
class SlowProgramsIT {
  /** The overhead of a launch is in the launch and in the wait: the queue's part is its own. */
  private static final Set<String> OVERHEAD =
      Set.of("LaunchBound", "IdleWhileHostWaits", "QueueGaps");

  /** What lies between the program's clock and the call's. */
  private static final double TOLERANCE = 0.1;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "code, CodeLoading, startUp",
    "kernel, SynchronisationStalls, gpu",
    "batch, SynchronisationStalls, gpu",
    "result, SynchronisationStalls, gpu",
    "query, SynchronisationStalls, gpu",
    "threads, SynchronisationStalls, gpu",
    "small, SmallCopies, copy",
    "blocking, BlockingCopies, copy",
    "asynchronous, CopiesDominate, copy",
    "fill, CopiesDominate, copy",
    "host, HostWork, host",
    "launch, overhead, launch"
  })
  void theFirstFindingIsTheReason(String name, String rule, String bound) throws Exception {
    Path file = folder.resolve(name + ".jfr");
    Program.Finished program =
        new Jvm(Jdk.JAVA_17)
            .agent("ring=8m")
            .environment("SOFTGPU_COPY_MBPS", "2000")
            .start(
                "io.rocjfr.load.SlowPrograms", name, Product.settings().toString(), file.toString())
            .finish()
            .expectStatus(0);
    long truth =
        program.out().stream()
            .filter(line -> line.startsWith("truth "))
            .mapToLong(line -> Long.parseLong(line.substring("truth ".length())))
            .findFirst()
            .orElseThrow();
    JsonNode report =
        new ObjectMapper()
            .readTree(
                Jvm.rocjfr(Jdk.JAVA_17, "report", "--json", "--min-severity=na", file.toString())
                    .expectStatus(0)
                    .outText());
    JsonNode time = report.get("files").get(0).get("time");
    double known = truth / time.get("recordedNs").asDouble();
    double found = 0;
    String first = "";
    for (JsonNode result : report.get("results")) {
      String id = result.get("rule").asText().replace("rocjfr.", "");
      if (!result.has("share")) {
        continue; // of other things than time
      }
      first = first.isEmpty() ? id : first;
      boolean counts = rule.equals("overhead") ? OVERHEAD.contains(id) : rule.equals(id);
      found += counts ? result.get("share").asDouble() : 0;
    }
    System.out.printf(
        Locale.ROOT,
        "%-13s first %-22s found %4.1f %%, truth %4.1f %%  %s%n",
        name,
        first,
        100 * found,
        100 * known,
        time.get("sentence").asText());
    if (rule.equals("overhead")) {
      assertThat(first).as(report.toPrettyString()).isIn(OVERHEAD);
    } else {
      assertThat(first).as(report.toPrettyString()).isEqualTo(rule);
    }
    // A wait is longer than the work on a busy machine: its rest is the overhead's.
    assertThat(found).as(report.toPrettyString()).isBetween(known / 2, known + TOLERANCE);
    assertThat(time.get("bounds").get(bound + "Ns").asDouble() / time.get("recordedNs").asDouble())
        .as(time.toPrettyString())
        .isGreaterThan(found - TOLERANCE);
  }
}
