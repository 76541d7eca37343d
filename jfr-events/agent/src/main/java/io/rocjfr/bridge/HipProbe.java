// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.Function;
import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Loads a HIP runtime and asks it for its devices, which initialises it. */
public final class HipProbe {
  /** RTLD_LAZY and RTLD_GLOBAL, as a program that is linked with HIP would load it. */
  private static final int OPEN_FLAGS = 0x101;

  private static final String NAME = "libamdhip64.so";

  /** The highest file number that is looked for, newest first; 5.x's was 5. */
  private static final int NEWEST = 20;

  private static final int OLDEST = 5;

  private static final String ROCM = "/opt/rocm/lib/";

  private final NativeLibrary library;
  private int status;

  private HipProbe(NativeLibrary library) {
    this.library = library;
  }

  /**
   * Loads a runtime.
   *
   * @param path null for the usual names
   * @throws TracerException says what was tried
   */
  public static HipProbe load(Path path) throws TracerException {
    if (path != null && Files.exists(path) && !Files.isRegularFile(path)) {
      throw new TracerException("no HIP runtime can be loaded: " + path + " is no file");
    }
    List<String> names = path == null ? usual() : List.of(path.toAbsolutePath().toString());
    List<String> failures = new ArrayList<>();
    for (String name : names) {
      try {
        return new HipProbe(
            NativeLibrary.getInstance(name, Map.of(Library.OPTION_OPEN_FLAGS, OPEN_FLAGS)));
      } catch (UnsatisfiedLinkError e) {
        if (path != null || isThere(name, e)) {
          failures.add(name + ": " + reason(e));
        }
      }
    }
    throw new TracerException(
        failures.isEmpty()
            ? "no HIP runtime was found. Neither "
                + NAME
                + " nor one of "
                + NAME
                + "."
                + OLDEST
                + " to "
                + NAME
                + "."
                + NEWEST
                + " is on the loader's path or in "
                + ROCM
            : "no HIP runtime can be loaded: " + String.join("; ", failures));
  }

  /** Whether a file was found, which then could not be loaded: that says more than the others. */
  private static boolean isThere(String name, UnsatisfiedLinkError error) {
    String message = String.valueOf(error.getMessage());
    return !message.contains(name + ": cannot open shared object file");
  }

  /** The development link, then each release's file, in the loader's folders and in ROCm's own. */
  static List<String> usual() {
    List<String> names = new ArrayList<>();
    for (String folder : List.of("", ROCM)) {
      names.add(folder + NAME);
      for (int number = NEWEST; number >= OLDEST; number--) {
        names.add(folder + NAME + "." + number);
      }
    }
    return names;
  }

  /** How many devices there are; -1 if the runtime cannot say. */
  public int devices() {
    int[] count = {0};
    status = function("hipGetDeviceCount").invokeInt(new Object[] {count});
    if (status == 100) { // hipErrorNoDevice
      return 0;
    }
    return status == 0 ? count[0] : -1;
  }

  /** The runtime itself, for a program that uses it. */
  public NativeLibrary library() {
    return library;
  }

  /** What the runtime said in {@link #devices}. */
  public String error() {
    return function("hipGetErrorName").invokeString(new Object[] {status}, false);
  }

  private Function function(String name) {
    return library.getFunction(name);
  }

  /** JNA's first line names the library once more. */
  private static String reason(UnsatisfiedLinkError error) {
    List<String> lines = String.valueOf(error.getMessage()).lines().toList();
    return lines.get(Math.min(1, lines.size() - 1));
  }
}
