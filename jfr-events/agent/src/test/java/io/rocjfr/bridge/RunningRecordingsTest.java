// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RunningRecordingsTest {
  private final RunningRecordings recordings = new RunningRecordings();

  @Test
  void someMayRunUntilJfrTells() {
    assertThat(recordings.any()).isTrue();
    assertThat(recordings.takeLapse()).isFalse();
  }

  @Test
  void theEndOfTheLastOneIsALapse() {
    recordings.started();
    recordings.ended(() -> true);
    assertThat(recordings.any()).isTrue();
    assertThat(recordings.takeLapse()).isFalse();
    recordings.ended(() -> false);
    assertThat(recordings.any()).isFalse();
    recordings.started();
    assertThat(recordings.any()).isTrue();
    assertThat(recordings.takeLapse()).as("it is seen after the next start").isTrue();
    assertThat(recordings.takeLapse()).as("once").isFalse();
  }

  /** JFR tells of the end on another thread than of the start. */
  @Test
  void anEndThatIsToldAfterALaterStartIsNone() {
    recordings.started();
    recordings.ended(
        () -> {
          recordings.started();
          return false;
        });
    assertThat(recordings.any()).isTrue();
    assertThat(recordings.takeLapse()).isFalse();
  }
}
