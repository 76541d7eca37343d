// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** A sampler of the user's that does not return. */
@Timeout(value = 1800, threadMode = ThreadMode.SEPARATE_THREAD)
class SlowSamplerTest {
  private final FakeAgent agent = new FakeAgent();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch mayReturn = new CountDownLatch(1);

  private void sample() {
    asked.countDown();
    try {
      mayReturn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void holdsUpNoShutdown() throws Exception {
    Deployment application =
        new Deployment(ClassLoader.getPlatformClassLoader(), agent.functions());
    application.order("export", true);
    application.order("sampling", (Runnable) this::sample);
    Thread listener = new Thread(() -> agent.calls(1));
    listener.start();
    asked.await();
    assertThat(application.order("end")).isEqualTo(true);
    mayReturn.countDown();
    listener.join();
    assertThat(application.order("shutdown")).isEqualTo(true);
    assertThat((String) application.order("counts")).contains("produced=1 exported=1 ");
  }
}
