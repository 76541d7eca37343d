// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.opentelemetry.api.common.AttributeKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the activities of one burst amount to. Bounded, however many they are. */
final class BurstTotals {
  static final int TOP = 5;

  /** Kernels of further names count as {@link #OTHER}. */
  static final int MAX_NAMES = 64;

  /** As OpenTelemetry's conventions name what is not named for its own. */
  static final String OTHER = "_OTHER";

  /** Of a value that is not the same for all activities. */
  private static final Object DIFFERENT = new Object();

  private static final AttributeKey<?>[] BURST = {
    SpanAttributes.TYPE,
    SpanAttributes.SYSTEM,
    SpanAttributes.EXTERNAL,
    SpanAttributes.THREAD_ID,
    SpanAttributes.THREAD_NAME,
    SpanAttributes.DEVICE,
    SpanAttributes.ACTIVITIES,
    SpanAttributes.CALLS,
    SpanAttributes.KERNELS,
    SpanAttributes.COPIES,
    SpanAttributes.MARKERS,
    SpanAttributes.FAILED,
    SpanAttributes.UNTIMED,
    SpanAttributes.GPU_TIME,
    SpanAttributes.KERNEL_TIME,
    SpanAttributes.COPY_TIME,
    SpanAttributes.CALL_TIME,
    SpanAttributes.WAIT_TIME,
    SpanAttributes.COPY_SIZE,
    SpanAttributes.KERNEL_NAMES,
    SpanAttributes.KERNEL_TIMES,
    SpanAttributes.KERNEL_COUNTS,
    SpanAttributes.FIRST,
    SpanAttributes.LAST,
  };

  private static final class Kernel {
    final String name;
    long nanos;
    long count;

    Kernel(String name) {
      this.name = name;
    }
  }

  /** The names break ties, so that the same activities always give the same. */
  private static final Comparator<Kernel> LONGEST_FIRST =
      Comparator.<Kernel>comparingLong(kernel -> -kernel.nanos)
          .thenComparing(kernel -> kernel.name);

  private final long externalId;
  private long begin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;
  private Object system;
  private Object threadId;
  private Object threadName;
  private Object device;
  private long activities;
  private long calls;
  private long kernels;
  private long copies;
  private long markers;
  private long failed;
  private long untimedKernels;
  private long untimedCopies;
  private long kernelNanos;
  private long copyNanos;
  private long callNanos;
  private long waitNanos;
  private long copiedBytes;
  private long firstId = Long.MAX_VALUE;
  private long lastId;

  /** Of markers, too. */
  private long first = Long.MAX_VALUE;

  /** Null without kernels. */
  private Map<String, Kernel> byName;

  BurstTotals(long externalId) {
    this.externalId = externalId;
  }

  long activities() {
    return activities;
  }

  /** The least of their correlation ids. */
  long first() {
    return first;
  }

  long begin() {
    return begin;
  }

  long end() {
    return end;
  }

  void add(Activity a) {
    activities++;
    first = Math.min(first, a.correlationId);
    begin = Math.min(begin, a.begin);
    end = Math.max(end, Math.max(a.begin, a.end));
    threadId = same(threadId, a.javaThreadId);
    threadName = same(threadName, a.threadName);
    switch (a.kind) {
      case HIP_API, OPENCL_API -> addCall(a);
      case KERNEL_DISPATCH -> addKernel(a);
      case MEM_COPY, BARRIER -> addCopy(a);
      case ROCTX_RANGE, ROCTX_MARK -> markers++;
    }
    if (a.isCall() || a.isWork()) {
      system = same(system, SpanShapes.system(a));
      if (a.correlationId != 0) {
        firstId = Math.min(firstId, a.correlationId);
        lastId = Math.max(lastId, a.correlationId);
      }
    }
  }

  private void addCall(Activity call) {
    calls++;
    failed += call.failed() ? 1 : 0;
    long nanos = Math.max(0, call.nanos());
    callNanos += nanos;
    waitNanos += "wait".equals(call.category) ? nanos : 0;
  }

  private void addKernel(Activity kernel) {
    kernels++;
    device = same(device, kernel.device);
    long nanos = kernel.isTimed() ? kernel.nanos() : 0;
    kernelNanos += nanos;
    untimedKernels += kernel.isTimed() ? 0 : 1;
    if (byName == null) {
      byName = new HashMap<>();
    }
    String name = SpanShapes.name(kernel);
    Kernel found = byName.get(name);
    if (found == null) {
      String as = byName.size() < MAX_NAMES ? name : OTHER;
      found = byName.computeIfAbsent(as, Kernel::new);
    }
    found.nanos += nanos;
    found.count++;
  }

  private void addCopy(Activity copy) {
    copies++;
    device = same(device, copy.device);
    copyNanos += copy.isTimed() ? copy.nanos() : 0;
    untimedCopies += copy.isTimed() ? 0 : 1;
    copiedBytes += copy.bytes;
  }

  private static Object same(Object before, Object now) {
    if (before == null || before.equals(now)) {
      return now;
    }
    return now == null ? before : DIFFERENT;
  }

  SpanAttributes attributes() {
    long timedKernels = kernels - untimedKernels;
    long timedCopies = copies - untimedCopies;
    // How long kernels without times took is unknown: they have no rank.
    List<Kernel> top = timedKernels == 0 ? List.of() : top();
    long untimed = untimedKernels + untimedCopies;
    return new SpanAttributes(
        BURST,
        new Object[] {
          "burst",
          system == null ? SpanShapes.HIP : one(system),
          externalId == 0 ? null : externalId,
          notNegative(threadId),
          one(threadName),
          notNegative(device),
          activities,
          calls,
          kernels,
          copies,
          markers,
          failed == 0 ? null : failed,
          untimed == 0 ? null : untimed,
          timeOf(timedKernels + timedCopies, kernelNanos + copyNanos),
          timeOf(timedKernels, kernelNanos),
          timeOf(timedCopies, copyNanos),
          timeOf(calls, callNanos),
          timeOf(calls, waitNanos),
          copies == 0 ? null : copiedBytes,
          list(top, kernel -> kernel.name),
          list(top, kernel -> kernel.nanos),
          list(top, kernel -> kernel.count),
          lastId == 0 ? null : firstId,
          lastId == 0 ? null : lastId,
        });
  }

  private List<Kernel> top() {
    List<Kernel> all = new ArrayList<>(byName.values());
    all.sort(LONGEST_FIRST);
    return all.subList(0, Math.min(TOP, all.size()));
  }

  private static <T> List<T> list(List<Kernel> top, java.util.function.Function<Kernel, T> value) {
    return top.isEmpty() ? null : top.stream().map(value).toList();
  }

  private static Long timeOf(long count, long nanos) {
    return count == 0 ? null : nanos;
  }

  private static Object one(Object value) {
    return value == DIFFERENT ? null : value;
  }

  private static Object notNegative(Object value) {
    return value instanceof Number number && number.longValue() >= 0 ? number.longValue() : null;
  }
}
