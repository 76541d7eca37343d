// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of values of options that the exporter does not take. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ExportOptionsTest {
  @ParameterizedTest
  @CsvSource({
    "--compression, zip, 'no exporter: Unsupported compressionMethod'",
    "--protocol, carrier-pigeon, 'no exporter: Unsupported OTLP traces protocol: carrier-pigeon'",
    "--certificate, /nowhere.pem, 'no exporter: Invalid OTLP certificate/key path: /nowhere.pem'",
    "--endpoint, nowhere, '--endpoint must be a URL such as http://localhost:4317, not nowhere'",
  })
  void theMessageSaysWhichIsWrong(String option, String value, String message) {
    expect(message, option, value);
  }

  /** Who opens it waits, or reads for ever. */
  @ParameterizedTest
  @ValueSource(strings = {"--certificate", "--client-certificate", "--client-key"})
  void certificatesThatAreNoFiles(String option, @TempDir Path folder) throws IOException {
    Path pipe = folder.resolve("pipe.pem");
    Process made = new ProcessBuilder("mkfifo", pipe.toString()).inheritIO().start();
    assertThat(made.onExit().join().exitValue()).isZero();
    for (Path file : List.of(pipe, folder, Path.of("/dev/zero"))) {
      expect(option + " must name a file, not " + file, option, file.toString());
    }
  }

  private static void expect(String message, String option, String value) {
    StringWriter printed = new StringWriter();
    int code =
        ExportMain.run(
            new PrintWriter(printed), new PrintWriter(printed), option, value, "some.jfr");
    assertThat(code).isEqualTo(2);
    assertThat(printed.toString()).contains(message).doesNotContain("Unexpected");
  }
}
