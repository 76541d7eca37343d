// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.samples;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.rocjfr.Roctx;
import io.rocjfr.roctracer.ActivityRecords;
import io.rocjfr.roctracer.ApiCall;
import io.rocjfr.roctracer.Arguments;
import io.rocjfr.roctracer.Domain;
import io.rocjfr.roctracer.Phase;
import io.rocjfr.roctracer.Pool;
import io.rocjfr.roctracer.Roctracer;
import java.util.Map;
import java.util.TreeMap;

/**
 * What chapter 4.2 of roctracer's specification shows, in Java: a matrix is transposed on the GPU,
 * with callbacks and activity records of everything, started and stopped in each round. Prints each
 * call with its arguments on ENTER, each record with its times and bytes, PASSED! for each round,
 * and at the end how many there were of each; ends with 1 where that is not what was to be
 * expected.
 *
 * <pre>java -javaagent:dist/rocjfr.jar -cp tests/target/demo.jar io.rocjfr.samples.TransposeSample
 * </pre>
 */
public final class TransposeSample {
  private static final int ROUNDS = 3;
  private static final int WIDTH = 256;
  private static final int BLOCK = 16;
  private static final int ELEMENTS = WIDTH * WIDTH;
  private static final long BYTES = (long) Float.BYTES * ELEMENTS;
  private static final String KERNEL = "matrixTranspose";
  private static final String SOURCE =
      """
      extern "C" __global__ void matrixTranspose(float* out, const float* in, int width) {
        int x = blockIdx.x * blockDim.x + threadIdx.x;
        int y = blockIdx.y * blockDim.y + threadIdx.y;
        out[y * width + x] = in[x * width + y];
      }
      """;

  private final SampleGpu gpu = new SampleGpu();
  private final Pointer kernel = gpu.kernel(KERNEL, SOURCE);
  private final Map<String, Integer> callbacks = new TreeMap<>();
  private final Map<String, Integer> records = new TreeMap<>();
  private long copied;

  private TransposeSample() {}

  /** Runs the sample. */
  public static void main(String[] arguments) {
    System.exit(new TransposeSample().run() ? 0 : 1);
  }

  private boolean run() {
    boolean right = true;
    for (int i = 0; i < ROUNDS; i++) {
      System.out.println("# START #############################");
      try (Pool pool = Pool.open(0x1000, this::onRecords)) {
        Roctracer.enableCallback(this::onCall);
        pool.enable(Domain.HIP_API);
        pool.enable(Domain.HIP_OPS);
        boolean passed = round();
        System.out.println(passed ? "PASSED!" : "FAILED");
        right &= passed;
        Roctracer.disableCallback();
        Roctracer.disableActivity();
      }
      System.out.println("# STOP #############################");
    }
    boolean counted = report();
    return right && counted;
  }

  private boolean report() {
    Map<String, Integer> perRound =
        Map.of(
            "hipMalloc", 2,
            "hipMemcpy", 2,
            "hipModuleLaunchKernel", 1,
            "hipFree", 2,
            "hipDeviceSynchronize", 1);
    boolean right = true;
    for (Map.Entry<String, Integer> call : new TreeMap<>(perRound).entrySet()) {
      right &= print("callbacks", callbacks, call.getKey(), 2 * call.getValue() * ROUNDS);
      right &= print("records", records, call.getKey(), call.getValue() * ROUNDS);
    }
    right &= print("callbacks", callbacks, "roctxRangePush", ROUNDS);
    right &= print("callbacks", callbacks, "roctxRangePop", ROUNDS);
    right &= print("records", records, KERNEL, ROUNDS);
    System.out.printf("bytes copied: %d, expected %d%n", copied, 2 * BYTES * ROUNDS);
    System.out.printf("callbacks that have thrown: %d%n", Roctracer.callbackFailures());
    return right && copied == 2 * BYTES * ROUNDS && Roctracer.callbackFailures() == 0;
  }

  private static boolean print(
      String what, Map<String, Integer> counts, String name, int expected) {
    int count = counts.getOrDefault(name, 0);
    System.out.printf("%s of %s: %d, expected %d%n", what, name, count, expected);
    return count == expected;
  }

