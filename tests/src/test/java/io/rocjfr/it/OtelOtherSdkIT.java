// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.ExpectedSpans;
import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OtlpSpans;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An SDK of another version, whose internal packages are not those that we were built with. */
class OtelOtherSdkIT {
  private static final String INTERNAL = "io/opentelemetry/sdk/autoconfigure/spi/internal/";

  /** As long, so that a class file may have it instead. */
  private static final String ELSEWHERE = "io/opentelemetry/sdk/autoconfigure/spi/internaX/";

  @TempDir Path folder;

  /** Our jar, which looks for the SDK's internal classes where there are none. */
  private Path withoutInternals() throws IOException {
    Path made = folder.resolve("rocjfr-otel-elsewhere.jar");
    int changed = 0;
    try (JarFile jar = new JarFile(Product.otel().toFile());
        JarOutputStream out = new JarOutputStream(Files.newOutputStream(made))) {
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        byte[] bytes = jar.getInputStream(entry).readAllBytes();
        if (entry.getName().startsWith("io/rocjfr/") && entry.getName().endsWith(".class")) {
          String text = new String(bytes, StandardCharsets.ISO_8859_1);
          changed += text.contains(INTERNAL) ? 1 : 0;
          bytes = text.replace(INTERNAL, ELSEWHERE).getBytes(StandardCharsets.ISO_8859_1);
        }
        out.putNextEntry(new JarEntry(entry.getName()));
        out.write(bytes);
      }
    }
    assertThat(changed).as("classes of ours that use internal ones").isPositive();
    return made;
  }

  /** The application has its spans, and ours: what needs internals is for a file only. */
  @Test
  void missingInternalClassesBreakNothing() throws IOException {
    Path expect = folder.resolve("expect");
    Path jar = withoutInternals();
    try (FakeOtlp receiver = new FakeOtlp().keep().start()) {
      Program.Finished program =
          new Jvm(Jdk.JAVA_17)
              .agent("ring=4m")
              .withOpenTelemetry()
              .classPathFirst(jar)
              .environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
              .environment("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.base())
              .environment("OTEL_BSP_MAX_QUEUE_SIZE", "100000")
              .environment("OTEL_METRICS_EXPORTER", "none")
              .environment("OTEL_LOGS_EXPORTER", "none")
              .start(
                  "io.rocjfr.load.Traced",
                  "mode=auto",
                  "threads=4",
                  "traces=100",
                  "expect=" + expect)
              .finish()
              .expectStatus(0);
      OtlpSpans spans = receiver.spans();
      assertThat(spans.application()).hasSizeGreaterThan(400);
      ExpectedSpans.read(expect).check(spans);
      assertThat(program.errText()).doesNotContain("rocjfr:");
    }
  }
}
