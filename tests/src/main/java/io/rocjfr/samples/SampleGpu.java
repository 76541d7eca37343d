// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.samples;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import java.util.List;

/** The HIP functions that the samples call, as a program without rocjfr would call them. */
final class SampleGpu {
  static final int HOST_TO_DEVICE = 1;
  static final int DEVICE_TO_HOST = 2;

  /** What hiprtc compiles for; the software GPU's. */
  private static final String ARCHITECTURE = System.getProperty("samples.gpu", "gfx1030");

  private final NativeLibrary hip = newest("libamdhip64.so.");
  private final NativeLibrary compiler = has("hiprtcCreateProgram") ? hip : newest("libhiprtc.so.");

  private static NativeLibrary newest(String name) {
    UnsatisfiedLinkError failure = null;
    for (int number = 20; number >= 5; number--) {
      try {
        return NativeLibrary.getInstance(name + number);
      } catch (UnsatisfiedLinkError e) {
        failure = e;
      }
    }
    throw failure;
  }

  private boolean has(String function) {
    try {
      return hip.getFunction(function) != null;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  private static void call(Function function, Object... arguments) {
    int result = function.invokeInt(arguments);
    if (result != 0) {
      throw new IllegalStateException(function.getName() + " failed with " + result);
    }
  }

  private void hip(String function, Object... arguments) {
    call(hip.getFunction(function), arguments);
  }

  private void compile(String function, Object... arguments) {
    call(compiler.getFunction(function), arguments);
  }

  /** The kernel of a source. */
  Pointer kernel(String name, String source) {
    Memory out = new Memory(Long.BYTES);
    compile("hiprtcCreateProgram", out, source, name + ".hip", 0, null, null);
    Pointer program = out.getPointer(0);
    StringArray options =
        new StringArray(List.of("--offload-arch=" + ARCHITECTURE).toArray(String[]::new));
    compile("hiprtcCompileProgram", program, 1, options);
    compile("hiprtcGetCodeSize", program, out);
    Memory code = new Memory(out.getLong(0));
    compile("hiprtcGetCode", program, code);
    hip("hipModuleLoadData", out, code);
    hip("hipModuleGetFunction", out, out.getPointer(0), name);
    return out.getPointer(0);
  }

  Pointer malloc(long bytes) {
    Memory out = new Memory(Long.BYTES);
    hip("hipMalloc", out, bytes);
    return out.getPointer(0);
  }

  void free(Pointer address) {
    hip("hipFree", address);
  }

  void copy(Pointer to, Pointer from, long bytes, int kind) {
    hip("hipMemcpy", to, from, bytes, kind);
  }

  /** Launches with blocks x blocks workgroups of block x block. */
  void launch(Pointer kernel, int blocks, int block, Pointer parameters) {
    hip(
        "hipModuleLaunchKernel",
        kernel,
        blocks,
        blocks,
        1,
        block,
        block,
        1,
        0,
        null,
        parameters,
        null);
  }

  void synchronize() {
    hip("hipDeviceSynchronize");
  }
}
