// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest.program;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.rocjfr.cli.selftest.Ledger.Call;
import io.rocjfr.cli.selftest.Ledger.Kind;
import io.rocjfr.cli.selftest.Ledger.Work;
import java.util.List;

/** Copies of each kind, and fills; each has a size of its own. */
final class Copies implements AutoCloseable {
  private static final int TO_DEVICE = 1;
  private static final int TO_HOST = 2;
  private static final int ON_DEVICE = 3;
  private static final long BYTES = 1 << 20;

  private final LedgerCalls hip;
  private final int device;

  /** Whether the agent has not seen how this memory came to be. */
  private final boolean older;

  private final Memory pageable = new Memory(BYTES);
  private final Pointer pinned;
  private final Pointer first;
  private final Pointer second;
  private long next = 4096;

  Copies(LedgerCalls hip, int device, boolean older) {
    this.hip = hip;
    this.device = device;
    this.older = older;
    pageable.clear();
    pinned = hip.get("hipHostMalloc", BYTES, 0);
    first = hip.get("hipMalloc", BYTES);
    second = hip.get("hipMalloc", BYTES);
  }

  /** Memory of the device. */
  Pointer first() {
    return first;
  }

  /** A size that no other copy of this has; HIP makes one piece of each. */
  long size() {
    next += 68;
    return next;
  }

  /** Blocking ones. */
  void blocking(GpuStream stream) {
    long bytes = size();
    done(copy(hip.call("hipMemcpy", first, pageable, bytes, TO_DEVICE), bytes, stream, TO_DEVICE));
    bytes = size();
    done(copy(hip.call("hipMemcpy", pageable, first, bytes, TO_HOST), bytes, stream, TO_HOST));
    bytes = size();
    done(copy(hip.call("hipMemcpy", first, pinned, bytes, TO_DEVICE), bytes, stream, TO_DEVICE));
    bytes = size();
    done(copy(hip.call("hipMemcpy", pinned, first, bytes, TO_HOST), bytes, stream, TO_HOST));
    bytes = size();
    done(copy(hip.call("hipMemcpyHtoD", first, pageable, bytes), bytes, stream, TO_DEVICE));
    bytes = size();
    done(copy(hip.call("hipMemcpyDtoH", pageable, first, bytes), bytes, stream, TO_HOST));
    // The host need not wait for what it does not see.
    bytes = size();
    copy(hip.call("hipMemcpy", second, first, bytes, ON_DEVICE), bytes, stream, ON_DEVICE);
    bytes = size();
    fill(hip.call("hipMemset", first, 1, bytes), bytes, stream);
  }

  /** What copies back by blocking, and so waits for what was submitted before. */
  void waitByCopy(GpuStream stream, Pointer from) {
    long bytes = size();
    int before = hip.ledger().calls.size();
    Call call = copy(hip.call("hipMemcpy", pageable, from, bytes, TO_HOST), bytes, stream, TO_HOST);
    hip.finished(call, stream, before + 1);
  }

  /** Into a stream. */
  void asynchronous(GpuStream stream) {
    Pointer to = stream.handle();
    long bytes = size();
    copy(hip.call("hipMemcpyAsync", first, pinned, bytes, TO_DEVICE, to), bytes, stream, TO_DEVICE);
    bytes = size();
    copy(hip.call("hipMemcpyAsync", pinned, first, bytes, TO_HOST, to), bytes, stream, TO_HOST);
    bytes = size();
    copy(hip.call("hipMemcpyAsync", second, first, bytes, ON_DEVICE, to), bytes, stream, ON_DEVICE);
    bytes = size();
    fill(hip.call("hipMemsetAsync", first, 2, bytes, to), bytes, stream);
    bytes = size();
    fill(hip.call("hipMemsetD32Async", first, 3, bytes / 4, to), bytes, stream);
  }

  /** Of rectangles. */
  void rectangle(GpuStream stream) {
    long width = 256;
    long height = 9;
    long pitch = 512;
    done(
        copy(
            hip.call("hipMemcpy2D", first, pitch, pageable, pitch, width, height, TO_DEVICE),
            width * height,
            stream,
            TO_DEVICE));
  }

  /** Between two devices. */
  void peer(GpuStream stream, Pointer to, int toDevice) {
    long bytes = size();
    Call call = hip.call("hipMemcpyPeer", to, toDevice, first, device, bytes);
    hip.submitted(
        call,
        stream,
        new Work(
            Kind.COPY,
            "",
            List.of(),
            List.of(),
            bytes,
            direction(ON_DEVICE),
            older,
            -1,
            device,
            toDevice));
  }

  private void done(Call call) {
    hip.finished(call, null, call.id + 1);
  }

  private Call copy(Call call, long bytes, GpuStream stream, int kind) {
    return hip.submitted(
        call,
        stream,
        new Work(
            Kind.COPY, "", List.of(), List.of(), bytes, direction(kind), older, device, -1, -1));
  }

  private void fill(Call call, long bytes, GpuStream stream) {
    hip.submitted(call, stream, filled(bytes, device));
  }

  /** What a fill submits. */
  static Work filled(long bytes, int device) {
    return new Work(Kind.FILL, "", List.of(), List.of(), bytes, "Fill", false, device, -1, -1);
  }

  private static String direction(int kind) {
    return switch (kind) {
      case TO_DEVICE -> "HostToDevice";
      case TO_HOST -> "DeviceToHost";
      default -> "DeviceToDevice";
    };
  }

  @Override
  public void close() {
    hip.call("hipFree", first);
    hip.call("hipFree", second);
    hip.call("hipHostFree", pinned);
  }
}
