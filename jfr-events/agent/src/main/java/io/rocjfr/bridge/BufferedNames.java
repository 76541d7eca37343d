// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/** Names of operations and kernels, kept by their numbers; found without allocation. */
final class BufferedNames {
  private static final int KINDS = 64;

  /** By kind; each by operation. Used by the buffers' thread. */
  private final String[][] operations = new String[KINDS][0];

  private String[] kernels = new String[64];

  /** Of kind << 32 | operation. */
  LongFunction<String> operations() {
    return this::operation;
  }

  LongFunction<String> kernels() {
    return this::kernel;
  }

  private String operation(long place) {
    int kind = (int) (place >>> 32);
    int operation = (int) place;
    String[] known = operations[kind];
    if (operation >= known.length) {
      // Functions that the runtime reports for the first time have new numbers.
      known = all(kind);
      operations[kind] = known;
    }
    return operation >= 0 && operation < known.length ? known[operation] : null;
  }

  private String kernel(long id) {
    if (id <= 0 || id >= Integer.MAX_VALUE) {
      return null;
    }
    int index = (int) id;
    if (index >= kernels.length) {
      kernels = Arrays.copyOf(kernels, Math.max(index + 1, 2 * kernels.length));
    }
    String name = kernels[index];
    if (name == null) {
      name = BufferedFunctions.rocjfrKernelName(id);
      kernels[index] = name;
    }
    return name;
  }

  /** All names of a kind's operations. */
  static String[] all(int kind) {
    List<String> names = new ArrayList<>();
    long[] name = {0};
    while (BufferedFunctions.queryBufferTracingKindOperationName(kind, names.size(), name, null)
        == 0) {
      names.add(new Pointer(name[0]).getString(0, "UTF-8"));
    }
    return names.toArray(new String[0]);
  }
}
