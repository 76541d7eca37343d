// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of platform threads, in what stands for the tracer's memory. */
class ExternalCorrelationTest {
  private static final int CAPACITY = 63;

  private final ByteBuffer memory =
      ByteBuffer.allocateDirect(8 * (1 + CAPACITY)).order(ByteOrder.nativeOrder());

  @BeforeEach
  void connect() {
    Link.tooDeep = new LongAdder();
    Link.externalStack = () -> memory;
  }

  @AfterEach
  void disconnect() {
    Link.externalStack = null;
    Link.tooDeep = null;
  }

  /** What the tracer reads. */
  private long read() {
    long depth = memory.getLong(0);
    return depth <= 0 || depth > CAPACITY ? 0 : memory.getLong(8 * (int) depth);
  }

  /** On a thread of its own, since a thread keeps what it has found. */
  private static void onThread(Runnable test) throws Exception {
    CompletableFuture.runAsync(test, command -> new Thread(command).start())
        .get(10, TimeUnit.MINUTES);
  }

  private void readDown(int from) {
    for (int depth = from; depth >= 0; depth--) {
      assertThat(read()).isEqualTo(depth <= CAPACITY ? depth : 0);
      ExternalCorrelation.pop();
    }
    assertThat(memory.getLong(0)).isZero();
  }

  @Test
  void beyond63ThereIsNoneAndThoseBelowStay() throws Exception {
    onThread(
        () -> {
          for (int depth = 1; depth <= 100; depth++) {
            ExternalCorrelation.push(depth);
            assertThat(read()).isEqualTo(depth <= CAPACITY ? depth : 0);
          }
          assertThat(ExternalCorrelation.tooDeep()).isEqualTo(37);
          readDown(100);
        });
  }

  @Test
  void theStackOfAThreadIsTheSame() throws Exception {
    onThread(
        () -> {
          ExternalCorrelation.ThreadStack ids = ExternalCorrelation.ofThisThread();
          for (int depth = 1; depth <= 100; depth++) {
            ids.push(depth);
          }
          assertThat(ids.height()).isEqualTo(100);
          assertThat(ExternalCorrelation.tooDeep()).isEqualTo(37);
          ids.popTo(65);
          readDown(65);
        });
  }
}
