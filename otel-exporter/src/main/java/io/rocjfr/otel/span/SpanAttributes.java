// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The attributes of one span: a shape of keys that all spans of a kind share, and their values;
 * null where a span lacks one. Much smaller and quicker than the SDK's, which sort and copy.
 */
public final class SpanAttributes implements Attributes {
  static final AttributeKey<String> TYPE = AttributeKey.stringKey("gpu.operation.type");
  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("gpu.system");
  static final AttributeKey<Long> CORRELATION = AttributeKey.longKey("gpu.correlation.id");
  static final AttributeKey<Long> EXTERNAL = AttributeKey.longKey("gpu.external_correlation.id");
  static final AttributeKey<Long> THREAD_ID = AttributeKey.longKey("thread.id");
  static final AttributeKey<String> THREAD_NAME = AttributeKey.stringKey("thread.name");
  static final AttributeKey<Long> DEVICE = AttributeKey.longKey("gpu.device.index");
  static final AttributeKey<Long> STREAM = AttributeKey.longKey("gpu.stream.id");
  static final AttributeKey<Long> QUEUE = AttributeKey.longKey("gpu.queue.id");
  static final AttributeKey<String> API_NAME = AttributeKey.stringKey("gpu.api.name");
  static final AttributeKey<String> API_DOMAIN = AttributeKey.stringKey("gpu.api.domain");
  static final AttributeKey<String> API_CATEGORY = AttributeKey.stringKey("gpu.api.category");

  /** Of a call that failed: the error's name. */
  public static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  static final AttributeKey<String> CODE_FUNCTION = AttributeKey.stringKey("code.function.name");
  static final AttributeKey<String> CODE_FILE = AttributeKey.stringKey("code.file.path");
  static final AttributeKey<Long> CODE_LINE = AttributeKey.longKey("code.line.number");
  static final AttributeKey<String> KERNEL = AttributeKey.stringKey("gpu.kernel.name");
  static final AttributeKey<List<Long>> GRID = AttributeKey.longArrayKey("gpu.kernel.grid.size");
  static final AttributeKey<List<Long>> WORKGROUP =
      AttributeKey.longArrayKey("gpu.kernel.workgroup.size");
  static final AttributeKey<Long> LDS = AttributeKey.longKey("gpu.kernel.lds.size");
  static final AttributeKey<String> COPY_KIND = AttributeKey.stringKey("gpu.memory.copy.kind");
  static final AttributeKey<Long> COPY_SIZE = AttributeKey.longKey("gpu.memory.copy.size");
  static final AttributeKey<String> MESSAGE = AttributeKey.stringKey("gpu.marker.message");

  // Of bursts. Times are in nanoseconds.
  static final AttributeKey<Long> ACTIVITIES = AttributeKey.longKey("gpu.burst.activities");
  static final AttributeKey<Long> CALLS = AttributeKey.longKey("gpu.burst.calls");
  static final AttributeKey<Long> KERNELS = AttributeKey.longKey("gpu.burst.kernels");
  static final AttributeKey<Long> COPIES = AttributeKey.longKey("gpu.burst.copies");
  static final AttributeKey<Long> MARKERS = AttributeKey.longKey("gpu.burst.markers");
  static final AttributeKey<Long> FAILED = AttributeKey.longKey("gpu.burst.calls.failed");
  static final AttributeKey<Long> UNTIMED = AttributeKey.longKey("gpu.burst.untimed");
  static final AttributeKey<Long> GPU_TIME = AttributeKey.longKey("gpu.burst.gpu.time");
  static final AttributeKey<Long> KERNEL_TIME = AttributeKey.longKey("gpu.burst.kernel.time");
  static final AttributeKey<Long> COPY_TIME = AttributeKey.longKey("gpu.burst.copy.time");
  static final AttributeKey<Long> CALL_TIME = AttributeKey.longKey("gpu.burst.call.time");
  static final AttributeKey<Long> WAIT_TIME = AttributeKey.longKey("gpu.burst.wait.time");
  static final AttributeKey<List<String>> KERNEL_NAMES =
      AttributeKey.stringArrayKey("gpu.burst.top.kernels");
  static final AttributeKey<List<Long>> KERNEL_TIMES =
      AttributeKey.longArrayKey("gpu.burst.top.times");
  static final AttributeKey<List<Long>> KERNEL_COUNTS =
      AttributeKey.longArrayKey("gpu.burst.top.counts");
  static final AttributeKey<Long> FIRST = AttributeKey.longKey("gpu.burst.correlation.first");
  static final AttributeKey<Long> LAST = AttributeKey.longKey("gpu.burst.correlation.last");

  private final AttributeKey<?>[] keys;
  private final Object[] values;

  /** With those that limits have left out; -1: there are no others. */
  private final int total;

  SpanAttributes(AttributeKey<?>[] keys, Object[] values) {
    this(keys, values, -1);
  }

  SpanAttributes(AttributeKey<?>[] keys, Object[] values, int total) {
    this.keys = keys;
    this.values = values;
    this.total = total;
  }

  /** How many a limit has left out. */
  public int dropped() {
    return total < 0 ? 0 : total - size();
  }

  /** The keys of all spans of this kind; not to be changed. */
  public AttributeKey<?>[] keys() {
    return keys;
  }

  /** The value of the key with this index, null if the span has none. */
  public Object value(int index) {
    return values[index];
  }

  @Override
  @SuppressWarnings("unchecked") // a value is of its key's type
  public <T> T get(AttributeKey<T> key) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i].equals(key)) {
        return (T) values[i];
      }
    }
    return null;
  }

  @Override
  public void forEach(BiConsumer<? super AttributeKey<?>, ? super Object> consumer) {
    for (int i = 0; i < keys.length; i++) {
      if (values[i] != null) {
        consumer.accept(keys[i], values[i]);
      }
    }
  }

  @Override
  public int size() {
    int size = 0;
    for (Object value : values) {
      size += value == null ? 0 : 1;
    }
    return size;
  }

  @Override
  public boolean isEmpty() {
    return size() == 0;
  }

  @Override
  public Map<AttributeKey<?>, Object> asMap() {
    Map<AttributeKey<?>, Object> map = new LinkedHashMap<>();
    forEach(map::put);
    return Collections.unmodifiableMap(map);
  }

  @Override
  public AttributesBuilder toBuilder() {
    return Attributes.builder().putAll(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Attributes attributes && attributes.asMap().equals(asMap());
  }

  @Override
  public int hashCode() {
    return asMap().hashCode();
  }

  @Override
  public String toString() {
    return asMap().toString();
  }
}
