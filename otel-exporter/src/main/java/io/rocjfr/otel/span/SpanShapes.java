// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.opentelemetry.api.common.AttributeKey;
import io.rocjfr.CopyDirection;
import java.util.List;

/** The name and the attributes of each kind of span. docs/opentelemetry.md has the table. */
final class SpanShapes {
  static final String HIP = "hip";
  private static final String OPENCL = "opencl";

  // Types of operations.
  static final String CALL = "api";
  static final String KERNEL = "kernel";
  static final String MEMCPY = "memcpy";
  static final String MARK = "marker";

  private static final AttributeKey<?>[] API = {
    SpanAttributes.TYPE,
    SpanAttributes.SYSTEM,
    SpanAttributes.CORRELATION,
    SpanAttributes.EXTERNAL,
    SpanAttributes.THREAD_ID,
    SpanAttributes.THREAD_NAME,
    SpanAttributes.API_NAME,
    SpanAttributes.API_DOMAIN,
    SpanAttributes.API_CATEGORY,
    SpanAttributes.DEVICE,
    SpanAttributes.STREAM,
    SpanAttributes.KERNEL,
    SpanAttributes.COPY_SIZE,
    SpanAttributes.ERROR_TYPE,
    SpanAttributes.CODE_FUNCTION,
    SpanAttributes.CODE_FILE,
    SpanAttributes.CODE_LINE,
  };

  private static final AttributeKey<?>[] DISPATCH = {
    SpanAttributes.TYPE,
    SpanAttributes.SYSTEM,
    SpanAttributes.CORRELATION,
    SpanAttributes.EXTERNAL,
    SpanAttributes.THREAD_ID,
    SpanAttributes.THREAD_NAME,
    SpanAttributes.DEVICE,
    SpanAttributes.QUEUE,
    SpanAttributes.STREAM,
    SpanAttributes.KERNEL,
    SpanAttributes.GRID,
    SpanAttributes.WORKGROUP,
    SpanAttributes.LDS,
  };

  private static final AttributeKey<?>[] COPY = {
    SpanAttributes.TYPE,
    SpanAttributes.SYSTEM,
    SpanAttributes.CORRELATION,
    SpanAttributes.EXTERNAL,
    SpanAttributes.THREAD_ID,
    SpanAttributes.THREAD_NAME,
    SpanAttributes.DEVICE,
    SpanAttributes.QUEUE,
    SpanAttributes.STREAM,
    SpanAttributes.COPY_KIND,
    SpanAttributes.COPY_SIZE,
  };

  private static final AttributeKey<?>[] MARKER = {
    SpanAttributes.TYPE,
    SpanAttributes.SYSTEM,
    SpanAttributes.EXTERNAL,
    SpanAttributes.THREAD_ID,
    SpanAttributes.THREAD_NAME,
    SpanAttributes.MESSAGE,
  };

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

  static SpanAttributes attributes(Activity a) {
    return switch (a.kind) {
      case HIP_API, OPENCL_API ->
          new SpanAttributes(
              API,
              new Object[] {
                CALL,
                system(a),
                a.correlationId,
                present(a.externalId),
                thread(a),
                a.threadName,
                a.name,
                system(a),
                a.category,
                notNegative(a.device),
                notNegative(a.stream),
                a.kernel,
                present(a.bytes),
                a.failed() ? a.result : null,
                function(a.callSite),
                file(a.callSite),
                line(a.callSite),
              });
      case KERNEL_DISPATCH ->
          new SpanAttributes(
              DISPATCH,
              new Object[] {
                KERNEL,
                system(a),
                a.correlationId,
                present(a.externalId),
                thread(a),
                a.threadName,
                notNegative(a.device),
                a.queue,
                notNegative(a.stream),
                a.kernel,
                dimensions(a.gridX, a.gridY, a.gridZ),
                dimensions(a.workgroupX, a.workgroupY, a.workgroupZ),
                present(a.ldsBytes),
              });
      case MEM_COPY, BARRIER ->
          new SpanAttributes(
              COPY,
              new Object[] {
                MEMCPY,
                system(a),
                a.correlationId,
                present(a.externalId),
                thread(a),
                a.threadName,
                notNegative(a.device),
                a.queue,
                notNegative(a.stream),
                a.direction.label(),
                a.bytes,
              });
      case ROCTX_RANGE, ROCTX_MARK ->
          new SpanAttributes(
              MARKER,
              new Object[] {
                MARK, HIP, present(a.externalId), thread(a), a.threadName, a.name,
              });
    };
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
