// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.Arrays;

/** Kernel names by their refs, each decoded once. Used by the drain thread. */
final class NameCache {
  /** A kernel's name as the runtime spells it and demangled. */
  record Name(String symbol, String demangled) {}

  /** Beyond this many the tracer is asked each time. */
  private static final int MAX = 1 << 20;

  private final Tracer tracer;
  private Name[] names = new Name[64];

  NameCache(Tracer tracer) {
    this.tracer = tracer;
  }

  /** Null for ref 0 and unknown refs. */
  Name get(int ref) {
    if (ref <= 0) {
      return null;
    }
    if (ref < names.length) {
      Name name = names[ref];
      if (name != null) {
        return name;
      }
    }
    return load(ref);
  }

  private Name load(int ref) {
    String symbol = tracer.symbol(ref);
    if (symbol == null) {
      return null;
    }
    String demangled = tracer.demangled(ref);
    Name name = new Name(symbol, demangled == null ? symbol : demangled);
    if (ref < MAX) {
      if (ref >= names.length) {
        names = Arrays.copyOf(names, Math.min(MAX, Math.max(names.length * 2, ref + 1)));
      }
      names[ref] = name;
    }
    return name;
  }
}
