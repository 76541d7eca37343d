// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest.program;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;

/** hiprtc, HIP's run-time compiler. */
final class Compiler {
  private static final int NEWEST = 20;
  private static final int OLDEST = 5;

  private final NativeLibrary library;

  private Compiler(NativeLibrary library) {
    this.library = library;
  }

  /** Up to 6.x the runtime has the compiler's functions, too; 7.x has them in their own library. */
  static Compiler of(NativeLibrary runtime) {
    try {
      runtime.getFunction("hiprtcCreateProgram");
      return new Compiler(runtime);
    } catch (UnsatisfiedLinkError e) {
      return new Compiler(own(runtime));
    }
  }

  private static NativeLibrary own(NativeLibrary runtime) {
    String folder = runtime.getFile() == null ? null : runtime.getFile().getParent();
    for (int number = NEWEST; number >= OLDEST; number--) {
      String name = "libhiprtc.so." + number;
      for (String path : new String[] {folder == null ? name : folder + "/" + name, name}) {
        try {
          return NativeLibrary.getInstance(path);
        } catch (UnsatisfiedLinkError e) {
          // The next one.
        }
      }
    }
    throw new WorkFailure("there is no hiprtc, HIP's run-time compiler: libhiprtc.so");
  }

  /** The code object of {@code source}. */
  Memory compile(String name, String source, String architecture) {
    try (Memory out = new Memory(Long.BYTES)) {
      check("hiprtcCreateProgram", invoke("hiprtcCreateProgram", out, source, name, 0, null, null));
      Pointer program = out.getPointer(0);
      StringArray options = new StringArray(new String[] {"--offload-arch=" + architecture});
      int result = invoke("hiprtcCompileProgram", program, 1, options);
      if (result != 0) {
        throw new WorkFailure("hiprtcCompileProgram returned " + result + ": " + log(program));
      }
      check("hiprtcGetCodeSize", invoke("hiprtcGetCodeSize", program, out));
      Memory code = new Memory(out.getLong(0));
      check("hiprtcGetCode", invoke("hiprtcGetCode", program, code));
      out.setPointer(0, program);
      check("hiprtcDestroyProgram", invoke("hiprtcDestroyProgram", out));
      return code;
    }
  }

  private String log(Pointer program) {
    try (Memory size = new Memory(Long.BYTES)) {
      if (invoke("hiprtcGetProgramLogSize", program, size) != 0 || size.getLong(0) <= 0) {
        return "no further message";
      }
      try (Memory log = new Memory(size.getLong(0) + 1)) {
        log.clear();
        invoke("hiprtcGetProgramLog", program, log);
        return log.getString(0).strip();
      }
    }
  }

  private int invoke(String function, Object... arguments) {
    return library.getFunction(function).invokeInt(arguments);
  }

  private static void check(String function, int result) {
    if (result != 0) {
      throw new WorkFailure(function + " returned " + result);
    }
  }
}
