// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;

/** hiprtc, HIP's run-time compiler, mapped directly; each function returns a hiprtcResult. */
final class HipRtc {
  private HipRtc() {}

  /** Up to 6.x the runtime has the compiler's functions, too; 7.x has them in their own library. */
  static void load(NativeLibrary runtime) {
    NativeLibrary library = runtime;
    try {
      runtime.getFunction("hiprtcCreateProgram");
    } catch (UnsatisfiedLinkError e) {
      library = NativeLibrary.getInstance("libhiprtc.so.7");
    }
    Native.register(HipRtc.class, library);
  }

  /**
   * The code object of {@code source}.
   *
   * @param gpu the name of the GPU's architecture; null for the first GPU, for which hiprtc makes
   *     HIP calls of its own
   */
  static Memory compile(String name, String source, String gpu) {
    try (Memory out = new Memory(8)) {
      check("hiprtcCreateProgram", hiprtcCreateProgram(out, source, name, 0, null, null));
      Pointer program = out.getPointer(0);
      String[] options = gpu == null ? new String[0] : new String[] {"--offload-arch=" + gpu};
      int result = hiprtcCompileProgram(program, options.length, new StringArray(options));
      check("hiprtcCompileProgram" + (result == 0 ? "" : ": " + log(program)), result);
      check("hiprtcGetCodeSize", hiprtcGetCodeSize(program, out));
      Memory code = new Memory(out.getLong(0));
      check("hiprtcGetCode", hiprtcGetCode(program, code));
      out.setPointer(0, program);
      check("hiprtcDestroyProgram", hiprtcDestroyProgram(out));
      return code;
    }
  }

  private static String log(Pointer program) {
    try (Memory size = new Memory(8)) {
      check("hiprtcGetProgramLogSize", hiprtcGetProgramLogSize(program, size));
      Memory log = new Memory(size.getLong(0) + 1);
      log.clear();
      check("hiprtcGetProgramLog", hiprtcGetProgramLog(program, log));
      return log.getString(0);
    }
  }

  private static void check(String function, int result) {
    if (result != 0) {
      throw new IllegalStateException(function + " failed with hiprtcResult " + result);
    }
  }

  static native int hiprtcCreateProgram(
      Pointer program, String source, String name, int headers, Pointer sources, Pointer names);

  static native int hiprtcCompileProgram(Pointer program, int options, Pointer texts);

  static native int hiprtcGetProgramLogSize(Pointer program, Pointer size);

  static native int hiprtcGetProgramLog(Pointer program, Pointer log);

  static native int hiprtcGetCodeSize(Pointer program, Pointer size);

  static native int hiprtcGetCode(Pointer program, Pointer code);

  static native int hiprtcDestroyProgram(Pointer program);
}
