// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.rocjfr.otel.span.HexIds;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;

/**
 * How long the GPU worked for the requests of each route. A request is a span of the kind SERVER
 * and all below it in the process. Its route may be known only when it ends, before or after the
 * GPU works: until then the request keeps its time. Bounded: of the newest spans, and of the first
 * 200 routes. Safe for any thread.
 */
final class RequestTimes {
  static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  static final int MAX_ROUTES = 200;

  /** As OpenTelemetry's conventions name what is not named for its own. */
  static final String OTHER = "_OTHER";

  private static final int BITS = 16;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** Of one request. */
  private static final class Request {
    private long pending;

    /** Null while it is not known. */
    private LongAdder route;

    synchronized void add(long nanos) {
      if (route == null) {
        pending += nanos;
      } else {
        route.add(nanos);
      }
    }

    synchronized void end(LongAdder ofRoute) {
      route = ofRoute;
      if (pending > 0) { // a route that had nothing of the GPU does not appear
        ofRoute.add(pending);
        pending = 0;
      }
    }
  }

  private record Entry(long span, Request request) {}

  /** In pairs: the newer one first. */
  private final AtomicReferenceArray<Entry> spans = new AtomicReferenceArray<>(1 << BITS);

  private final Map<String, LongAdder> routes = new ConcurrentHashMap<>();

  /** Whether somebody wants to know. */
  private volatile boolean wanted;

  void want(boolean wants) {
    wanted = wants;
  }

  /** The SDK has begun a span. */
  void began(Context parent, ReadWriteSpan span) {
    if (!wanted) {
      return;
    }
    Request request = null;
    if (span.getKind() == SpanKind.SERVER) {
      request = new Request();
    } else {
      SpanContext around = Span.fromContext(parent).getSpanContext();
      if (around.isValid() && !around.isRemote()) {
        request = find(id(around));
      }
    }
    if (request != null) {
      put(new Entry(id(span.getSpanContext()), request));
    }
  }

  /** The SDK has ended a span. */
  void ended(ReadableSpan span) {
    if (!wanted || span.getKind() != SpanKind.SERVER) {
      return;
    }
    String route = span.getAttribute(ROUTE);
    Request request = route == null ? null : find(id(span.getSpanContext()));
    if (request != null) {
      request.end(ofRoute(route));
    }
  }

  /** The GPU has worked for a span, or for none. */
  void add(long externalId, long nanos) {
    if (wanted && externalId != 0 && nanos > 0) {
      Request request = find(externalId);
      if (request != null) {
        request.add(nanos);
      }
    }
  }

  private LongAdder ofRoute(String route) {
    LongAdder found = routes.get(route);
    if (found != null) {
      return found;
    }
    String name = routes.size() < MAX_ROUTES ? route : OTHER;
    return routes.computeIfAbsent(name, key -> new LongAdder());
  }

  /** Tells the nanoseconds of each route for which the GPU has worked. */
  void forEach(BiConsumer<String, Long> taker) {
    routes.forEach(
        (route, nanos) -> {
          if (nanos.sum() > 0) {
            taker.accept(route, nanos.sum());
          }
        });
  }

  private static long id(SpanContext span) {
    return HexIds.parse(span.getSpanId(), 0);
  }

  private static int pair(long id) {
    return (int) ((id * MULTIPLIER) >>> (Long.SIZE - BITS)) & ~1;
  }

  private void put(Entry entry) {
    int at = pair(entry.span());
    spans.set(at + 1, spans.get(at));
    spans.set(at, entry);
  }

  private Request find(long id) {
    int at = pair(id);
    for (int i = at; i < at + 2; i++) {
      Entry entry = spans.get(i);
      if (entry != null && entry.span() == id) {
        return entry.request();
      }
    }
    return null;
  }
}
