// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongFunction;

/**
 * Names of records' operations, by domain &lt;&lt; 56 | op &lt;&lt; 32 | kind; each is asked for
 * once. Records exist only when the runtime does, so that names no longer change.
 */
final class OperationNames implements LongFunction<String> {
  private static final int FIRST_KIND = 0x11F0;
  private static final int KINDS = 256;
  private static final int APIS = 1024;

  private final AtomicReferenceArray<String> kinds = new AtomicReferenceArray<>(KINDS);
  private final AtomicReferenceArray<String> apis = new AtomicReferenceArray<>(APIS);

  @Override
  public String apply(long operation) {
    int domain = (int) (operation >>> 56);
    int op = (int) (operation >>> 32) & 0xFFFFFF;
    int kind = (int) operation;
    if (domain == Layout.HIP_API && op < APIS) {
      return name(apis, op, domain, op, kind);
    }
    int place = kind - FIRST_KIND;
    if (domain == Layout.HIP_OPS && place >= 0 && place < KINDS) {
      return name(kinds, place, domain, op, kind);
    }
    return RoctracerFunctions.opString(domain, op, kind);
  }

  private static String name(
      AtomicReferenceArray<String> known, int place, int domain, int op, int kind) {
    String name = known.get(place);
    if (name == null) {
      name = RoctracerFunctions.opString(domain, op, kind);
      known.set(place, name);
    }
    return name;
  }
}
