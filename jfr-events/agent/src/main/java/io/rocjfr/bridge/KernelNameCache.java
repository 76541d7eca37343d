// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Strings of names in native memory, by their bytes: the same name again costs no allocation. Of
 * more names than it keeps it makes new strings. Used by one thread.
 */
final class KernelNameCache {
  private static final int PLACES = 4096; // a power of two

  private final byte[][] bytes = new byte[PLACES][];
  private final String[] strings = new String[PLACES];

  /** The name that begins at an offset and ends before a zero. */
  String at(ByteBuffer memory, int offset) {
    int hash = 0;
    int end = offset;
    for (byte b = memory.get(end); b != 0; b = memory.get(end)) {
      hash = 31 * hash + b;
      end++;
    }
    int place = (hash ^ hash >>> 16) & (PLACES - 1);
    byte[] kept = bytes[place];
    if (kept == null || !isAt(kept, memory, offset, end)) {
      kept = new byte[end - offset];
      memory.get(offset, kept);
      bytes[place] = kept;
      strings[place] = new String(kept, StandardCharsets.UTF_8);
    }
    return strings[place];
  }

  private static boolean isAt(byte[] kept, ByteBuffer memory, int offset, int end) {
    if (kept.length != end - offset) {
      return false;
    }
    for (int i = 0; i < kept.length; i++) {
      if (kept[i] != memory.get(offset + i)) {
        return false;
      }
    }
    return true;
  }
}
