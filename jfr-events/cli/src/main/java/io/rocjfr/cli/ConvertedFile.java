// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.convert.Conversion;
import io.rocjfr.cli.convert.PerfettoFile;
import io.rocjfr.cli.convert.RocpdFile;
import io.rocjfr.cli.parquet.ParquetFolder;
import io.rocjfr.recording.FileReport;
import io.rocjfr.recording.Progress;
import io.rocjfr.recording.RecordingFiles;
import io.rocjfr.recording.RecordingScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Recordings in the form of other tools, which the ending of the name says: a file, or a folder.
 */
final class ConvertedFile {
  private interface Form {
    Conversion to(Path file) throws IOException;
  }

  private static final Map<String, Form> FORMS = new LinkedHashMap<>();

  // Lambdas: this class is loaded where java.sql is missing, too.
  static {
    FORMS.put(".pftrace", PerfettoFile::new);
    FORMS.put(".perfetto-trace", PerfettoFile::new);
    FORMS.put(".db", file -> new RocpdFile(file));
  }

  private final Form form;
  private final Output place;
  private final Map<String, String> problems = new LinkedHashMap<>();
  private final List<String> passedOver = new ArrayList<>();
  private long events;
  private long bytes;
  private long withoutTimes;
  private boolean found;

  private ConvertedFile(Form form, Output place) {
    this.form = form;
    this.place = place;
  }

  /** Whether it is a form by the ending of its name, or a folder. */
  static boolean canBe(Path wanted) {
    return form(wanted) != null || isFolder(wanted);
  }

  private static boolean isFolder(Path wanted) {
    return Files.isDirectory(wanted)
        || !wanted.toAbsolutePath().normalize().getFileName().toString().contains(".");
  }

  private static Form form(Path wanted) {
    String name = wanted.toString().toLowerCase(Locale.ROOT);
    return FORMS.entrySet().stream()
        .filter(form -> name.endsWith(form.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(null);
  }

  /** Ends the command if it is no form, or nothing can be written there. */
  static ConvertedFile of(Path wanted) {
    Form form = form(wanted);
    if (form != null && !Files.isDirectory(wanted)) {
      return new ConvertedFile(form, OutputFile.of(wanted));
    }
    if (isFolder(wanted)) {
      return new ConvertedFile(ParquetFolder::new, OutputFolder.of(wanted));
    }
    OutputForms.refuse(wanted);
    throw new UserError(
        wanted
            + ": the ending of this name is unknown. Use -o FILE.pftrace for Perfetto, -o"
            + " FILE.db for AMD's rocpd, or -o FOLDER for Parquet files.");
  }

  /** Makes it. Nothing is written if there is nothing of rocjfr. */
  void make(List<RecordingFiles.Named> files, Progress progress) {
    place.make(
        part -> {
          Conversion conversion = form.to(part);
          try (conversion) {
            for (RecordingFiles.Named one : files) {
              conversion.beginFile(one.shown(), one.file());
              FileReport report =
                  new RecordingScanner(conversion::add, conversion::addOther, progress)
                      .scan(one.file())
                      .named(one.shown());
              conversion.endFile(report);
              events += report.ownEvents();
              found |= report.knowsOurs();
              if (report.problem() != null) {
                problems.put(one.shown().toString(), report.problem());
              }
            }
            if (found) {
              conversion.finish();
            }
          }
          if (found) {
            bytes = conversion.bytes(part);
            withoutTimes = conversion.withoutTimes();
            for (FileReport report : conversion.passedOver()) {
              events -= report.ownEvents();
              passedOver.add(report.file().toString());
            }
          }
          return found;
        });
  }

  /** What is wrong with files, by what the user called them. */
  Map<String, String> problems() {
    return problems;
  }

  /** Files of which another one holds all. */
  List<String> passedOver() {
    return passedOver;
  }

  /** How much work it lacks, since nobody told its times. */
  long withoutTimes() {
    return withoutTimes;
  }

  boolean found() {
    return found;
  }

  long events() {
    return events;
  }

  long bytes() {
    return bytes;
  }
}
