// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** What the tracer core in this process says of its hook; it is found, not loaded. */
final class TracerProbe {
  private static final int INFO_BYTES = 8192;

  private TracerProbe() {}

  /** Where the hook is, how often the runtime called it and how often it was registered. */
  static Map<String, Object> read() throws IOException {
    NativeLibrary library = NativeLibrary.getInstance(path());
    try (Memory info = new Memory(INFO_BYTES)) {
      info.clear();
      int status = library.getFunction("rocjfr_runtime").invokeInt(new Object[] {info});
      if (status != 0) {
        throw new IllegalStateException("rocjfr_runtime returned " + status);
      }
      Map<String, Object> facts = new TreeMap<>();
      facts.put("hookState", info.getInt(0));
      facts.put("devices", info.getInt(8));
      facts.put("hookCalls", info.getLong(16));
      facts.put("registrations", info.getLong(24));
      return facts;
    }
  }

  /** From now on the core asks the JVM of no thread, as while the process exits. */
  static Map<String, Object> exit() throws IOException {
    NativeLibrary.getInstance(path())
        .getFunction("rocjfr_set_exiting")
        .invokeVoid(new Object[] {1});
    return Map.of();
  }

  /** An unlinked file is still mapped; JNA then needs another way, so such a one is refused. */
  private static String path() throws IOException {
    try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines
          .filter(line -> line.contains("rocjfr") && line.contains(".so"))
          .map(line -> line.substring(line.indexOf('/')))
          .filter(path -> path.contains("librocjfr"))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("librocjfr.so is not loaded"));
    }
  }
}
