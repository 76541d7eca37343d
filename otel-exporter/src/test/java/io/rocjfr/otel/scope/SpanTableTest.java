// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.SpanContextSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SpanTableTest {
  private static final int WAYS = 8;
  private static final int BITS = 4;
  private static final int SIZE = WAYS << BITS;

  private final SpanTable table = new SpanTable(BITS);

  private static String traceId(long id) {
    return String.format("%016x%016x", id * 3, id * 5);
  }

  private int open(long id) {
    return table.open(id, traceId(id), 1);
  }

  private static SpanContextSource.Context contextOf(long id) {
    return new SpanContextSource.Context(id * 3, id * 5, 1);
  }

  /** Whoever asks: the span is found by its id alone. */
  @Test
  void isFoundWhicheverThreadAsks() {
    table.close(open(7), 7);
    assertThat(table.find(7, 1)).isEqualTo(contextOf(7));
    assertThat(table.find(7, -1)).isEqualTo(contextOf(7));
    assertThat(table.find(8, 1)).isNull();
    assertThat(table.find(0, 1)).isNull();
  }

  @Test
  void oneThatIsCurrentOutlivesAnyNumberOfOthers() {
    open(1_000_003);
    open(1_000_003); // on two threads
    table.close(open(1_000_003), 1_000_003);
    for (long id = 1; id <= 100L * SIZE; id++) {
      table.close(open(id), id);
    }
    assertThat(table.find(1_000_003, 1)).isEqualTo(contextOf(1_000_003));
    assertThat(table.find(1, 1)).as("long closed").isNull();
    assertThat(table.find(100L * SIZE, 1)).isNotNull();
  }

  /** Scopes that are never closed, as of threads that ended: the table stays as large as it is. */
  @Test
  void whereAllAreCurrentTheOldestGoes() {
    for (long id = 1; id <= 10L * SIZE; id++) {
      assertThat(open(id)).isBetween(0, SIZE - 1);
    }
    assertThat(table.find(10L * SIZE, 1)).isEqualTo(contextOf(10L * SIZE));
    int found = 0;
    for (long id = 1; id <= 10L * SIZE; id++) {
      found += table.find(id, 1) == null ? 0 : 1;
    }
    assertThat(found).isEqualTo(SIZE);
  }

  /** One that was replaced is not closed in its successor's place. */
  @Test
  void closingComparesTheId() {
    int at = open(1);
    long other = 2;
    while (open(other) != at) {
      other++;
    }
    table.close(at, 1);
    for (long id = other + 1; id <= other + 2L * WAYS; id++) {
      table.close(open(id + (1L << 40)), id + (1L << 40));
    }
    assertThat(table.find(other, 1)).isEqualTo(contextOf(other));
  }

  @Test
  void threadsThatWriteAtOnceNeverMixSpans() throws InterruptedException {
    AtomicInteger wrong = new AtomicInteger();
    AtomicInteger found = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      long first = t * 1_000_000L + 1;
      threads.add(
          new Thread(
              () -> {
                for (long id = first; id < first + 200_000; id++) {
                  int at = open(id);
                  SpanContextSource.Context context = table.find(id, 1);
                  if (context != null) {
                    (context.equals(contextOf(id)) ? found : wrong).incrementAndGet();
                  }
                  table.close(at, id);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).hasValue(0);
    assertThat(found.get()).isGreaterThan(400_000);
  }
}
