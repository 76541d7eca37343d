// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.NativeLibrary;
import io.rocjfr.Rocjfr;
import io.rocjfr.TracerStatus;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;

/**
 * A program whose HIP (lib/stubhip-future first in LD_LIBRARY_PATH) has a profiler of its own. It
 * is enabled before a recording ({@code first}) or in one ({@code later}). Prints what the tracer
 * says of it, waits for a line, and writes the recording into the file.
 */
public final class Profiled {
  private Profiled() {}

  /** Takes {@code first|later FILE}. */
  public static void main(String[] arguments) throws Exception {
    final boolean first = arguments[0].equals("first");
    NativeLibrary hip = NativeLibrary.getInstance("libamdhip64.so.8");
    if (first) {
      enable(hip);
    }
    try (Recording recording = new Recording()) {
      recording.enable("rocjfr.HipApi").withoutThreshold();
      recording.enable("rocjfr.KernelDispatch").withoutThreshold();
      recording.enable("rocjfr.TracerStatus");
      recording.start();
      if (!first) {
        await("on");
        enable(hip);
      }
      TracerStatus status = await(first ? "taken" : "opsOnly");
      System.out.println("tools " + status.otherTools());
      System.out.println("message " + status.message());
      System.in.read();
      recording.stop();
      recording.dump(Path.of(arguments[1]));
    }
  }

  private static void enable(NativeLibrary hip) {
    hip.getFunction("hipProfilerEnableExt").invokeInt(new Object[0]);
  }

  private static TracerStatus await(String state) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(9);
    while (true) {
      TracerStatus status = Rocjfr.status();
      if (status.state().equals(state)) {
        return status;
      }
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("it is " + status.state() + ", not " + state);
      }
      LockSupport.parkNanos(1_000_000);
    }
  }
}
