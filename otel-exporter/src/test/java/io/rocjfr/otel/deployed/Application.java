// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.deployed;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import io.rocjfr.ExternalCorrelation;
import io.rocjfr.otel.RocjfrOpenTelemetry;
import io.rocjfr.otel.live.LiveOptions;
import io.rocjfr.otel.live.TestReader;
import io.rocjfr.otel.scope.ScopeTracking;
import io.rocjfr.otel.span.SpanOptions;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * An application with OpenTelemetry and rocjfr in a loader of its own. Takes an order and what it
 * needs; answers with types of the JDK.
 */
@SuppressWarnings("MustBeClosedChecker") // scopes are closed by later orders
public final class Application implements Function<Object[], Object> {
  private static final ContextKey<String> KEY = ContextKey.named("place");

  private final List<String> exported = new CopyOnWriteArrayList<>();
  private final Deque<Scope> scopes = new ArrayDeque<>();
  private RocjfrOpenTelemetry gpu;
  private SdkTracerProvider sdk;
  private TestReader scraper;

  /** What the sampler does before it takes a trace. */
  private volatile Runnable sampling = () -> {};

  /** What the exporter does before it takes a batch. */
  private volatile Runnable exporting = () -> {};

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
      case "throwing" -> throwing((Throwable) order[1]);
      case "begin" -> begin((Throwable) order[1]);
      case "close" -> close();
      case "sampling" -> sampling((Runnable) order[1]);
      case "exporting" -> exporting((Runnable) order[1]);
      case "scrape" -> scrape();
      case "end" -> gpu.shutdown() != null;
      case "failed" -> ScopeTracking.tracker().failed();
      case "current" -> String.valueOf(Context.current().get(KEY));
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
            Sampler.parentBased(sampler()),
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
        exporting.run();
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

  private Sampler sampler() {
    Sampler on = Sampler.alwaysOn();
    return new Sampler() {
      @Override
      public SamplingResult shouldSample(
          Context parent,
          String trace,
          String name,
          SpanKind kind,
          Attributes attributes,
          List<LinkData> links) {
        sampling.run();
        return on.shouldSample(parent, trace, name, kind, attributes, links);
      }

      @Override
      public String getDescription() {
        return "the test's";
      }
    };
  }

  private boolean sampling(Runnable what) {
    sampling = what;
    return true;
  }

  private boolean exporting(Runnable what) {
    exporting = what;
    return true;
  }

  /** What all sums of one scrape of the metrics are, by name. */
  private Map<String, Long> scrape() {
    if (scraper == null) {
      scraper = TestReader.cumulative();
      gpu.metrics(SdkMeterProvider.builder().registerMetricReader(scraper).build());
    }
    Map<String, Long> sums = new TreeMap<>();
    for (MetricData metric : scraper.collect()) {
      if (metric.getType() == MetricDataType.LONG_SUM) {
        metric
            .getLongSumData()
            .getPoints()
            .forEach(point -> sums.merge(metric.getName(), point.getValue(), Long::sum));
      }
    }
    return sums;
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

  /** A span of the application's own becomes current that throws when it is asked what it is. */
  private boolean throwing(Throwable thrown) {
    Span span = throwing(Span.class, thrown);
    Context context = Context.root().with(KEY, "here").with(span);
    scopes.push(context.makeCurrent());
    return Context.current() == context;
  }

  /** A span begins that throws when it is asked what it is. */
  private boolean begin(Throwable thrown) {
    gpu.processor().onStart(Context.root(), throwing(ReadWriteSpan.class, thrown));
    return true;
  }

  private static <S> S throwing(Class<S> type, Throwable thrown) {
    return type.cast(
        Proxy.newProxyInstance(
            Application.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getSpanContext")) {
                throw thrown;
              }
              return InvocationHandler.invokeDefault(proxy, method, arguments);
            }));
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
