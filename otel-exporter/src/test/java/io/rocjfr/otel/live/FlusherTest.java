// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.common.CompletableResultCode;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(1800)
class FlusherTest {
  private final Semaphore begun = new Semaphore(0);
  private final Semaphore mayEnd = new Semaphore(0);
  private final AtomicInteger flushes = new AtomicInteger();

  private boolean flush() {
    flushes.incrementAndGet();
    begun.release();
    mayEnd.acquireUninterruptibly();
    return true;
  }

  @Test
  void thoseWhoAskMeanwhileShareTheNext() {
    Flusher flusher = new Flusher(this::flush);
    CompletableResultCode first = flusher.flush();
    begun.acquireUninterruptibly();
    CompletableResultCode second = flusher.flush();
    assertThat(second).as("what happened since is not the first's").isNotSameAs(first);
    for (int i = 0; i < 1000; i++) {
      assertThat(flusher.flush()).isSameAs(second);
    }
    mayEnd.release(2);
    assertThat(first.join(10, TimeUnit.MINUTES).isSuccess()).isTrue();
    assertThat(second.join(10, TimeUnit.MINUTES).isSuccess()).isTrue();
    assertThat(flushes).hasValue(2);
    mayEnd.release();
    assertThat(flusher.flush().join(10, TimeUnit.MINUTES).isSuccess()).isTrue();
  }

  @Test
  void whatFollowsAFlushMayThrow() {
    Flusher flusher = new Flusher(this::flush);
    CompletableResultCode first = flusher.flush();
    first.whenComplete(
        () -> {
          throw new IllegalStateException("the user's");
        });
    begun.acquireUninterruptibly();
    CompletableResultCode second = flusher.flush();
    mayEnd.release(2);
    assertThat(second.join(10, TimeUnit.MINUTES).isSuccess()).isTrue();
  }

  @Test
  void whatThrowsHasNotDoneIt() {
    AtomicInteger calls = new AtomicInteger();
    Flusher flusher =
        new Flusher(
            () -> {
              if (calls.incrementAndGet() == 1) {
                throw new LinkageError("once");
              }
              return true;
            });
    assertThat(flusher.flush().join(10, TimeUnit.MINUTES).isSuccess()).isFalse();
    assertThat(flusher.flush().join(10, TimeUnit.MINUTES).isSuccess()).isTrue();
  }
}
