// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.sdk.trace.data.SpanData;
import io.rocjfr.otel.span.DropReason;
import io.rocjfr.otel.span.SpanCounts;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpanQueueTest {
  private final SpanCounts counts = new SpanCounts();

  private static SpanData span(String name) {
    return (SpanData)
        Proxy.newProxyInstance(
            SpanData.class.getClassLoader(),
            new Class<?>[] {SpanData.class},
            (proxy, method, arguments) -> name);
  }

  /** 3000 spans wrap round a ring that has grown once, in batches of at most 700. */
  @Test
  void firstInFirstOut() throws InterruptedException {
    SpanQueue queue = new SpanQueue(2000, 700, counts);
    List<String> taken = new ArrayList<>();
    int next = 0;
    while (next < 3000) {
      int first = next;
      queue.addAll(IntStream.range(0, 600).mapToObj(i -> span("s" + (first + i))).toList());
      queue.addAll(IntStream.range(600, 1000).mapToObj(i -> span("s" + (first + i))).toList());
      next += 1000;
      for (List<SpanData> batch = queue.take(1); !batch.isEmpty(); batch = queue.take(1)) {
        assertThat(batch).hasSizeLessThanOrEqualTo(700);
        batch.forEach(span -> taken.add(span.getName()));
      }
    }
    assertThat(taken).hasSize(3000).doesNotHaveDuplicates();
    assertThat(taken.get(2999)).isEqualTo("s2999");
    assertThat(counts.dropped()).isZero();
  }

  @Test
  void whatDoesNotFitIsCounted() throws InterruptedException {
    SpanQueue queue = new SpanQueue(100, 10, counts);
    queue.addAll(IntStream.range(0, 130).mapToObj(i -> span("s" + i)).toList());
    assertThat(counts.dropped(DropReason.QUEUE_FULL)).isEqualTo(30);
    assertThat(queue.take(1).get(0).getName()).isEqualTo("s0");
    queue.drop(DropReason.SHUTDOWN);
    assertThat(counts.dropped(DropReason.SHUTDOWN)).isEqualTo(90);
    assertThat(queue.size()).isZero();
  }
}
