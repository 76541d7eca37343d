// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.demo;

import com.sun.jna.Memory;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The GPU that the demo runs on.
 *
 * @param name what HIP calls it
 * @param architecture e.g. gfx1030
 */
record Gpu(String name, String architecture) {
  /** More than any version's hipDeviceProp_t. */
  private static final int PROPERTIES_BYTES = 16 << 10;

  private static final int NAME_BYTES = 256;

  private static final Pattern ARCHITECTURE = Pattern.compile("gfx[0-9a-f]{3,5}");

  /** The first GPU. Ends the demo if there is none. */
  static Gpu first(Hip hip, boolean newProperties) {
    Memory properties = new Memory(PROPERTIES_BYTES);
    properties.clear();
    int result =
        newProperties
            ? hip.hipGetDevicePropertiesR0600(properties, 0)
            : hip.hipGetDeviceProperties(properties, 0);
    if (result != 0) {
      throw new DemoException(
          "HIP finds no GPU (hipGetDeviceProperties failed with hipError_t "
              + result
              + "). On a machine without one, put the software GPU first in LD_LIBRARY_PATH, as"
              + " demo.sh does.");
    }
    // The name comes first in all versions; the architecture is elsewhere in each.
    byte[] bytes = properties.getByteArray(0, PROPERTIES_BYTES);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    Matcher matcher = ARCHITECTURE.matcher(text);
    if (!matcher.find(NAME_BYTES)) {
      throw new DemoException("HIP does not tell the architecture of the GPU");
    }
    return new Gpu(properties.getString(0), matcher.group());
  }
}
