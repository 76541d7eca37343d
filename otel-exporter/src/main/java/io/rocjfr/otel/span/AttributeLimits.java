// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/**
 * The limits of OpenTelemetry's SDK for the attributes of a span.
 *
 * @param count how many a span has; the first ones are kept
 * @param valueLength how many characters a text has, also as a part of a list
 */
public record AttributeLimits(int count, int valueLength) {
  /** As the SDK has it where nothing is said. */
  private static final int USUAL_COUNT = 128;

  /** What counts where nothing else is said. No span of ours has so many attributes. */
  public static final AttributeLimits USUAL = new AttributeLimits(USUAL_COUNT, Integer.MAX_VALUE);

  public AttributeLimits {
    if (count < 0 || valueLength < 0) {
      throw new IllegalArgumentException("a limit must be at least 0");
    }
  }

  SpanAttributes apply(SpanAttributes attributes) {
    AttributeKey<?>[] keys = attributes.keys();
    if (valueLength == Integer.MAX_VALUE && keys.length <= count) {
      return attributes;
    }
    Object[] values = new Object[keys.length];
    int kept = 0;
    for (int i = 0; i < keys.length && kept < count; i++) {
      values[i] = shorten(attributes.value(i));
      kept += values[i] == null ? 0 : 1;
    }
    return new SpanAttributes(keys, values, attributes.size());
  }

  private Object shorten(Object value) {
    if (value instanceof String text) {
      return text.length() > valueLength ? text.substring(0, valueLength) : text;
    }
    return value instanceof List<?> list ? list.stream().map(this::shorten).toList() : value;
  }
}
