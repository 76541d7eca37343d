// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import java.nio.file.Path;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * A program that waits for its work in one of many ways, those of native/tests/waits/waits.h, and
 * is recorded. The recording is stopped when the work has ended, or the process exits then. Prints
 * {@code submitted KERNELS COPIES}. Exit code 77: this HIP has no such way.
 */
public final class Waits {
  private static final int WORK_BYTES = 2 * Long.BYTES;

  private final NativeLibrary program;

  private Waits(String library) {
    program = NativeLibrary.getInstance(library);
  }

  /** Takes {@code LIBRARY WAY PLACE stop|exit SETTINGS FILE}. */
  public static void main(String[] arguments) throws Exception {
    Waits waits = new Waits(arguments[0]);
    waits.call("waits_prepare", arguments[1], arguments[2]);
    Recording recording = new Recording(Configuration.create(Path.of(arguments[4])));
    Path file = Path.of(arguments[5]);
    boolean exits = arguments[3].equals("exit");
    if (exits) {
      recording.setDestination(file);
      recording.setDumpOnExit(true);
    }
    recording.start();
    try (Memory work = new Memory(WORK_BYTES)) {
      waits.call("waits_run", work);
      System.out.println("submitted " + work.getLong(0) + " " + work.getLong(Long.BYTES));
    }
    waits.program.getFunction("waits_await_end").invokeVoid(new Object[0]);
    if (!exits) {
      recording.stop();
      recording.dump(file);
      recording.close();
    }
  }

  private void call(String function, Object... arguments) {
    int status = program.getFunction(function).invokeInt(arguments);
    if (status != 0) {
      System.err.println(program.getFunction("waits_why").invokeString(new Object[0], false));
      System.exit(status);
    }
  }
}
