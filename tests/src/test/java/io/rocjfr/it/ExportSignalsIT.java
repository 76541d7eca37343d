// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command {@code export} says its counts when it is interrupted. */
class ExportSignalsIT {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void countsAreSaid(String signal, int status) throws InterruptedException, IOException {
    assumeThat(signal.equals("INT") && isIgnored(2))
        .as("SIGINT is ignored here, by a shell that started the build in the background")
        .isFalse();
    Path recording = folder.resolve("some.jfr");
    try (Program demo =
        new Jvm(Jdk.JAVA_17)
            .agent()
            .recordInto(recording)
            .startDemo("--iterations", "5", "--width", "64")) {
      demo.finish().expectStatus(0);
    }
    CountDownLatch asked = new CountDownLatch(1);
    FakeOtlp[] self = new FakeOtlp[1];
    try (FakeOtlp receiver =
            new FakeOtlp()
                .behave(
                    (number, spans) -> {
                      asked.countDown();
                      return self[0].hang();
                    });
        Program export = start(self, receiver, recording)) {
      assertThat(asked.await(10, TimeUnit.MINUTES)).as("the receiver was asked").isTrue();
      Program.run(List.of("kill", "-" + signal, Long.toString(export.pid()))).expectStatus(0);
      Program.Finished finished = export.finish().expectStatus(status);
      assertThat(finished.err())
          .contains("rocjfr: interrupted; so far:")
          .anyMatch(line -> line.matches("[1-9]\\d* activities, 0 spans exported.*, in .* s"));
    }
  }

  /** Whether this process, and so those that it starts, ignores a signal. */
  private static boolean isIgnored(int signal) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      String mask = lines.filter(line -> line.startsWith("SigIgn:")).findFirst().orElseThrow();
      return (Long.parseUnsignedLong(mask.substring(7).strip(), 16) >> (signal - 1) & 1) != 0;
    }
  }

  private static Program start(FakeOtlp[] self, FakeOtlp receiver, Path recording) {
    self[0] = receiver;
    receiver.start();
    return new Jvm(Jdk.JAVA_17)
        .startExport(
            "--endpoint", receiver.url(), "--protocol", "http/protobuf", recording.toString());
  }
}
