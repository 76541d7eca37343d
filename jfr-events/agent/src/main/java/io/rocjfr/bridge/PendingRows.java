// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Reads {@code rocjfr_pending_t}. */
final class PendingRows {
  /** Of a row; native code compares it with its own. */
  private static final int ROW_BYTES = 32;

  private static final int MOST = 64;

  private PendingRows() {}

  static PendingWork read() {
    ByteBuffer rows = NativeTracer.buffer(MOST * ROW_BYTES);
    int count = NativeFunctions.pending(rows);
    List<PendingWork.OfDevice> devices = new ArrayList<>();
    for (int at = 0; at < count * ROW_BYTES; at += ROW_BYTES) {
      devices.add(
          new PendingWork.OfDevice(
              rows.getInt(at), rows.getLong(at + 8), rows.getLong(at + 16), rows.getLong(at + 24)));
    }
    long[] counts = new long[2];
    NativeFunctions.workCounts(counts);
    return new PendingWork(
        List.copyOf(devices), NativeFunctions.openclInFlight(), counts[0], counts[1]);
  }
}
