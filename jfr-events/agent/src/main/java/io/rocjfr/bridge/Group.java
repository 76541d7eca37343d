// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;

/**
 * One decoded group of slots: an activity. A single instance is filled again and again under the
 * drain thread, so that nothing is allocated per record. Times are CLOCK_MONOTONIC.
 */
final class Group {
  ActivityKind kind;
  long begin;
  long end;
  long correlationId;
  long externalId;
  ThreadEntry thread;
  long osThreadId;

  /** HIP_API: the function's id and name. */
  int functionId;

  String function;

  /** HIP_API: see {@link CallResults}; otherwise null. */
  String result;

  /** Of work: HIP or OpenCL. */
  String api;

  NameCache.Name kernel;
  String message;
  int depth;
  long rangeId;
  int device;
  int sourceDevice;
  int destinationDevice;
  int agentId;
  long queue;
  int stream;
  long bytes;
  CopyDirection direction;
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
  boolean timed;

  void clear() {
    kind = null;
    begin = 0;
    end = 0;
    correlationId = 0;
    externalId = 0;
    thread = ThreadCache.UNKNOWN;
    osThreadId = 0;
    functionId = 0;
    function = null;
    result = null;
    api = null;
    kernel = null;
    message = null;
    depth = 0;
    rangeId = 0;
    device = -1;
    sourceDevice = -1;
    destinationDevice = -1;
    agentId = -1;
    queue = 0;
    stream = -1;
    bytes = 0;
    direction = CopyDirection.UNKNOWN;
    shape = 0;
    gridX = 0;
    gridY = 0;
    gridZ = 0;
    groupX = 0;
    groupY = 0;
    groupZ = 0;
    ldsBytes = 0;
    globalX = 0;
    globalY = 0;
    globalZ = 0;
    deviceName = null;
    queued = 0;
    submitted = 0;
    timed = true;
  }
}
