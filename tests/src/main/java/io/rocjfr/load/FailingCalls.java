// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that fails in known ways, between calls that succeed. It prints each HIP call with what
 * it returned, {@code call FUNCTION NUMBER NAME}; also those with which it asks for the last error,
 * which must say the same whether the program is traced or not. On the software GPU.
 */
public final class FailingCalls {
  private static final String SOURCE =
      "extern \"C\" __global__ void spin(unsigned microseconds) {}";
  private static final long TERABYTE = 1L << 40;
  private static final int ROUNDS = 3;

  private final NativeLibrary runtime = Hip.load();
  private final List<String> log = new ArrayList<>();
  private final Memory out = new Memory(8);

  private FailingCalls() {}

  /** No arguments. */
  public static void main(String[] arguments) {
    FailingCalls program = new FailingCalls();
    for (int round = 0; round < ROUNDS; round++) {
      program.run(round);
    }
    program.log.forEach(System.out::println);
    System.out.println("end");
  }

  private int call(String function, Object... arguments) {
    int result = runtime.getFunction(function).invokeInt(arguments);
    log.add("call " + function + " " + result + " " + name(result));
    return result;
  }

  private String name(int error) {
    return runtime.getFunction("hipGetErrorName").invokeString(new Object[] {error}, false);
  }

  private boolean has(String function) {
    try {
      return runtime.getFunction(function) != null;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /** Asks for the last error in a way that differs from round to round. */
  private void ask(int way) {
    switch (way) {
      case 0 -> call("hipPeekAtLastError");
      case 1 -> call("hipGetLastError");
      default -> {
        if (has("hipExtGetLastError")) {
          call("hipExtGetLastError");
        }
      }
    }
  }

  private void run(int round) {
    // The same error twice, and before anything has succeeded.
    call("hipMalloc", out, TERABYTE);
    call("hipMalloc", out, TERABYTE);
    ask(round);
    call("hipMalloc", out, 1L << 20);
    final long memory = out.getLong(0);
    ask(round);
    call("hipSetDevice", 99);
    call("hipSetDevice", 0);
    ask(round);
    ask(round);
    call("hipStreamCreate", out);
    final long stream = out.getLong(0);
    call("hipMemset", memory, 0, 1L << 20);
    call("hipMemcpy", memory, memory + 4096, 4096L, 77);
    call("hipMemcpy", memory, memory + 4096, 4096L, Hip.DEVICE_TO_DEVICE);
    ask(round);
    call("hipMemcpyAsync", 0L, memory, 4096L, Hip.DEVICE_TO_DEVICE, stream);
    call("hipStreamSynchronize", stream);
    modules(round, stream);
    call("hipStreamDestroy", stream);
    call("hipStreamDestroy", 0L); // it is no stream
    ask(round);
    ask(round);
    call("hipFree", memory);
    call("hipFree", memory + 64);
    ask(round);
    call("hipDeviceSynchronize");
    ask(round);
    call("hipEventRecord", 0L, 0L); // no event
    call("hipGraphDestroy", 0L); // no graph
    ask(round);
    // Nothing is left for the next round.
    call("hipGetLastError");
    ask(2);
  }

  private void modules(int round, long stream) {
    call("hipModuleLoad", out, "/no/such/file.co");
    HipRtc.load(runtime);
    try (Memory code = HipRtc.compile("failing.hip", SOURCE, Gpu.SOFT_GPU)) {
      call("hipModuleLoadData", out, code);
      final long module = out.getLong(0);
      call("hipModuleGetFunction", out, module, "missing");
      ask(round);
      call("hipModuleGetFunction", out, module, "spin");
      busy(out.getLong(0), stream, round);
      call("hipModuleUnload", module);
    }
  }

  /** Queries of a stream that is busy: that they say so is no failure. */
  private void busy(long function, long stream, int round) {
    SoftGpu gpu = new SoftGpu();
    try (Memory micros = new Memory(Integer.BYTES);
        Memory parameters = new Memory(Long.BYTES)) {
      micros.setInt(0, 0);
      parameters.setPointer(0, micros);
      gpu.hold();
      call("hipModuleLaunchKernel", function, 1, 1, 1, 64, 1, 1, 0, stream, parameters, null);
      call("hipStreamQuery", stream);
      ask(round);
      gpu.release();
      call("hipStreamSynchronize", stream);
      call("hipStreamQuery", stream);
    }
  }
}
