// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/** The GPU as the load uses it: every call is counted before it is made, and must succeed. */
final class Gpu {
  private static final String SOURCE =
      """
      extern "C" __global__ void empty() {}
      extern "C" __global__ void spin(unsigned microseconds) {}
      """;

  /** What the software GPU says it is, unless it was told to say something else. */
  static final String SOFT_GPU = "gfx1030";

  private final Memory code;
  private final long empty;
  private final long spin;
  // What the launch's parameters point to must outlive it: it is the same for all launches.
  private final Memory spinMicros = new Memory(Integer.BYTES);
  private final Memory spinParameters = new Memory(Long.BYTES);
  final NativeLibrary runtime;

  /** Loads HIP, which the process has not done before, and the kernels. */
  Gpu(Counts counts, int spinMicroseconds) {
    runtime = Hip.load();
    HipRtc.load(runtime);
    code = HipRtc.compile("load.hip", SOURCE, SoftGpu.isPresent() ? SOFT_GPU : null);
    try (Memory out = new Memory(Long.BYTES)) {
      call(counts, "hipModuleLoadData", Hip.hipModuleLoadData(out, code));
      long module = out.getLong(0);
      call(counts, "hipModuleGetFunction", Hip.hipModuleGetFunction(out, module, "empty"));
      empty = out.getLong(0);
      call(counts, "hipModuleGetFunction", Hip.hipModuleGetFunction(out, module, "spin"));
      spin = out.getLong(0);
    }
    spinMicros.setInt(0, spinMicroseconds);
    spinParameters.setPointer(0, spinMicros);
  }

  long malloc(Counts counts, long bytes) {
    try (Memory out = new Memory(Long.BYTES)) {
      call(counts, "hipMalloc", Hip.hipMalloc(out, bytes));
      return out.getLong(0);
    }
  }

  void free(Counts counts, long address) {
    call(counts, "hipFree", Hip.hipFree(address));
  }

  long createStream(Counts counts) {
    try (Memory out = new Memory(Long.BYTES)) {
      call(counts, "hipStreamCreate", Hip.hipStreamCreate(out));
      return out.getLong(0);
    }
  }

  void getDevice(Counts counts) {
    try (Memory out = new Memory(Long.BYTES)) {
      call(counts, "hipGetDevice", Hip.hipGetDevice(out));
    }
  }

  /** Loads the same code as another module, launches its empty kernel and unloads it. */
  void useModule(Counts counts, long stream) {
    try (Memory out = new Memory(Long.BYTES)) {
      call(counts, "hipModuleLoadData", Hip.hipModuleLoadData(out, code));
      long module = out.getLong(0);
      call(counts, "hipModuleGetFunction", Hip.hipModuleGetFunction(out, module, "empty"));
      launch(counts, "empty", out.getLong(0), 1, 0, stream, null);
      synchronize(counts, stream);
      call(counts, "hipModuleUnload", Hip.hipModuleUnload(module));
    }
  }

  void launchEmpty(Counts counts, int blocks, long stream) {
    launch(counts, "empty", empty, blocks, 0, stream, null);
  }

  /** Needs no memory of Java's. */
  int launchUncounted() {
    return Hip.hipModuleLaunchKernel(empty, 1, 1, 1, 64, 1, 1, 0, 0, null, null);
  }

  void launchSpin(Counts counts, long stream) {
    launch(counts, "spin", spin, 1, 0, stream, spinParameters);
  }

  /** Parameters of a kernel that takes so long: to be kept as long as any launch has them. */
  static final class Spin {
    private final Memory micros = new Memory(Integer.BYTES);
    private final Memory parameters = new Memory(Long.BYTES);

    Spin(int microseconds) {
      micros.setInt(0, microseconds);
      parameters.setPointer(0, micros);
    }
  }

  /** The same kernel and grid for all lengths; whose it is tells its dynamic LDS. */
  void launchSpin(Counts counts, Spin length, int ldsBytes) {
    launch(counts, "spin", spin, 1, ldsBytes, 0, length.parameters);
  }

  /** A kernel that is known by its dynamic LDS. */
  void launchMarked(Counts counts, int ldsBytes, long stream) {
    launch(counts, "empty", empty, 1, ldsBytes, stream, null);
  }

  private static void launch(
      Counts counts,
      String kernel,
      long function,
      int blocks,
      int ldsBytes,
      long stream,
      Pointer parameters) {
    call(
        counts,
        "hipModuleLaunchKernel",
        Hip.hipModuleLaunchKernel(
            function, blocks, 1, 1, 64, 1, 1, ldsBytes, stream, parameters, null));
    counts.add("kernels/" + kernel);
  }

  void copy(
      Counts counts, String direction, int kind, long to, long from, long bytes, long stream) {
    call(counts, "hipMemcpyAsync", Hip.hipMemcpyAsync(to, from, bytes, kind, stream));
    counts.add(direction);
  }

  void fill(Counts counts, long to, long bytes, long stream) {
    call(counts, "hipMemsetAsync", Hip.hipMemsetAsync(to, 0, bytes, stream));
    counts.add("copies/Fill");
  }

  void synchronize(Counts counts, long stream) {
    call(counts, "hipStreamSynchronize", Hip.hipStreamSynchronize(stream));
  }

  void synchronizeDevice(Counts counts) {
    call(counts, "hipDeviceSynchronize", Hip.hipDeviceSynchronize());
  }

  static void call(Counts counts, String function, int result) {
    counts.add("calls/" + function);
    if (result != 0) {
      throw new IllegalStateException(function + " failed with hipError_t " + result);
    }
  }
}
