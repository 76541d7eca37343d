// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said of values of options that the exporter does not take. */
class ExportOptionsTest {
  @ParameterizedTest
  @CsvSource({
    "--compression, zip, 'no exporter: Unsupported compressionMethod'",
    "--protocol, carrier-pigeon, 'no exporter: Unsupported OTLP traces protocol: carrier-pigeon'",
    "--certificate, /nowhere.pem, 'no exporter: Invalid OTLP certificate/key path: /nowhere.pem'",
    "--endpoint, nowhere, '--endpoint must be a URL such as http://localhost:4317, not nowhere'",
  })
  void theMessageSaysWhichIsWrong(String option, String value, String message) {
    StringWriter printed = new StringWriter();
    int code =
        ExportMain.run(
            new PrintWriter(printed), new PrintWriter(printed), option, value, "some.jfr");
    assertThat(code).isEqualTo(2);
    assertThat(printed.toString()).contains(message).doesNotContain("Unexpected");
  }
}
