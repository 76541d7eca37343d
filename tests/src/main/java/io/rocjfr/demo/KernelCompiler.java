// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.demo;

import com.sun.jna.Memory;
import com.sun.jna.StringArray;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;

/** Compiles HIP source to a code object, in the process. */
final class KernelCompiler {
  private final HipRtc hiprtc;
  private final String architecture;

  /**
   * Makes a compiler.
   *
   * @param architecture of the GPU, e.g. gfx1030. Without it hiprtc asks HIP itself, and its calls
   *     are in a recording beside the program's own.
   */
  KernelCompiler(HipRtc hiprtc, String architecture) {
    this.hiprtc = hiprtc;
    this.architecture = architecture;
  }

  /** The code object of {@code source}, for hipModuleLoadData. */
  Memory compile(String name, String source) {
    PointerByReference program = new PointerByReference();
    check(
        "hiprtcCreateProgram",
        hiprtc.hiprtcCreateProgram(program, source, name, 0, null, null),
        "");
    try {
      StringArray options = new StringArray(new String[] {"--offload-arch=" + architecture});
      int result = hiprtc.hiprtcCompileProgram(program.getValue(), 1, options);
      check("hiprtcCompileProgram", result, result == 0 ? "" : log(program));
      LongByReference size = new LongByReference();
      check("hiprtcGetCodeSize", hiprtc.hiprtcGetCodeSize(program.getValue(), size), "");
      Memory code = new Memory(size.getValue());
      check("hiprtcGetCode", hiprtc.hiprtcGetCode(program.getValue(), code), "");
      return code;
    } finally {
      hiprtc.hiprtcDestroyProgram(program);
    }
  }

  private String log(PointerByReference program) {
    LongByReference size = new LongByReference();
    if (hiprtc.hiprtcGetProgramLogSize(program.getValue(), size) != 0 || size.getValue() == 0) {
      return "";
    }
    Memory log = new Memory(size.getValue() + 1);
    log.clear();
    return hiprtc.hiprtcGetProgramLog(program.getValue(), log) == 0 ? log.getString(0) : "";
  }

  private static void check(String function, int result, String log) {
    if (result != 0) {
      throw new DemoException(
          function + " failed with hiprtcResult " + result + (log.isBlank() ? "" : ":\n" + log));
    }
  }
}
