// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * Launches of the stub runtime (lib/stubhip-tracer first in LD_LIBRARY_PATH), each a call and a
 * kernel that has run: four foreign calls. Of one thread.
 */
final class StubLaunches {
  private static final int LAUNCH = 169;
  private static final int KERNEL = 0x11F0;
  private static final long FRAME_AT = 48;
  private static final long CALL_BYTES = 64;

  private final Memory call;
  private final Memory arguments = new Memory(128);
  private final Memory command = new Memory(16);
  private final Memory work = new Memory(56);
  private final Memory kernel = new Memory(16);

  StubLaunches() {
    NativeLibrary runtime = NativeLibrary.getInstance("libamdhip64.so.6");
    Native.register(StubLaunches.class, runtime);
    // stubhip_call_t, and behind it the frame that it points to.
    call = new Memory(CALL_BYTES + stubhip_frame_bytes());
    call.clear();
    call.setPointer(FRAME_AT, call.share(CALL_BYTES));
    arguments.clear();
    work.clear();
    kernel.setString(0, "gemm");
    arguments.setPointer(0, kernel);
    for (int i = 0; i < 6; i++) {
      arguments.setInt(8 + 4L * i, i < 3 ? 16 : 64);
    }
  }

  private static native long stubhip_frame_bytes();

  private static native void stubhip_enter(Pointer call, int id, Pointer arguments, long bytes);

  private static native void stubhip_exit(Pointer call);

  private static native void stubhip_submit(int op, Pointer command);

  private static native int stubhip_complete(Pointer command, Pointer work);

  void launch() {
    stubhip_enter(call, LAUNCH, arguments, arguments.size());
    stubhip_submit(0, command);
    stubhip_exit(call);
    long now = System.nanoTime();
    work.setInt(0, KERNEL);
    work.setLong(16, now - 1000);
    work.setLong(24, now);
    work.setPointer(40, kernel);
    stubhip_complete(command, work);
  }
}
