// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.demo;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.util.ArrayList;
import java.util.List;

/** Finds and loads the HIP runtime and its run-time compiler. */
final class HipLibraries {
  private static final List<String> RUNTIMES = numbered("libamdhip64.so");
  private static final List<String> COMPILERS = numbered("libhiprtc.so");

  private final NativeLibrary runtime;
  private final NativeLibrary compiler;

  private HipLibraries(NativeLibrary runtime, NativeLibrary compiler) {
    this.runtime = runtime;
    this.compiler = compiler;
  }

  /**
   * Loads both.
   *
   * @param runtimeName path or name of the runtime, or null to look where the loader does
   */
  static HipLibraries load(String runtimeName) {
    NativeLibrary runtime =
        runtimeName == null ? first("HIP runtime", RUNTIMES) : first("HIP runtime", runtimeName);
    // Up to 6.x the runtime has the compiler's functions, too; 7.x has them in their own library.
    if (has(runtime, "hiprtcCreateProgram")) {
      return new HipLibraries(runtime, runtime);
    }
    return new HipLibraries(runtime, first("hiprtc, HIP's run-time compiler,", COMPILERS));
  }

  Hip hip() {
    return bind(runtime, Hip.class);
  }

  HipRtc hiprtc() {
    return bind(compiler, HipRtc.class);
  }

  /** Since 6.0 there are two layouts of the devices' properties. */
  boolean hasNewProperties() {
    return has(runtime, "hipGetDevicePropertiesR0600");
  }

  String runtimeFile() {
    return runtime.getFile().getPath();
  }

  private static <T extends Library> T bind(NativeLibrary library, Class<T> functions) {
    return Native.load(library.getFile().getPath(), functions);
  }

  /** The newest first, and then the development link. */
  private static List<String> numbered(String name) {
    List<String> names = new ArrayList<>();
    for (int number = 20; number >= 5; number--) {
      names.add(name + "." + number);
    }
    names.add(name);
    return names;
  }

  private static NativeLibrary first(String what, String name) {
    return first(what, List.of(name));
  }

  private static NativeLibrary first(String what, List<String> names) {
    List<String> failures = new ArrayList<>();
    for (String name : names) {
      try {
        return NativeLibrary.getInstance(name);
      } catch (UnsatisfiedLinkError e) {
        failures.add("  " + name + ": " + reason(e));
      }
    }
    throw new DemoException(
        "No "
            + what
            + " was found. Tried:\n"
            + String.join("\n", failures)
            + "\nInstall ROCm, or Debian's packages of HIP (./mvnw names them), or say where it"
            + " is: --hip /path/to/libamdhip64.so, or LD_LIBRARY_PATH.");
  }

  private static boolean has(NativeLibrary library, String function) {
    try {
      return library.getFunction(function) != null;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /**
   * The loader's reason: JNA has it in the second line, and repeats it per folder that it tried.
   */
  private static String reason(UnsatisfiedLinkError error) {
    List<String> lines = String.valueOf(error.getMessage()).lines().toList();
    return lines.get(Math.min(1, lines.size() - 1)).strip();
  }
}
