// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * A program that waits for its work in one of many ways, those of native/tests/waits/waits.h, and
 * is recorded. Prints {@code WAY PLACE submitted KERNELS COPIES}, or {@code WAY PLACE none}: this
 * HIP has no such way.
 */
public final class Waits {
  private static final int WORK_BYTES = 2 * Long.BYTES;
  private static final int HAS_NO_SUCH_WAY = 77;

  private final NativeLibrary program;
  private final Configuration settings;
  private final Path folder;

  private Waits(String library, String settings, String folder) throws Exception {
    this.program = NativeLibrary.getInstance(library);
    this.settings = Configuration.create(Path.of(settings));
    this.folder = Path.of(folder);
  }

  /**
   * Takes {@code LIBRARY SETTINGS FOLDER stop|exit CELL...}, each cell {@code WAY;PLACE}. Stop: the
   * recording of each is stopped when the work has ended. Exit: the process exits then, after the
   * only one. The recordings are {@code FOLDER/WAY;PLACE.jfr}.
   */
  public static void main(String[] arguments) throws Exception {
    Waits waits = new Waits(arguments[0], arguments[1], arguments[2]);
    for (int i = 4; i < arguments.length; i++) {
      waits.record(arguments[i], arguments[3].equals("exit"));
    }
  }

  private void record(String cell, boolean exits) throws IOException {
    String[] words = cell.split(";", -1);
    int status = call("waits_prepare", words[0], words[1]);
    if (status != 0) {
      print(cell, "none");
      return;
    }
    Recording recording = new Recording(settings);
    recording.setDestination(folder.resolve(cell + ".jfr"));
    recording.setDumpOnExit(exits);
    recording.start();
    try (Memory work = new Memory(WORK_BYTES)) {
      call("waits_run", work);
      print(cell, "submitted " + work.getLong(0) + " " + work.getLong(Long.BYTES));
    }
    program.getFunction("waits_await_end").invokeVoid(new Object[0]);
    if (!exits) {
      recording.stop();
      recording.close();
      program.getFunction("waits_end_threads").invokeVoid(new Object[0]);
    }
  }

  private static void print(String cell, String became) {
    System.out.println(cell.replace(';', ' ') + " " + became);
  }

  private int call(String function, Object... arguments) {
    int status = program.getFunction(function).invokeInt(arguments);
    if (status != 0 && status != HAS_NO_SUCH_WAY) {
      System.err.println(program.getFunction("waits_why").invokeString(new Object[0], false));
      System.exit(status);
    }
    return status;
  }
}
