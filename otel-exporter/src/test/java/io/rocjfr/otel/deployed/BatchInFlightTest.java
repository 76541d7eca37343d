// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A scrape of the metrics while the exporter has a batch. */
@Timeout(1800)
class BatchInFlightTest {
  private static final int CALLS = 10;

  private final FakeAgent agent = new FakeAgent();
  private final CountDownLatch taken = new CountDownLatch(1);
  private final CountDownLatch mayReturn = new CountDownLatch(1);

  private void hold() {
    taken.countDown();
    try {
      mayReturn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("unchecked") // what it answers to this order
  private static Map<String, Long> scrape(Deployment application) {
    return (Map<String, Long>) application.order("scrape");
  }

  @Test
  void itWaitsInTheSumsAsWell() throws Exception {
    Deployment application =
        new Deployment(ClassLoader.getPlatformClassLoader(), agent.functions());
    application.order("export", true);
    application.order("exporting", (Runnable) this::hold);
    agent.calls(CALLS);
    taken.await();
    agent.calls(2 * CALLS); // and some that wait in the queue
    assertThat(scrape(application))
        .containsEntry("rocjfr.activities", 3L * CALLS)
        .containsEntry("rocjfr.spans.exported", 0L)
        .containsEntry("rocjfr.spans.dropped", 0L)
        .containsEntry("rocjfr.spans.waiting", 3L * CALLS);
    mayReturn.countDown();
    assertThat(application.order("flush")).isEqualTo(true);
    assertThat(scrape(application))
        .containsEntry("rocjfr.activities", 3L * CALLS)
        .containsEntry("rocjfr.spans.exported", 3L * CALLS)
        .containsEntry("rocjfr.spans.waiting", 0L);
    application.order("shutdown");
  }
}
