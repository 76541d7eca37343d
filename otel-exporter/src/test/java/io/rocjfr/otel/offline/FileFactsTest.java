// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFactsTest {
  @Name("rocjfr.TracerStatus")
  static final class Status extends Event {
    String version;
    long processKey;
  }

  @TempDir Path folder;

  private static void status(long key, String version) {
    Status status = new Status();
    status.processKey = key;
    status.version = version;
    status.commit();
  }

  /** A chunk begins before HIP is loaded, and a file may be put together of several processes'. */
  @Test
  void eachProcessHasTheVersionThatItSaysLater() throws Exception {
    Path file = folder.resolve("status.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      status(5, "");
      status(5, "6.4.0");
      status(5, null);
      status(8, "");
      status(9, "7.2.0");
      recording.dump(file);
    }
    FileFacts facts = FileFacts.of(file);
    assertThat(facts.processKey()).isEqualTo(5);
    assertThat(facts.runtimeVersion(5)).isEqualTo("6.4.0");
    assertThat(facts.runtimeVersion(8)).isEmpty();
    assertThat(facts.runtimeVersion(9)).isEqualTo("7.2.0");
    FileFacts none = FileFacts.of(folder.resolve("missing.jfr"));
    assertThat(none.processKey()).isZero();
    assertThat(none.runtimeVersion(0)).isEmpty();
  }
}
