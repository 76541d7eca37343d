// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;

/** What the process's loader has loaded. Needs JNA. */
public final class LoadedLibraries {
  /** RTLD_LAZY and RTLD_NOLOAD: nothing is loaded, and no code of the file runs. */
  private static final int IF_LOADED = 0x5;

  private LoadedLibraries() {}

  /**
   * Whether the loader has loaded this file. One that a program has only mapped is none.
   *
   * @param file a path, each char of which is a byte of it; or the name that a library has for the
   *     loader
   */
  public static boolean has(String file) {
    NativeLibrary process = NativeLibrary.getProcess();
    byte[] name = (file + "\0").getBytes(StandardCharsets.ISO_8859_1);
    Pointer handle = process.getFunction("dlopen").invokePointer(new Object[] {name, IF_LOADED});
    if (handle == null) {
      return false;
    }
    process.getFunction("dlclose").invokeInt(new Object[] {handle});
    return true;
  }
}
