// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;

/**
 * One decoded group of slots: an activity. The drain thread fills one instance for each kind again
 * and again. So nothing is allocated per record, and fields that a kind does not have need no
 * reset. Times are CLOCK_MONOTONIC.
 */
final class DecodedActivity {
  ActivityKind kind;
  long begin;
  long end;
  long correlationId;
  long externalId;
  ThreadEntry thread = ThreadCache.UNKNOWN;
  long osThreadId;

  /** HIP_API: the function's id and name. */
  int functionId;

  String function;

  /** HIP_API: see {@link CallResults}; otherwise null. */
  String result;

  /** Of a call: the application's frame that made it, where that is known and wanted. */
  StackTraceElement callSite;

  /** Of work: HIP or OpenCL. */
  String api;

  NameCache.Name kernel;
  String message;
  int depth;
  long rangeId;
  int device = -1;
  int sourceDevice = -1;
  int destinationDevice = -1;
  int agentId = -1;
  long queue;
  int stream = -1;
  long bytes;
  CopyDirection direction = CopyDirection.UNKNOWN;
  int shape;
  int gridX;
  int gridY;
  int gridZ;
  int groupX;
  int groupY;
  int groupZ;
  long ldsBytes;
  long globalX;
  long globalY;
  long globalZ;

  /** As OpenCL names it; null for HIP. */
  String deviceName;

  /** When it was enqueued and submitted to the device, CLOCK_MONOTONIC; 0 unknown. */
  long queued;

  long submitted;

  /** Whether begin and end are the device's. */
  boolean timed = true;

  /** What the submission says: there is none. */
  void clearSubmit() {
    kernel = null;
    stream = -1;
    device = -1;
    sourceDevice = -1;
    destinationDevice = -1;
    gridX = 0;
    gridY = 0;
    gridZ = 0;
    groupX = 0;
    groupY = 0;
    groupZ = 0;
    direction = CopyDirection.UNKNOWN;
    shape = 0;
    ldsBytes = 0;
  }
}
