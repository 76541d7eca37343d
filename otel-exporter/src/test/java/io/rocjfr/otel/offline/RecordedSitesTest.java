// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sites as the agent's events say them, from files that are whole and that are not. */
class RecordedSitesTest {
  private static final String HERE = RecordedSitesTest.class.getName();

  @Name("rocjfr.LaunchSite")
  @StackTrace(true)
  static final class Site extends Event {
    long correlationId;
  }

  @Name("rocjfr.SourceFile")
  static final class SourceFile extends Event {
    String type;
    String file;
  }

  @TempDir Path folder;

  private static void site(long id) {
    Site site = new Site();
    site.correlationId = id;
    site.commit();
  }

  private static void other(long id) {
    site(id);
  }

  private Path record(int sites, boolean files) throws IOException {
    Path file = folder.resolve("sites.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      for (int id = 1; id <= sites; id++) {
        site(id);
      }
      other(-7);
      if (files) {
        SourceFile source = new SourceFile();
        source.type = HERE;
        source.file = "Written.kt";
        source.commit();
      }
      recording.dump(file);
    }
    return file;
  }

  @Test
  void eachCallHasItsFrame() throws Exception {
    RecordedSites sites = FileFacts.of(record(5000, true)).sites();
    for (long id = 1; id <= 5000; id++) {
      StackTraceElement site = sites.of(id);
      assertThat(site.getClassName()).isEqualTo(HERE);
      assertThat(site.getMethodName()).isEqualTo("site");
      assertThat(site.getFileName()).isEqualTo("Written.kt");
      assertThat(site.getLineNumber()).isPositive().isEqualTo(sites.of(-7).getLineNumber());
    }
    assertThat(sites.of(5001)).isNull();
    assertThat(sites.of(0)).isNull();
  }

  @Test
  void aFileThatIsNotKnownIsNotMadeUp() throws Exception {
    StackTraceElement site = FileFacts.of(record(1, false)).sites().of(1);
    assertThat(site.getClassName()).isEqualTo(HERE);
    assertThat(site.getFileName()).isNull();
  }

  @Test
  void whatIsReadableOfADamagedFileIsUsed() throws Exception {
    byte[] first = Files.readAllBytes(record(10, true));
    byte[] twice = Arrays.copyOf(first, 2 * first.length - 100);
    System.arraycopy(first, 0, twice, first.length, first.length - 100);
    Path file = folder.resolve("damaged.jfr");
    Files.write(file, twice);
    assertThat(FileFacts.of(file).sites().of(10).getFileName()).isEqualTo("Written.kt");
    Files.writeString(file, "no recording");
    assertThat(FileFacts.of(file).sites().of(10)).isNull();
    assertThat(FileFacts.of(folder.resolve("missing.jfr")).sites().of(10)).isNull();
    assertThat(new RecordedSites().of(10)).isNull();
  }
}
