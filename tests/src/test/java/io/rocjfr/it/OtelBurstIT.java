// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.OtlpSpans;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** A request of very many kernels, as a receiver gets it: live and from its recording. */
class OtelBurstIT {
  private static final int KERNELS = 10_000;

  /** Of the small request, on the same thread. */
  private static final int SMALL = 10;

  private static final int MOST_SPANS = 20;

  @TempDir Path folder;

  private Flight flight;

  /** Ids of the application's spans. */
  private String big;

  private String small;

  @OnEachJdk
  void aBigRequestHasFewSpans(Jdk jdk) {
    Path recording = folder.resolve("big.jfr");
    OtlpSpans live;
    try (FakeOtlp receiver = new FakeOtlp().keep().start()) {
      new Jvm(jdk)
          .agent("ring=16m", "memory=256m")
          .withOpenTelemetry()
          .withBursts()
          .environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
          .environment("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.base())
          .environment("OTEL_METRICS_EXPORTER", "none")
          .environment("OTEL_LOGS_EXPORTER", "none")
          .recordInto(recording)
          .start("io.rocjfr.load.BigRequest", "mode=auto", "kernels=" + KERNELS)
          .finish()
          .expectStatus(0);
      live = receiver.spans();
      tell("live", live, receiver);
    }
    flight = Flight.read(recording);
    assertThat(flight.lost()).isEmpty();
    assertThat(live.application()).extracting(OtlpSpans.Span::name).contains("big", "small");
    for (OtlpSpans.Span span : live.application()) {
      big = span.name().equals("big") ? span.id() : big;
      small = span.name().equals("small") ? span.id() : small;
    }
    long recorded = gpuNanos(ofBig(flight.work()));
    assertThat(ofBig(flight.work())).hasSize(KERNELS + 1);
    // JFR's ticks are known to a thousandth at first.
    assertThat(gpuNanos(live))
        .isBetween(recorded - recorded / 500 - KERNELS, recorded + recorded / 500 + KERNELS);
    check(live);

    try (FakeOtlp receiver = new FakeOtlp().keep().start()) {
      new Jvm(Jdk.JAVA_17)
          .export(
              "--endpoint",
              receiver.base(),
              "--protocol",
              "http/protobuf",
              "--compression",
              "none",
              "--burst",
              "50",
              recording.toString())
          .expectStatus(0);
      OtlpSpans exported = receiver.spans();
      tell("offline", exported, receiver);
      assertThat(gpuNanos(exported)).isEqualTo(recorded);
      assertThat(bursts(exported)).hasSize(1);
      check(exported);
      if (bursts(live).size() == 1) { // else the machine held the program up for seconds
        assertThat(ids(exported)).isEqualTo(ids(live));
      }
    }
  }

  private static void tell(String how, OtlpSpans spans, FakeOtlp receiver) {
    System.out.printf(
        "%s: %d spans of the GPU and %d of the application, %d bytes%n",
        how, spans.gpu().size(), spans.application().size(), receiver.keptBytes());
  }

  private void check(OtlpSpans spans) {
    List<OtlpSpans.Span> own = under(spans, big);
    assertThat(own).hasSizeLessThanOrEqualTo(MOST_SPANS);
    assertThat(sum(spans, "gpu.burst.kernels")).isEqualTo(KERNELS + 1);
    assertThat(sum(spans, "gpu.burst.activities"))
        .isEqualTo(
            Stream.of(flight.calls(), flight.work(), flight.ranges())
                .mapToLong(activities -> ofBig(activities).size())
                .sum());
    Map<String, OtlpSpans.Span> byId = spans.byId();
    assertThat(own)
        .filteredOn(OtlpSpans.Span::error)
        .singleElement()
        .satisfies(
            failed -> {
              assertThat(failed.name()).isEqualTo("hipMalloc");
              assertThat(byId.get(failed.parentId()).is("burst")).isTrue();
            });
    assertThat(own)
        .filteredOn(span -> span.is("marker"))
        .extracting(OtlpSpans.Span::name)
        .containsExactly("inference");
    assertThat(bursts(spans))
        .allSatisfy(
            burst -> assertThat(burst.attributes().get("gpu.burst.top.kernels")).contains("spin"));
    assertThat(under(spans, small)).filteredOn(span -> span.is("kernel")).hasSize(SMALL);
    assertThat(under(spans, small)).hasSize(2 * SMALL);
  }

  private List<OtlpSpans.Span> bursts(OtlpSpans spans) {
    return spans.of("burst").filter(span -> span.parentId().equals(big)).toList();
  }

  private long sum(OtlpSpans spans, String attribute) {
    return bursts(spans).stream()
        .mapToLong(span -> Long.parseLong(span.attributes().get(attribute)))
        .sum();
  }

  private long gpuNanos(OtlpSpans spans) {
    return sum(spans, "gpu.burst.gpu.time");
  }

  private static long gpuNanos(List<Activity> work) {
    return work.stream().mapToLong(one -> one.endNanos() - one.beginNanos()).sum();
  }

  private List<Activity> ofBig(List<Activity> activities) {
    long id = Long.parseUnsignedLong(big, 16);
    return activities.stream().filter(activity -> activity.externalId() == id).toList();
  }

  /** Rocjfr's spans below one of the application's. */
  private static List<OtlpSpans.Span> under(OtlpSpans spans, String id) {
    Map<String, OtlpSpans.Span> byId = spans.byId();
    List<OtlpSpans.Span> found = new ArrayList<>();
    for (OtlpSpans.Span span : spans.gpu()) {
      OtlpSpans.Span top = span;
      while (byId.containsKey(top.parentId()) && !top.parentId().equals(id)) {
        top = byId.get(top.parentId());
      }
      if (top.parentId().equals(id)) {
        found.add(span);
      }
    }
    return found;
  }

  private static Set<String> ids(OtlpSpans spans) {
    return spans.gpu().stream()
        .map(span -> span.traceId() + " " + span.id() + " " + span.parentId())
        .collect(Collectors.toSet());
  }
}
