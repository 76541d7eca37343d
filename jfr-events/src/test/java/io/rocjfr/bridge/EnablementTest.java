// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EnablementTest {
  private boolean shown;
  private long nanos;
  private final Enablement enablement = new Enablement(() -> shown, () -> nanos);

  private void passMillis(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Test
  void offUntilItIsShown() {
    assertThat(enablement.lately()).isFalse();
    shown = true;
    assertThat(enablement.lately()).isTrue();
    assertThat(enablement.now()).isTrue();
  }

  @Test
  void aMomentOffIsNoEnd() {
    shown = true;
    enablement.now();
    shown = false;
    assertThat(enablement.now()).isFalse();
    assertThat(enablement.lately()).isTrue();
    passMillis(99);
    assertThat(enablement.lately()).isTrue();
    shown = true;
    assertThat(enablement.lately()).isTrue();
    shown = false;
    passMillis(99);
    assertThat(enablement.lately()).as("a new moment").isTrue();
  }

  @Test
  void offForLongIsTheEnd() {
    shown = true;
    enablement.now();
    shown = false;
    assertThat(enablement.lately()).as("the moment is counted from when it was noticed").isTrue();
    passMillis(100);
    assertThat(enablement.lately()).isFalse();
    assertThat(enablement.lately()).isFalse();
  }

  @Test
  void withoutARecordingWhatShowsIsMeant() {
    shown = true;
    enablement.now();
    shown = false;
    enablement.settle();
    assertThat(enablement.lately()).isFalse();
  }
}
