// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;

/** Kernels under the requests that launched them: of request N they have N bytes of LDS. */
public final class RequestSpans {
  private RequestSpans() {}

  /**
   * Checks that each request has exactly its kernels, by spans and by a recording.
   *
   * @param requests their numbers are 1 to this
   */
  public static void check(OtlpSpans spans, Flight flight, int requests, int kernelsOfEach) {
    Map<String, OtlpSpans.Span> byId = spans.byId();
    int[] kernels = new int[requests + 1];
    Map<Long, String> traces = new HashMap<>();
    for (OtlpSpans.Span kernel : spans.of("kernel").toList()) {
      int number = Integer.parseInt(kernel.attributes().get("gpu.kernel.lds.size"));
      OtlpSpans.Span call = byId.get(kernel.parentId());
      OtlpSpans.Span request = byId.get(call.parentId());
      while (request != null && path(request) == null) {
        request = byId.get(request.parentId());
      }
      assertThat(request).as("the request of %s under %s", kernel, call).isNotNull();
      assertThat(path(request)).as("whose kernel %s is", kernel).endsWith("/request/" + number);
      assertThat(kernel.traceId()).isEqualTo(request.traceId());
      traces.put(Long.parseUnsignedLong(call.parentId(), 16), request.traceId());
      kernels[number]++;
    }
    for (int number = 1; number <= requests; number++) {
      assertThat(kernels[number]).as("kernels of request %d", number).isEqualTo(kernelsOfEach);
    }
    checkRecording(flight, spans, traces, requests * kernelsOfEach);
  }

  private static String path(OtlpSpans.Span span) {
    String path = span.attributes().get("url.path");
    return path != null ? path : span.attributes().get("http.url");
  }

  /** The recording says of each kernel the same span. */
  private static void checkRecording(
      Flight flight, OtlpSpans spans, Map<Long, String> traces, int kernels) {
    Map<String, String> parents = new HashMap<>();
    spans
        .of("api")
        .forEach(call -> parents.put(call.attributes().get("gpu.correlation.id"), call.parentId()));
    assertThat(flight.lost()).isEmpty();
    assertThat(flight.dispatches()).hasSize(kernels);
    for (Activity kernel : flight.dispatches()) {
      assertThat(traces).as("the span of %s", kernel).containsKey(kernel.externalId());
      assertThat(String.format("%016x", kernel.externalId()))
          .isEqualTo(parents.get(Long.toString(kernel.correlationId())));
    }
  }
}
