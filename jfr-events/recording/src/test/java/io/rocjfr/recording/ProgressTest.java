// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.figures.Units;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final int LOOK = 1 << 14;
  private static final List<Chunk> CHUNKS =
      List.of(
          new Chunk(0, 300, 1_000, 500, 0, 1, true), new Chunk(300, 700, 2_000, 500, 0, 1, true));

  private final StringWriter text = new StringWriter();
  private long now;

  private Progress progress(boolean asked, boolean terminal) {
    Progress progress =
        new Progress(new TextOutput(new PrintWriter(text)), asked, terminal, () -> now);
    progress.begin(Path.of("folder/some.jfr"), 1_000, CHUNKS);
    return progress;
  }

  private static void read(Progress progress, int events, long begin) {
    for (int i = 0; i < events; i++) {
      progress.read(begin, Long::longValue);
    }
  }

  @Test
  void withoutATerminalALineComesEveryFewSeconds() {
    Progress progress = progress(true, false);
    read(progress, LOOK, 1_100);
    assertThat(text.toString()).isEmpty();
    for (int second = 1; second <= 12; second++) {
      now += TimeUnit.SECONDS.toNanos(1);
      read(progress, LOOK, second < 8 ? 1_100 : 2_100);
    }
    progress.end();
    assertThat(text.toString().lines())
        .containsExactly(
            "reading some.jfr 0 %, " + Units.count(6L * LOOK, "event", "events"),
            "reading some.jfr 30 %, " + Units.count(11L * LOOK, "event", "events"),
            "some.jfr: " + Units.count(13L * LOOK, "event", "events") + " read");
  }

  @Test
  void onATerminalOneLineChanges() {
    Progress progress = progress(true, true);
    for (int i = 0; i < 3; i++) {
      now += TimeUnit.MILLISECONDS.toNanos(200);
      read(progress, LOOK, 2_100);
    }
    progress.end();
    assertThat(text.toString()).doesNotContain("\n");
    assertThat(text.toString().split("\r")).filteredOn(line -> line.contains(" 30 %")).hasSize(3);
  }

  private List<String> percents() {
    return Pattern.compile("\\d+ %")
        .matcher(text.toString())
        .results()
        .map(MatchResult::group)
        .toList();
  }

  /** Events come in no order, and a call's stack may be of an earlier chunk than its work. */
  @Test
  void itNeverGoesBack() {
    Progress progress = progress(true, false);
    for (long begin : new long[] {1_100, 2_100, 1_100, 1_200, 2_100}) {
      now += TimeUnit.SECONDS.toNanos(6);
      read(progress, LOOK, begin);
    }
    assertThat(percents()).containsExactly("0 %", "30 %", "30 %", "30 %", "30 %");
  }

  @Test
  void whatIsReadTwiceIsHalfReadAfterTheFirstTime() {
    Progress progress = new Progress(new TextOutput(new PrintWriter(text)), true, false, () -> now);
    for (int pass = 1; pass <= 2; pass++) {
      progress.pass(pass, 2);
      progress.begin(Path.of("folder/some.jfr"), 1_000, CHUNKS);
      for (long begin : new long[] {1_100, 2_100}) {
        now += TimeUnit.SECONDS.toNanos(6);
        read(progress, LOOK, begin);
      }
    }
    assertThat(percents()).containsExactly("0 %", "15 %", "50 %", "65 %");
  }

  @Test
  void whoDidNotAskIsToldNothing() {
    Progress progress = progress(false, false);
    now += TimeUnit.MINUTES.toNanos(1);
    read(progress, LOOK, 2_100);
    progress.end();
    assertThat(text.toString()).isEmpty();
  }
}
