// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What io.rocjfr.load.Traced says that it did while which span was current. */
public final class ExpectedSpans {
  private static final String NO_SPAN = "0000000000000000";

  private record Done(String traceId, int calls, int kernels, int copies, int ranges) {}

  private final Map<String, Done> spans = new HashMap<>();

  private ExpectedSpans() {}

  public static ExpectedSpans read(Path file) {
    ExpectedSpans expected = new ExpectedSpans();
    try {
      for (String line : Files.readAllLines(file)) {
        String[] words = line.split(" ", -1);
        expected.spans.put(
            words[1],
            new Done(
                words[0],
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5])));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return expected;
  }

  /** Forgets the spans of other traces. */
  public ExpectedSpans only(Set<String> traces) {
    spans.values().removeIf(done -> !traces.contains(done.traceId));
    return this;
  }

  /** Whether something was done while this span was current. */
  public boolean knows(long spanId) {
    return spans.containsKey(String.format("%016x", spanId));
  }

  /** The trace of a span. */
  public String trace(long spanId) {
    return spans.get(String.format("%016x", spanId)).traceId;
  }

  public int size() {
    return spans.size();
  }

  /**
   * Waits until all are there, and so many of the application: OpenTelemetry's agent gives the end
   * of a program ten seconds, in which a busy machine may not export them.
   */
  public void await(Supplier<OtlpSpans> arrived, int application) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    while (System.nanoTime() < deadline) {
      OtlpSpans spans = arrived.get();
      if (spans.application().size() >= application && holds(spans)) {
        return;
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private boolean holds(OtlpSpans spans) {
    try {
      check(spans);
      return true;
    } catch (AssertionError e) {
      return false;
    }
  }

  /** Each GPU span is there once, in the right trace and under the right parent, and no other. */
  public void check(OtlpSpans arrived) {
    Map<String, OtlpSpans.Span> byId = arrived.byId();
    Map<String, int[]> found = new HashMap<>();
    for (OtlpSpans.Span span : arrived.gpu()) {
      OtlpSpans.Span call = span;
      if (span.is("kernel") || span.is("memcpy")) {
        call = byId.get(span.parentId());
        assertThat(call).as("the call of %s", span).isNotNull();
        assertThat(call.type()).as("%s", span).isEqualTo("api");
        assertThat(call.traceId()).as("trace of %s of %s", call, span).isEqualTo(span.traceId());
        assertThat(call.attributes().get("gpu.correlation.id"))
            .isEqualTo(span.attributes().get("gpu.correlation.id"));
      } else if (span.name().equals("inner")) {
        call = byId.get(span.parentId());
        assertThat(call).as("the range around %s", span).isNotNull();
        assertThat(call.name()).isEqualTo("outer");
        assertThat(call.traceId()).isEqualTo(span.traceId());
        assertThat(call.begin()).isLessThanOrEqualTo(span.begin());
        assertThat(call.end()).isGreaterThanOrEqualTo(span.end());
      }
      Done done = spans.get(call.parentId());
      if (call.parentId().isEmpty()) {
        continue; // set-up and cleaning up, which no span was current for
      }
      assertThat(done).as("what %s is under", span).isNotNull();
      assertThat(span.traceId()).as("%s", span).isEqualTo(done.traceId());
      int kind =
          switch (span.type()) {
            case "api" -> 0;
            case "kernel" -> 1;
            case "memcpy" -> 2;
            default -> 3;
          };
      found.computeIfAbsent(call.parentId(), id -> new int[4])[kind]++;
    }
    spans.forEach(
        (id, done) -> {
          if (!id.equals(NO_SPAN)) {
            int[] counts = found.getOrDefault(id, new int[4]);
            assertThat(counts)
                .as("calls, kernels, copies and ranges under %s", id)
                .containsExactly(done.calls, done.kernels, done.copies, done.ranges);
          }
        });
  }
}