  /** Whether the GPU's result is right. */
  private boolean round() {
    try (Memory matrix = new Memory(BYTES);
        Memory transposed = new Memory(BYTES);
        Memory parameters = new Memory(6L * Long.BYTES)) {
      for (int i = 0; i < ELEMENTS; i++) {
        matrix.setFloat((long) Float.BYTES * i, i * 10.0f);
      }
      Roctx.push("round");
      Pointer gpuMatrix = gpu.malloc(BYTES);
      Pointer gpuTransposed = gpu.malloc(BYTES);
      gpu.copy(gpuMatrix, matrix, BYTES, SampleGpu.HOST_TO_DEVICE);
      parameters.setPointer(24, gpuTransposed);
      parameters.setPointer(32, gpuMatrix);
      parameters.setInt(40, WIDTH);
      for (int i = 0; i < 3; i++) {
        parameters.setPointer(8L * i, parameters.share(24 + 8L * i));
      }
      gpu.launch(kernel, WIDTH / BLOCK, BLOCK, parameters);
      gpu.copy(transposed, gpuTransposed, BYTES, SampleGpu.DEVICE_TO_HOST);
      gpu.free(gpuMatrix);
      gpu.free(gpuTransposed);
      gpu.synchronize();
      Roctx.pop();
      return isTransposed(matrix, transposed);
    }
  }

  private static boolean isTransposed(Memory matrix, Memory transposed) {
    for (int y = 0; y < WIDTH; y++) {
      for (int x = 0; x < WIDTH; x++) {
        if (transposed.getFloat((long) Float.BYTES * (y * WIDTH + x))
            != matrix.getFloat((long) Float.BYTES * (x * WIDTH + y))) {
          return false;
        }
      }
    }
    return true;
  }

  private void onCall(ApiCall call) {
    callbacks.merge(call.operation(), 1, Integer::sum);
    if (call.domain() == Domain.ROCTX) {
      System.out.printf(
          "<%s> %s%n", call.operation(), call.message() == null ? "" : call.message());
      return;
    }
    boolean enter = call.phase() == Phase.ENTER;
    System.out.printf(
        "<%s id(%d)\tcorrelation_id(%d) %s> %s%n",
        call.operation(),
        call.operationCode(),
        call.correlationId(),
        enter ? "on-enter" : "on-exit",
        describe(call, enter));
  }

  private static String describe(ApiCall call, boolean enter) {
    Arguments arguments = call.arguments();
    if (!enter) {
      return call.operation().equals("hipMalloc")
          ? "*ptr(0x%x)".formatted(arguments.pointee("ptr"))
          : "";
    }
    return switch (call.operation()) {
      case "hipMemcpy" ->
          "dst(0x%x) src(0x%x) size(0x%x) kind(%d)"
              .formatted(
                  arguments.getLong("dst"),
                  arguments.getLong("src"),
                  arguments.getLong("sizeBytes"),
                  arguments.getInt("kind"));
      case "hipMalloc" ->
          "ptr(0x%x) size(0x%x)".formatted(arguments.getLong("ptr"), arguments.getLong("size"));
      case "hipFree" -> "ptr(0x%x)".formatted(arguments.getLong("ptr"));
      case "hipModuleLaunchKernel" ->
          "kernel(\"%s\") stream(0x%x)".formatted(call.kernelName(), arguments.getLong("stream"));
      default -> "";
    };
  }

  private void onRecords(ActivityRecords buffer) {
    System.out.println("\tActivity records:");
    while (buffer.next()) {
      StringBuilder line =
          new StringBuilder(
              "\t%s\tcorrelation_id(%d) time_ns(%d:%d)"
                  .formatted(
                      buffer.operation(),
                      buffer.correlationId(),
                      buffer.beginNanos(),
                      buffer.endNanos()));
      if (buffer.domain() == Domain.HIP_OPS) {
        line.append(" device_id(%d) queue_id(%d)".formatted(buffer.deviceId(), buffer.queueId()));
        if (buffer.bytes() > 0) {
          line.append(" bytes(0x%x)".formatted(buffer.bytes()));
          copied += buffer.bytes();
        }
      }
      System.out.println(line);
      String kernelName = buffer.kernelName();
      records.merge(kernelName == null ? buffer.operation() : kernelName, 1, Integer::sum);
    }
  }
}
