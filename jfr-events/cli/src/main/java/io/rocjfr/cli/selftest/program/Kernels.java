// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest.program;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.rocjfr.cli.selftest.Ledger;
import io.rocjfr.cli.selftest.Ledger.Call;
import java.util.ArrayList;
import java.util.List;

/** The kernels of known work, on one device. */
final class Kernels {
  /** Each work-item computes so many steps, which nobody can leave out. */
  static final String SPIN = "rocjfr_selftest_spin";

  /** Writes a value, by a grid of three dimensions. */
  static final String FILL = "rocjfr_selftest_fill";

  /** A kernel of C++: {@code rocjfr_selftest::scale(unsigned int*, unsigned int)}. */
  static final String SCALE = "_ZN15rocjfr_selftest5scaleEPjj";

  static final String SOURCE =
      """
      extern "C" __global__ void rocjfr_selftest_spin(unsigned* out, unsigned loops) {
        unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
        unsigned x = i;
        for (unsigned k = 0; k < loops; ++k) x = x * 1664525u + 1013904223u;
        out[i] = x;
      }
      extern "C" __global__ void rocjfr_selftest_fill(unsigned* out, unsigned value) {
        unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
        unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
        unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
        unsigned width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
        out[(z * height + y) * width + x] = value;
      }
      namespace rocjfr_selftest {
      __global__ void scale(unsigned* out, unsigned factor) {
        out[blockIdx.x * blockDim.x + threadIdx.x] *= factor;
      }
      }
      """;

  /** Work-items that any launch here has at most. */
  static final int MOST_ITEMS = 1 << 16;

  private final LedgerCalls hip;
  private final int device;
  private final Pointer module;
  private final Pointer out;
  private final List<Memory> kept = new ArrayList<>();

  /** Loads them onto the current device. */
  Kernels(LedgerCalls hip, Memory code, int device) {
    this.hip = hip;
    this.device = device;
    module = hip.get("hipModuleLoadData", code);
    out = hip.get("hipMalloc", (long) MOST_ITEMS * Integer.BYTES);
  }

  /** Where they write to. */
  Pointer out() {
    return out;
  }

  /** The handle of one. */
  Pointer function(String symbol) {
    return hip.get("hipModuleGetFunction", module, symbol);
  }

  /** Parameters that live as long as this does. */
  Memory parameters(int value) {
    Memory pointer = keep(new Memory(Long.BYTES));
    pointer.setPointer(0, out);
    Memory number = keep(new Memory(Integer.BYTES));
    number.setInt(0, value);
    Memory all = keep(new Memory(2L * Long.BYTES));
    all.setPointer(0, pointer);
    all.setPointer(Long.BYTES, number);
    return all;
  }

  private Memory keep(Memory memory) {
    kept.add(memory);
    return memory;
  }

  /** Launches one in one dimension. */
  Call launch(String symbol, Pointer function, int blocks, int items, int value, GpuStream to) {
    return launch(symbol, function, List.of(blocks, 1, 1), List.of(items, 1, 1), value, to);
  }

  /** Launches one. */
  Call launch(
      String symbol,
      Pointer function,
      List<Integer> grid,
      List<Integer> block,
      int value,
      GpuStream to) {
    Call call = submit(function, grid, block, value, to);
    return hip.submitted(call, to, work(symbol, grid, block));
  }

  /** The call alone: while a stream is captured it submits nothing. */
  Call submit(Pointer function, List<Integer> grid, List<Integer> block, int value, GpuStream to) {
    return hip.call("hipModuleLaunchKernel", arguments(function, grid, block, value, to));
  }

  /** Its arguments. */
  Object[] arguments(
      Pointer function, List<Integer> grid, List<Integer> block, int value, GpuStream to) {
    return new Object[] {
      function,
      grid.get(0),
      grid.get(1),
      grid.get(2),
      block.get(0),
      block.get(1),
      block.get(2),
      0,
      to.handle(),
      parameters(value),
      null
    };
  }

  /** What a launch submits. */
  Ledger.Work work(String symbol, List<Integer> grid, List<Integer> block) {
    return new Ledger.Work(Ledger.Kind.KERNEL, symbol, grid, block, 0, "", false, device, -1, -1);
  }

  /** What a work-item of {@link #SPIN} writes. */
  static int spun(int item, int loops) {
    int x = item;
    for (int k = 0; k < loops; k++) {
      x = x * 1664525 + 1013904223;
    }
    return x;
  }

  void free() {
    hip.call("hipFree", out);
    hip.call("hipModuleUnload", module);
  }
}
