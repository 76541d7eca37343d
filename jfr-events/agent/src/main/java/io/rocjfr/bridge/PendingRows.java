// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads {@code rocjfr_pending_t} and {@code rocjfr_pending_call_t}. */
final class PendingRows {
  /** Of a row, and of a call; native code compares them with its own. */
  private static final int ROW_BYTES = 32;

  private static final int CALL_BYTES = 24;

  private static final int MOST = 64;

  /** For how long it looks again. */
  private static final long MOST_NANOS = 5_000_000;

  private static final KeptBuffer ROWS = new KeptBuffer();
  private static final KeptBuffer CALLS = new KeptBuffer();

  private PendingRows() {}

  /**
   * The numbers are of one moment, unless work comes and goes all the time. Then submitted,
   * reported and pending may not add up by as many pieces as did.
   */
  static PendingWork read(int mostCalls) {
    boolean named = mostCalls > 0 && NativeFunctions.inFlight() > 0;
    return ROWS.with(
        MOST * ROW_BYTES,
        rows ->
            named
                ? CALLS.with(mostCalls * CALL_BYTES, calls -> read(rows, calls))
                : read(rows, null));
  }

  private static PendingWork read(ByteBuffer rows, ByteBuffer calls) {
    long begin = System.nanoTime();
    long[] before = counts();
    long filled = NativeFunctions.pending(rows, calls);
    long[] after = counts();
    while (!Arrays.equals(before, after) && System.nanoTime() - begin < MOST_NANOS) {
      before = after;
      filled = NativeFunctions.pending(rows, calls);
      after = counts();
    }
    List<PendingWork.OfDevice> devices = devices(rows, (int) filled);
    List<PendingWork.OfCall> pending = calls(calls, (int) (filled >>> 32));
    long openCl = NativeFunctions.openclInFlight();
    PendingWork work = new PendingWork(devices, pending, openCl, after[0], after[1], after[2]);
    return Arrays.equals(before, after) ? work.withBeingTold() : work;
  }

  private static long[] counts() {
    long[] counts = new long[3];
    NativeFunctions.workCounts(counts);
    return counts;
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
