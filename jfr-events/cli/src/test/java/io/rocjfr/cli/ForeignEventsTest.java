// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rocjfr.figures.Units;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Events of our names that are not as ours, each field of each missing or of each other type: no
 * command fails at them, counts them as ours, or takes the blame.
 */
class ForeignEventsTest {
  @TempDir static Path folder;
  private static Path foreign;
  private static Path other;
  private static ForeignEvents written;

  @BeforeAll
  static void record() throws Exception {
    foreign = folder.resolve("foreign.jfr");
    other = folder.resolve("other.jfr");
    written = ForeignEvents.record(foreign, true);
    assertThat(written.foreign).isGreaterThan(1_000);
    assertThat(ForeignEvents.record(other, false).ours).isGreaterThan(200);
  }

  private static CliRun run(String command, Path file) {
    List<Object> words = new ArrayList<>(List.of(command.split(" ", -1)));
    words.replaceAll(
        word -> word.toString().startsWith("out") ? folder.resolve(word.toString()) : word);
    words.add(1, file);
    return CliRun.of(words.toArray());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "summary",
        "summary --json",
        "report --min-severity na",
        "page -o out.html",
        "top",
        "top --memory",
        "flame --copies --collapsed",
        "flame --waits --pprof -o out.pb.gz",
        "flame -o out.html",
        "leaks",
        "convert -o out.pftrace",
        "convert -o out.db",
        "convert -o out-",
      })
  void areLeftOutAndCounted(String command) {
    CliRun run = run(command, foreign);
    assertThat(run.code()).as("%s", run.err()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            foreign
                + " holds "
                + Units.count(written.foreign, "event", "events")
                + " that have rocjfr's names, but that rocjfr did not write. They are left out: ")
        .doesNotContain("bug in rocjfr");
    CliRun same = run(command, other);
    assertThat(same.err()).doesNotContain("left out", "bug in rocjfr", "damaged");
  }

  @Test
  void onlyOursAreInTheFigures() throws Exception {
    JsonNode summary = CliRun.of("summary", "--json", foreign).json();
    assertThat(summary.get("kernels")).hasSize(1);
    assertThat(summary.get("kernels").get(0).get("count").asInt()).isEqualTo(1);
    assertThat(summary.get("copies")).isEmpty();
    assertThat(summary.get("apiCalls")).isEmpty();
    JsonNode file = summary.get("files").get(0);
    assertThat(file.get("rocjfrEvents").asInt()).isEqualTo(1 + 2); // and two of forgetStrings
    assertThat(file.get("problem").asText()).contains("left out");
  }

  /** As JMC's rules read them. */
  @Test
  void onlyOursAreJudged() {
    CliRun run = CliRun.of("report", "--min-severity", "na", foreign);
    assertThat(run.err()).doesNotContain("cannot be judged");
    assertThat(run.out()).as(run.err()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN})
  void whatIsNoNumberIsUnknown(double value) throws Exception {
    Path file = folder.resolve("telemetry.jfr");
    try (RecordingMaker maker = new RecordingMaker()) {
      maker.kernel("gemm", 0, 1, 0, 1_000_000);
      RecordingMaker.site("hipModuleLaunchKernel", 1, value).commit();
      maker.joinedKernel("gemm", 1, 0, 1_000_000);
      maker.live(1, "hipMalloc", 1 << 20, value, "app.Main.main(Main.java:4)");
      maker.refused(value);
      maker.telemetry(0, value, 1 << 20, value);
      maker.telemetry(0, 0.5, 1 << 20, 100);
      maker.dump(file);
    }
    Path page = folder.resolve("telemetry.html");
    assertThat(CliRun.of("page", file, "-o", page).code()).isZero();
    assertThat(PageData.text(Files.readString(page), "facts")).doesNotContain("Infinity", "NaN");
    Path flame = folder.resolve("flame.html");
    assertThat(CliRun.of("flame", file, "-o", flame).code()).isZero();
    assertThat(Files.readString(flame).replaceAll("(?s)<script>.*?</script>", ""))
        .doesNotContain("Infinity", "NaN");
    for (String command :
        new String[] {"summary --json", "report --json --min-severity na", "leaks --json"}) {
      CliRun run = run(command, file);
      assertThat(run.out()).as(command).doesNotContain("Infinity", "NaN");
      assertThat(run.json().isObject()).isTrue();
    }
    for (String command : new String[] {"top", "top --memory", "flame --collapsed"}) {
      CliRun run = run(command, file);
      assertThat(run.code()).as("%s: %s", command, run.err()).isZero();
      assertThat(run.out()).doesNotContain("Infinity", "NaN", "\ufffd", "9,223,372");
    }
    for (String to : new String[] {".pftrace", ".db", "-" + Double.isNaN(value) + (value > 0)}) {
      assertThat(CliRun.of("convert", file, "-o", folder.resolve("telemetry" + to)).code())
          .isZero();
    }
  }
}
