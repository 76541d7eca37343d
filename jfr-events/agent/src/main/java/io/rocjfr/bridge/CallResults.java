// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.ActivityBatch;
import java.util.HashMap;
import java.util.Map;

/** What calls returned, by the kind of their records. Used by the drain thread. */
final class CallResults {
  private static final int UNKNOWN = 0;
  private static final int SUCCESS = 1;

  /** hipErrorNotReady, which is the answer to a query and no failure. */
  private static final int NOT_READY = 1 + 600;

  /** Beyond this many the runtime is asked each time. */
  private static final int MAX = 1 << 12;

  private final Tracer tracer;
  private final Map<Integer, String> names = new HashMap<>();
  private final Map<Integer, String> openClNames = new HashMap<>();

  CallResults(Tracer tracer) {
    this.tracer = tracer;
  }

  /** The error's name, empty for success, or {@link ActivityBatch#UNKNOWN_RESULT}. */
  String of(int kind) {
    if (kind == SUCCESS || kind == NOT_READY) {
      return "";
    }
    return kind == UNKNOWN ? ActivityBatch.UNKNOWN_RESULT : name(kind);
  }

  /** The same of OpenCL, whose kinds are 1 minus what the call returned. */
  String ofOpenCl(int kind) {
    if (kind == SUCCESS) {
      return "";
    }
    return kind == UNKNOWN
        ? ActivityBatch.UNKNOWN_RESULT
        : openClNames.computeIfAbsent(kind, this::openClName);
  }

  private String openClName(int kind) {
    String asked = tracer.openClErrorName(1 - kind);
    return asked == null ? "CL_ERROR_" + (kind - 1) : asked;
  }

  private String name(int kind) {
    String known = names.get(kind);
    if (known != null) {
      return known;
    }
    String asked = tracer.errorName(kind - 1);
    String name = asked == null || asked.isEmpty() ? "hipError" + (kind - 1) : asked;
    if (asked != null && names.size() < MAX) {
      names.put(kind, name);
    }
    return name;
  }
}
