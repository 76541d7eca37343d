// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.deployed;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.ExternalCorrelation;
import io.rocjfr.otel.RocjfrOpenTelemetry;
import io.rocjfr.otel.live.LiveOptions;
import io.rocjfr.otel.span.SpanOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * An application with OpenTelemetry and rocjfr in a loader of its own. Takes an order and what it
 * needs; answers with types of the JDK.
 */
@SuppressWarnings("MustBeClosedChecker") // scopes are closed by later orders
public final class Application implements Function<Object[], Object> {
  private final List<String> exported = new CopyOnWriteArrayList<>();
  private final Deque<Scope> scopes = new ArrayDeque<>();
  private RocjfrOpenTelemetry gpu;
  private SdkTracerProvider sdk;

  /** What the exporter throws next; null: nothing. */
  private volatile Throwable next;

  /** Called by the loader's owner. */
  public Application() {}

  @Override
  public Object apply(Object[] order) {
    return switch ((String) order[0]) {
      case "install" -> RocjfrOpenTelemetry.install() && RocjfrOpenTelemetry.isTracking();
      case "export" -> export((Boolean) order[1]);
      case "request" -> request((Runnable) order[1]);
      case "exported" -> exportedSoFar();
      case "flush" -> gpu.flush().join(10, TimeUnit.MINUTES).isSuccess();
      case "counts" -> gpu.counts().toString();
      case "fail" -> fail((Throwable) order[1]);
      case "push" -> push((Long) order[1]);
      case "open" -> open((String) order[1]);
      case "close" -> close();
      case "shutdown" -> gpu.shutdown().join(10, TimeUnit.MINUTES).isSuccess();
      default -> throw new IllegalArgumentException((String) order[0]);
    };
  }

  private boolean export(boolean processor) {
    RocjfrOpenTelemetry.install();
    LiveOptions usual = LiveOptions.DEFAULT;
    gpu =
        RocjfrOpenTelemetry.export(
            exporter(),
            Resource.getDefault(),
            Sampler.parentBased(Sampler.alwaysOn()),
            new LiveOptions(
                SpanOptions.ALL,
                usual.queueSize(),
                usual.batchSize(),
                Duration.ofMillis(5),
                Duration.ofMinutes(10),
                Duration.ofMinutes(10)));
    var builder = // one without any processor begins no spans
        SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(SpanExporter.composite()));
    sdk = (processor ? builder.addSpanProcessor(gpu.processor()) : builder).build();
    return true;
  }

  private SpanExporter exporter() {
    return new SpanExporter() {
      @Override
      public CompletableResultCode export(Collection<SpanData> spans) {
        Throwable thrown = next;
        if (thrown != null) {
          next = null;
          Application.<RuntimeException>sneak(thrown);
        }
        spans.forEach(s -> exported.add(s.getName() + " " + s.getTraceId()));
        return CompletableResultCode.ofSuccess();
      }

      @Override
      public CompletableResultCode flush() {
        return CompletableResultCode.ofSuccess();
      }

      @Override
      public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
      }
    };
  }

  /** As Kotlin and Lombok do: it need not be declared. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  private boolean fail(Throwable thrown) {
    next = thrown;
    return true;
  }

  /** The trace of a span, within which something was done. */
  private String request(Runnable work) {
    Span span = sdk.get("test").spanBuilder("request").startSpan();
    Scope scope = span.makeCurrent();
    work.run();
    scope.close();
    span.end();
    return span.getSpanContext().getTraceId();
  }

  private List<String> exportedSoFar() {
    gpu.flush().join(10, TimeUnit.MINUTES);
    return new ArrayList<>(exported);
  }

  /** A span of this id becomes current. */
  private boolean open(String id) {
    SpanContext span =
        SpanContext.create(
            "0af7651916cd43dd8448eb211c80319c",
            id,
            TraceFlags.getSampled(),
            TraceState.getDefault());
    scopes.push(Context.root().with(Span.wrap(span)).makeCurrent());
    return true;
  }

  private boolean close() {
    scopes.pop().close();
    return true;
  }

  private static boolean push(long id) {
    ExternalCorrelation.push(id);
    return true;
  }
}
