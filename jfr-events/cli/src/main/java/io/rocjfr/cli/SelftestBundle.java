// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** What {@code selftest} leaves for a bug report, without names of the user's. */
final class SelftestBundle {
  private final Path folder;
  private final SelftestReport report;
  private final Anonymous anonymous;

  /**
   * Makes one.
   *
   * @param folder with ledgers, logs and recordings
   */
  SelftestBundle(Path folder, SelftestReport report, Anonymous anonymous) {
    this.folder = folder;
    this.report = report;
    this.anonymous = anonymous;
  }

  void writeTo(OutputStream out) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      ByteArrayOutputStream json = new ByteArrayOutputStream();
      try (OutputStreamWriter writer = new OutputStreamWriter(json, StandardCharsets.UTF_8);
          JsonGenerator generator = new JsonFactory().createGenerator(writer)) {
        generator.useDefaultPrettyPrinter();
        report.writeTo(generator);
      }
      put(zip, "selftest.json", json.toByteArray());
      List<Path> files = new ArrayList<>();
      try (Stream<Path> all = Files.walk(folder)) {
        all.filter(Files::isRegularFile).sorted().forEach(files::add);
      }
      for (Path file : files) {
        put(zip, folder.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
  }

  /** Names are replaced in all of it: names of the same length, so that recordings stay whole. */
  private void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    zip.putNextEntry(new ZipEntry(name));
    zip.write(anonymous.without(bytes));
    zip.closeEntry();
  }
}
