// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** roctx messages, so that those that come again make no new strings. Used by the drain thread. */
final class MessageCache {
  private static final int SIZE = 1024;

  private final byte[][] raw = new byte[SIZE][];
  private final String[] texts = new String[SIZE];
  private final byte[] buffer = new byte[(Layout.MAX_GROUP_SLOTS - 1) * Layout.SLOT_BYTES];

  /** The message of a group: {@code length} bytes in the slots from {@code slot} on. */
  String get(Ring ring, long slot, int slots, long length) {
    int size = (int) Math.max(0, Math.min(length, (long) slots * Layout.SLOT_BYTES));
    int hash = size;
    for (int done = 0, i = 0; done < size; done += Layout.SLOT_BYTES, i++) {
      int part = Math.min(Layout.SLOT_BYTES, size - done);
      ring.memory.get(ring.offset(slot + i), buffer, done, part);
    }
    for (int i = 0; i < size; i++) {
      hash = 31 * hash + buffer[i];
    }
    int place = (hash ^ (hash >>> 16)) & (SIZE - 1);
    byte[] known = raw[place];
    if (known != null && Arrays.equals(known, 0, known.length, buffer, 0, size)) {
      return texts[place];
    }
    raw[place] = Arrays.copyOf(buffer, size);
    texts[place] = new String(buffer, 0, size, StandardCharsets.UTF_8);
    return texts[place];
  }
}
