// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.cli.report.Analysis;
import io.rocjfr.cli.report.Finding;
import io.rocjfr.cli.report.Section;
import io.rocjfr.figures.Units;
import io.rocjfr.recording.CheckedRecording;
import io.rocjfr.recording.Chunk;
import io.rocjfr.recording.RecordingFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the rules say of a recording.
 *
 * @param findings the worst first
 * @param problem what kept it from judging the whole file, or null
 */
record Judgement(List<Finding> findings, String problem) {
  /** The rules hold all events at once: for a million 1 GiB was enough, and half of it was not. */
  private static final long BYTES_AN_EVENT = 1000;

  /**
   * Why the rules cannot hold so many events in so much memory; null if they may. To try takes
   * minutes.
   */
  static String tooMuch(long events, long memory) {
    long needed = events * BYTES_AN_EVENT;
    return needed <= memory
        ? null
        : "is not judged, because the rules need about "
            + Units.bytes(needed)
            + " of memory"
            + " for it. To judge it: ROCJFR_JAVA_OPTS=-Xmx"
            + (needed / (1L << 30) + 1)
            + "g rocjfr ...";
  }

  /** What is wrong with the file, of which something may be known already; null if nothing is. */
  String with(String known) {
    if (problem == null) {
      return known;
    }
    return known == null ? problem : (known.endsWith(".") ? known : known + ".") + " It " + problem;
  }

  static Judgement of(RecordingFiles.Named file) throws IOException {
    List<Section> whole = new ArrayList<>();
    for (Chunk chunk : CheckedRecording.of(file.file()).soundChunks()) {
      whole.add(new Section(chunk.offset(), chunk.bytes()));
    }
    if (whole.isEmpty()) {
      return new Judgement(List.of(), "cannot be judged: it has no whole chunk");
    }
    try {
      return new Judgement(Analysis.of(file.file(), file.shown(), whole), null);
    } catch (IOException e) {
      return new Judgement(List.of(), "cannot be judged: " + e.getMessage());
    } catch (OutOfMemoryError e) {
      return new Judgement(
          List.of(),
          "cannot be judged: there is not enough memory. Give it more: ROCJFR_JAVA_OPTS=-Xmx8g"
              + " rocjfr ...");
    }
  }
}
