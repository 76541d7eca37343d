// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel;

import io.rocjfr.otel.live.LiveOptions;
import io.rocjfr.otel.span.AttributeLimits;
import io.rocjfr.otel.span.SpanOptions;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The properties {@code rocjfr.otel.*}, and the environment's {@code ROCJFR_OTEL_*}. Read from
 * whatever the SDK is configured by: with declarative configuration it has none of its own.
 */
final class Properties {
  private static final String PREFIX = "rocjfr.otel.";

  private final UnaryOperator<String> values;

  /** Reads these; a value is null where nothing is said. */
  Properties(UnaryOperator<String> values) {
    this.values = values;
  }

  /** The system's: properties, and where these say nothing the environment. */
  static Properties ofSystem() {
    return new Properties(
        name -> {
          String value = System.getProperty(name);
          return value != null
              ? value
              : System.getenv(name.toUpperCase(Locale.ROOT).replace('.', '_'));
        });
  }

  boolean isEnabled() {
    return flag("enabled");
  }

  boolean exports() {
    return flag("export");
  }

  /** Throws {@link WrongProperty}. */
  LiveOptions live() {
    LiveOptions defaults = LiveOptions.DEFAULT;
    try {
      return new LiveOptions(
          spans(),
          number("queue.size", defaults.queueSize()),
          number("batch.size", defaults.batchSize()),
          time("delay", defaults.delay()),
          time("export.timeout", defaults.exportTimeout()),
          time("shutdown.timeout", defaults.shutdownTimeout()));
    } catch (WrongProperty e) {
      throw e;
    } catch (IllegalArgumentException e) { // these do not go together
      throw new WrongProperty(e);
    }
  }

  private SpanOptions spans() {
    return new SpanOptions(
        parsed("orphans", SpanOptions.Orphans.SAMPLE, SpanOptions.Orphans::parse),
        flag("api.spans"),
        time("min.duration", Duration.ZERO).toNanos(),
        parsed("operations", "*", text -> text),
        number("burst", SpanOptions.BURST),
        time("burst.pause", SpanOptions.BURST_PAUSE).toNanos(),
        limits());
  }

  /** As the SDK reads them; those of spans come before those of all signals. */
  private AttributeLimits limits() {
    AttributeLimits usual = AttributeLimits.USUAL;
    return new AttributeLimits(
        limit("attribute.count.limit", usual.count()),
        limit("attribute.value.length.limit", usual.valueLength()));
  }

  private int limit(String name, int otherwise) {
    int all = parsedFrom("otel." + name, otherwise, Integer::parseInt);
    return parsedFrom("otel.span." + name, all, Integer::parseInt);
  }

  /** All of these are true where nothing is said. */
  private boolean flag(String name) {
    return parsed(name, true, Boolean::parseBoolean);
  }

  private int number(String name, int otherwise) {
    return parsed(name, otherwise, Integer::parseInt);
  }

  private Duration time(String name, Duration otherwise) {
    return parsed(name, otherwise, Properties::time);
  }

  /** As OpenTelemetry's own: 500ms, 5s, 2m, 1h, 1d; without a unit milliseconds. */
  private static Duration time(String text) {
    String digits = text.replaceFirst("[a-z]+$", "").trim();
    TimeUnit unit =
        switch (text.substring(text.replaceFirst("[a-z]+$", "").length())) {
          case "", "ms" -> TimeUnit.MILLISECONDS;
          case "s" -> TimeUnit.SECONDS;
          case "m" -> TimeUnit.MINUTES;
          case "h" -> TimeUnit.HOURS;
          case "d" -> TimeUnit.DAYS;
          case "us" -> TimeUnit.MICROSECONDS;
          case "ns" -> TimeUnit.NANOSECONDS;
          default -> throw new IllegalArgumentException("a time is a number with ms, s, m, h or d");
        };
    return Duration.of(Long.parseLong(digits), unit.toChronoUnit());
  }

  private <T> T parsed(String name, T otherwise, Function<String, T> parser) {
    return parsedFrom(PREFIX + name, otherwise, parser);
  }

  private <T> T parsedFrom(String name, T otherwise, Function<String, T> parser) {
    String text = values.apply(name);
    if (text == null || text.isBlank()) {
      return otherwise;
    }
    try {
      return parser.apply(text.trim());
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new WrongProperty(name, text, e);
    }
  }
}
