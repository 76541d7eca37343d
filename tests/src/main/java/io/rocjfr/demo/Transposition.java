// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.demo;

import com.sun.jna.Memory;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.PointerByReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** A matrix, its transposed and the kernel that makes it: on the GPU and in the host's memory. */
final class Transposition implements AutoCloseable {
  static final String KERNEL = "matrixTranspose";

  private static final String SOURCE =
      """
      extern "C" __global__ void matrixTranspose(float* out, const float* in, int width) {
        int x = blockIdx.x * blockDim.x + threadIdx.x;
        int y = blockIdx.y * blockDim.y + threadIdx.y;
        out[y * width + x] = in[x * width + y];
      }
      """;

  /** Floats hold every integer up to here exactly. */
  private static final int VALUES = 1 << 24;

  private final Hip hip;
  private final int width;
  private final long bytes;
  private final Memory input;
  private final Memory output;
  private final FloatBuffer inputValues;
  private final FloatBuffer outputValues;
  private final Pointer module;
  private final Pointer function;
  private final Pointer deviceInput;
  private final Pointer deviceOutput;
  // What the launch's parameters point to must outlive it.
  private final Memory arguments = new Memory(3L * Long.BYTES);
  private final Memory parameters = new Memory(3L * Long.BYTES);

  Transposition(Hip hip, KernelCompiler compiler, int width) {
    this.hip = hip;
    this.width = width;
    bytes = (long) Float.BYTES * width * width;
    input = new Memory(bytes);
    output = new Memory(bytes);
    inputValues = floats(input);
    outputValues = floats(output);

    PointerByReference reference = new PointerByReference();
    Memory code = compiler.compile(KERNEL + ".hip", SOURCE);
    check("hipModuleLoadData", hip.hipModuleLoadData(reference, code));
    module = reference.getValue();
    check("hipModuleGetFunction", hip.hipModuleGetFunction(reference, module, KERNEL));
    function = reference.getValue();
    check("hipMalloc", hip.hipMalloc(reference, new NativeLong(bytes)));
    deviceInput = reference.getValue();
    check("hipMalloc", hip.hipMalloc(reference, new NativeLong(bytes)));
    deviceOutput = reference.getValue();

    arguments.setPointer(0, deviceOutput);
    arguments.setPointer(8, deviceInput);
    arguments.setInt(16, width);
    for (int i = 0; i < 3; i++) {
      parameters.setPointer(8L * i, arguments.share(8L * i));
    }
  }

  /** Fills the matrix with values that differ between iterations, so that a stale result shows. */
  void fill(int iteration) {
    for (int i = 0; i < width * width; i++) {
      inputValues.put(i, value(i, iteration));
    }
  }

  void copyIn() {
    int kind = Hip.MEMCPY_HOST_TO_DEVICE;
    check("hipMemcpy", hip.hipMemcpy(deviceInput, input, new NativeLong(bytes), kind));
  }

  void transpose() {
    int blocks = width / DemoOptions.BLOCK;
    int block = DemoOptions.BLOCK;
    check(
        "hipModuleLaunchKernel",
        hip.hipModuleLaunchKernel(
            function, blocks, blocks, 1, block, block, 1, 0, null, parameters, null));
  }

  void copyOut() {
    int kind = Hip.MEMCPY_DEVICE_TO_HOST;
    check("hipMemcpy", hip.hipMemcpy(output, deviceOutput, new NativeLong(bytes), kind));
  }

  /** How many elements of the result differ from what the CPU gets. */
  int wrongElements(int iteration) {
    int wrong = 0;
    for (int y = 0; y < width; y++) {
      for (int x = 0; x < width; x++) {
        if (outputValues.get(y * width + x) != value(x * width + y, iteration)) {
          wrong++;
        }
      }
    }
    return wrong;
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    check("hipDeviceSynchronize", hip.hipDeviceSynchronize());
    check("hipFree", hip.hipFree(deviceInput));
    check("hipFree", hip.hipFree(deviceOutput));
    check("hipModuleUnload", hip.hipModuleUnload(module));
  }

  private static float value(int index, int iteration) {
    return (index + 31 * iteration) % VALUES;
  }

  private static FloatBuffer floats(Memory memory) {
    ByteBuffer buffer = memory.getByteBuffer(0, memory.size());
    return buffer.order(ByteOrder.nativeOrder()).asFloatBuffer();
  }

  static void check(String function, int result) {
    if (result != 0) {
      throw new DemoException(function + " failed with hipError_t " + result);
    }
  }
}
