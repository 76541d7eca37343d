// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import java.util.HashMap;
import java.util.Map;

/**
 * How long kernels took, as a histogram by kernel: of the first 200 names, and of all others
 * together. For one thread, but that the histogram may come from another.
 */
final class KernelTimes {
  static final AttributeKey<String> KERNEL = AttributeKey.stringKey("gpu.kernel.name");
  static final int MAX_NAMES = 200;

  /** As OpenTelemetry's conventions name what is not named for its own. */
  static final String OTHER = "_OTHER";

  private static final Attributes OTHERS = Attributes.of(KERNEL, OTHER);

  private final Map<String, Attributes> kernels = new HashMap<>();

  /** Null while nobody wants it. */
  private volatile DoubleHistogram histogram;

  void into(DoubleHistogram other) {
    histogram = other;
  }

  void add(String kernel, long nanos) {
    DoubleHistogram to = histogram;
    if (to != null) {
      to.record(Math.max(0, nanos) / 1e9, of(kernel == null ? "" : kernel));
    }
  }

  private Attributes of(String kernel) {
    Attributes found = kernels.get(kernel);
    if (found == null) {
      found = kernels.size() < MAX_NAMES ? Attributes.of(KERNEL, kernel) : OTHERS;
      if (found != OTHERS) {
        kernels.put(kernel, found);
      }
    }
    return found;
  }
}
