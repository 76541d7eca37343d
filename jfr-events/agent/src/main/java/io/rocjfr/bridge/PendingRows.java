// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code rocjfr_pending_t} and {@code rocjfr_pending_call_t}. */
final class PendingRows {
  /** Of a row, and of a call; native code compares them with its own. */
  private static final int ROW_BYTES = 32;

  private static final int CALL_BYTES = 24;

  private static final int MOST = 64;

  private PendingRows() {}

  static PendingWork read(int mostCalls) {
    ByteBuffer rows = NativeTracer.buffer(MOST * ROW_BYTES);
    ByteBuffer calls = mostCalls == 0 ? null : NativeTracer.buffer(mostCalls * CALL_BYTES);
    long filled = NativeFunctions.pending(rows, calls);
    long[] counts = new long[2];
    NativeFunctions.workCounts(counts);
    return new PendingWork(
        devices(rows, (int) filled),
        calls(calls, (int) (filled >>> 32)),
        NativeFunctions.openclInFlight(),
        counts[0],
        counts[1]);
  }

  private static List<PendingWork.OfDevice> devices(ByteBuffer rows, int count) {
    List<PendingWork.OfDevice> devices = new ArrayList<>();
    for (int at = 0; at < count * ROW_BYTES; at += ROW_BYTES) {
      devices.add(
          new PendingWork.OfDevice(
              rows.getInt(at), rows.getLong(at + 8), rows.getLong(at + 16), rows.getLong(at + 24)));
    }
    return List.copyOf(devices);
  }

  private static List<PendingWork.OfCall> calls(ByteBuffer rows, int count) {
    PendingWork.State[] states = PendingWork.State.values();
    List<PendingWork.OfCall> calls = new ArrayList<>();
    for (int at = 0; at < count * CALL_BYTES; at += CALL_BYTES) {
      calls.add(
          new PendingWork.OfCall(
              rows.getLong(at),
              rows.getLong(at + 8),
              rows.getInt(at + 16),
              states[rows.getShort(at + 20)],
              rows.getShort(at + 22) != 0));
    }
    return List.copyOf(calls);
  }
}
