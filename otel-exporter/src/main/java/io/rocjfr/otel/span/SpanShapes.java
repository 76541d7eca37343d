// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.opentelemetry.api.common.AttributeKey;
import io.rocjfr.CopyDirection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The name and the attributes of each kind of span. docs/opentelemetry.md has the table. */
final class SpanShapes {
  static final String HIP = "hip";
  private static final String OPENCL = "opencl";

  // Types of operations.
  static final String CALL = "api";
  static final String KERNEL = "kernel";
  static final String MEMCPY = "memcpy";
  static final String MARK = "marker";

  /** An attribute of all spans of a kind: its key, and its value of an activity, null for none. */
  private record Attribute<T>(AttributeKey<T> key, Function<Activity, T> value) {}

  private static <T> Attribute<T> of(AttributeKey<T> key, Function<Activity, T> value) {
    return new Attribute<>(key, value);
  }

  /** What spans of a kind say. */
  private static final class Shape {
    private final AttributeKey<?>[] keys;
    private final Function<Activity, ?>[] values;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of functions
    Shape(List<Attribute<?>> first, Attribute<?>... more) {
      List<Attribute<?>> all = Stream.concat(first.stream(), Stream.of(more)).toList();
      keys = all.stream().map(Attribute::key).toArray(AttributeKey<?>[]::new);
      values = all.stream().map(Attribute::value).toArray(Function[]::new);
    }

    SpanAttributes attributes(Activity activity) {
      Object[] all = new Object[values.length];
      for (int i = 0; i < all.length; i++) {
        all[i] = values[i].apply(activity);
      }
      return new SpanAttributes(keys, all);
    }
  }

  /** What calls and their work begin with. A limit keeps the first attributes. */
  private static List<Attribute<?>> joined(String type) {
    return List.of(
        of(SpanAttributes.TYPE, a -> type),
        of(SpanAttributes.SYSTEM, SpanShapes::system),
        of(SpanAttributes.CORRELATION, a -> present(a.correlationId)),
        of(SpanAttributes.EXTERNAL, a -> present(a.externalId)),
        of(SpanAttributes.THREAD_ID, SpanShapes::thread),
        of(SpanAttributes.THREAD_NAME, a -> a.threadName));
  }

  private static final Shape API =
      new Shape(
          joined(CALL),
          of(SpanAttributes.API_NAME, a -> a.name),
          of(SpanAttributes.API_DOMAIN, SpanShapes::system),
          of(SpanAttributes.API_CATEGORY, a -> a.category),
          of(SpanAttributes.DEVICE, a -> notNegative(a.device)),
          of(SpanAttributes.STREAM, a -> notNegative(a.stream)),
          of(SpanAttributes.KERNEL, a -> a.kernel),
          of(SpanAttributes.COPY_SIZE, a -> present(a.bytes)),
          of(SpanAttributes.ERROR_TYPE, a -> a.failed() ? a.result : null),
          of(SpanAttributes.CODE_FUNCTION, a -> function(a.callSite)),
          of(SpanAttributes.CODE_FILE, a -> file(a.callSite)),
          of(SpanAttributes.CODE_LINE, a -> line(a.callSite)));

  private static final Shape DISPATCH =
      new Shape(
          joined(KERNEL),
          of(SpanAttributes.DEVICE, a -> notNegative(a.device)),
          of(SpanAttributes.QUEUE, a -> a.queue),
          of(SpanAttributes.STREAM, a -> notNegative(a.stream)),
          of(SpanAttributes.KERNEL, a -> a.kernel),
          of(SpanAttributes.GRID, a -> dimensions(a.gridX, a.gridY, a.gridZ)),
          of(SpanAttributes.WORKGROUP, a -> dimensions(a.workgroupX, a.workgroupY, a.workgroupZ)),
          of(SpanAttributes.LDS, a -> present(a.ldsBytes)));

  private static final Shape COPY =
      new Shape(
          joined(MEMCPY),
          of(SpanAttributes.DEVICE, a -> notNegative(a.device)),
          of(SpanAttributes.QUEUE, a -> a.queue),
          of(SpanAttributes.STREAM, a -> notNegative(a.stream)),
          of(SpanAttributes.COPY_KIND, a -> a.direction.label()),
          of(SpanAttributes.COPY_SIZE, a -> present(a.bytes)));

  private static final Shape MARKER =
      new Shape(
          List.of(),
          of(SpanAttributes.TYPE, a -> MARK),
          of(SpanAttributes.SYSTEM, a -> HIP),
          of(SpanAttributes.EXTERNAL, a -> present(a.externalId)),
          of(SpanAttributes.THREAD_ID, SpanShapes::thread),
          of(SpanAttributes.THREAD_NAME, a -> a.threadName),
          of(SpanAttributes.MESSAGE, a -> a.name));

  private SpanShapes() {}

  /** Never null nor empty, which receivers would refuse. */
  static String name(Activity activity) {
    String name =
        switch (activity.kind) {
          case HIP_API, OPENCL_API, ROCTX_RANGE, ROCTX_MARK -> activity.name;
          case KERNEL_DISPATCH -> activity.kernel;
          case MEM_COPY -> copyName(activity.direction);
          case BARRIER -> null;
        };
    return name != null && !name.isEmpty() ? name : unnamed(activity);
  }

  private static String copyName(CopyDirection direction) {
    return switch (direction) {
      case HOST_TO_DEVICE -> "memcpy HostToDevice";
      case DEVICE_TO_HOST -> "memcpy DeviceToHost";
      case DEVICE_TO_DEVICE -> "memcpy DeviceToDevice";
      case HOST_TO_HOST -> "memcpy HostToHost";
      case FILL -> "memset";
      case MAP -> "map";
      case UNMAP -> "unmap";
      case UNKNOWN -> "memcpy";
    };
  }

  private static String unnamed(Activity activity) {
    return switch (activity.kind) {
      case KERNEL_DISPATCH -> "kernel";
      case HIP_API -> "hip";
      case OPENCL_API -> "opencl";
      default -> "marker";
    };
  }

  static SpanAttributes attributes(Activity activity) {
    Shape shape =
        switch (activity.kind) {
          case HIP_API, OPENCL_API -> API;
          case KERNEL_DISPATCH -> DISPATCH;
          case MEM_COPY, BARRIER -> COPY;
          case ROCTX_RANGE, ROCTX_MARK -> MARKER;
        };
    return shape.attributes(activity);
  }

  static String system(Activity activity) {
    return activity.openCl ? OPENCL : HIP;
  }

  private static Long present(long value) {
    return value == 0 ? null : value;
  }

  private static Long notNegative(int value) {
    return value < 0 ? null : (long) value;
  }

  private static Long thread(Activity activity) {
    return activity.javaThreadId < 0 ? null : activity.javaThreadId;
  }

  private static String function(StackTraceElement site) {
    return site == null ? null : site.getClassName() + "." + site.getMethodName();
  }

  /** A class file names no folder: the package's is where the languages of the JVM have theirs. */
  private static String file(StackTraceElement site) {
    if (site == null || site.getFileName() == null) {
      return null;
    }
    String type = site.getClassName();
    int end = type.lastIndexOf('.');
    return end < 0
        ? site.getFileName()
        : type.substring(0, end).replace('.', '/') + "/" + site.getFileName();
  }

  private static Long line(StackTraceElement site) {
    return site == null || site.getLineNumber() <= 0 ? null : (long) site.getLineNumber();
  }

  private static List<Long> dimensions(int x, int y, int z) {
    return x == 0 ? null : List.of((long) x, (long) y, (long) z);
  }
}
