// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.scope;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.SpanContextSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SpanWordsTest {
  private static final int OVERWRITES = 3_000_000;
  private static final String[] TRACES =
      LongStream.range(0, 1024).mapToObj(i -> traceId(i * 3, i * 5)).toArray(String[]::new);

  private static String traceId(long high, long low) {
    return String.format("%016x%016x", high, low);
  }

  /** A reader sees the whole of one span or nothing, while the writer overwrites it. */
  @Test
  void readsAreWhole() throws InterruptedException {
    SpanWords words = new SpanWords(2);
    AtomicBoolean ended = new AtomicBoolean();
    AtomicLong latest = new AtomicLong(1);
    AtomicLong torn = new AtomicLong();
    AtomicLong whole = new AtomicLong();
    Thread reader =
        new Thread(
            () -> {
              while (!ended.get()) {
                long id = latest.get();
                SpanContextSource.Context span = words.get(1, id);
                if (span != null) {
                  boolean fits =
                      span.traceIdHigh() == (id & (TRACES.length - 1)) * 3
                          && span.traceIdLow() == (id & (TRACES.length - 1)) * 5
                          && span.traceFlags() == (int) (id & 0xFF);
                  (fits ? whole : torn).incrementAndGet();
                }
              }
            });
    reader.start();
    // Goes on until the reader has had a processor, too.
    for (long id = 1; id <= OVERWRITES || (whole.get() == 0 && reader.isAlive()); id++) {
      words.replace(1, id, TRACES[(int) id & (TRACES.length - 1)], (int) (id & 0xFF));
      latest.lazySet(id);
    }
    ended.set(true);
    reader.join();
    assertThat(torn).hasValue(0);
    assertThat(whole.get()).isPositive();
    assertThat(words.get(0, 7)).isNull();
  }
}
