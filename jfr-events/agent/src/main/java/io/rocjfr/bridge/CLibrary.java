// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.FunctionMapper;
import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import java.util.Locale;
import java.util.Map;

/** Opens C libraries for JNA without making their symbols everybody's, as JNA itself would. */
final class CLibrary {
  /** RTLD_NOW, without RTLD_GLOBAL. */
  private static final int OPEN_FLAGS = 2;

  private CLibrary() {}

  /** Throws UnsatisfiedLinkError if it cannot be loaded. */
  static NativeLibrary open(String path) {
    return NativeLibrary.getInstance(path, Map.of(Library.OPTION_OPEN_FLAGS, OPEN_FLAGS));
  }

  /**
   * A library for Native.register: a class's method {@code setWanted} is its function {@code
   * PREFIX_set_wanted}.
   */
  static NativeLibrary open(String path, String prefix) {
    FunctionMapper snakeCase =
        (library, method) ->
            prefix + method.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    Map<String, Object> options =
        Map.of(
            Library.OPTION_OPEN_FLAGS,
            OPEN_FLAGS,
            Library.OPTION_FUNCTION_MAPPER,
            snakeCase,
            Library.OPTION_STRING_ENCODING,
            "UTF-8",
            Library.OPTION_ALLOW_OBJECTS,
            true);
    return NativeLibrary.getInstance(path, options);
  }
}
