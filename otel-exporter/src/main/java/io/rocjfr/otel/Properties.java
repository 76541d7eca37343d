// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel;

import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.rocjfr.otel.live.LiveOptions;
import io.rocjfr.otel.span.SpanOptions;
import java.time.Duration;

/** The properties {@code rocjfr.otel.*}, and the environment's {@code ROCJFR_OTEL_*}. */
final class Properties {
  private static final String PREFIX = "rocjfr.otel.";

  private Properties() {}

  static boolean isEnabled(ConfigProperties config) {
    return config.getBoolean(PREFIX + "enabled", true);
  }

  static boolean exports(ConfigProperties config) {
    return config.getBoolean(PREFIX + "export", true);
  }

  /** Throws IllegalArgumentException that names the property and what it takes. */
  static LiveOptions live(ConfigProperties config) {
    LiveOptions defaults = LiveOptions.DEFAULT;
    try {
      return new LiveOptions(
          spans(config),
          config.getInt(PREFIX + "queue.size", defaults.queueSize()),
          config.getInt(PREFIX + "batch.size", defaults.batchSize()),
          config.getDuration(PREFIX + "delay", defaults.delay()),
          config.getDuration(PREFIX + "export.timeout", defaults.exportTimeout()),
          config.getDuration(PREFIX + "shutdown.timeout", defaults.shutdownTimeout()));
    } catch (IllegalArgumentException | ConfigurationException e) {
      throw new IllegalArgumentException(
          "a property " + PREFIX + "* is wrong: " + e.getMessage(), e);
    }
  }

  private static SpanOptions spans(ConfigProperties config) {
    return new SpanOptions(
        SpanOptions.Orphans.parse(config.getString(PREFIX + "orphans", "sample")),
        config.getBoolean(PREFIX + "api.spans", true),
        config.getDuration(PREFIX + "min.duration", Duration.ZERO).toNanos(),
        config.getString(PREFIX + "operations", "*"));
  }
}
