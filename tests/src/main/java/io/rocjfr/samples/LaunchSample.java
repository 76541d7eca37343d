// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.samples;

import com.sun.jna.Pointer;
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
 * What chapter 4.1 of roctracer's specification shows, in Java: a callback around kernel launches,
 * and activity records of the launches and of the kernels that they start. Prints for each launch
 * its callback on ENTER and EXIT and, later, two records with the same correlation id; ends with 1
 * where something is missing.
 *
 * <pre>java -javaagent:dist/rocjfr.jar -cp tests/target/demo.jar io.rocjfr.samples.LaunchSample
 * </pre>
 */
public final class LaunchSample {
  private static final String FUNCTION = "hipModuleLaunchKernel";
  private static final String SOURCE = "extern \"C\" __global__ void empty() {}";
  private static final int LAUNCHES = 3;

  private int enters;
  private int exits;

  /** Calls and kernels of a correlation id; of the pool's thread until the pool is closed. */
  private final Map<Long, int[]> seen = new TreeMap<>();

  private LaunchSample() {}

  /** Runs the sample. */
  public static void main(String[] arguments) {
    System.exit(new LaunchSample().run() ? 0 : 1);
  }

  private boolean run() {
    // Two records to a buffer.
    try (Pool pool = Pool.open(128, this::onRecords)) {
      Roctracer.enableCallback(Domain.HIP_API, FUNCTION, this::onLaunch);
      pool.enable(Domain.HIP_API, FUNCTION);
      pool.enable(Domain.HIP_OPS, "DISPATCH");

      SampleGpu gpu = new SampleGpu();
      Pointer kernel = gpu.kernel("empty", SOURCE);
      for (int i = 0; i < LAUNCHES; i++) {
        gpu.launch(kernel, 2, 8, null);
      }
      gpu.synchronize();

      Roctracer.disableCallback(Domain.HIP_API);
      Roctracer.disableActivity(Domain.HIP_OPS);
      Roctracer.disableActivity(Domain.HIP_API);
    }
    long complete = seen.values().stream().filter(one -> one[0] == 1 && one[1] == 1).count();
    System.out.printf(
        "%d on-enter, %d on-exit, %d calls with their kernel, of %d%n",
        enters, exits, complete, LAUNCHES);
    return enters == LAUNCHES
        && exits == LAUNCHES
        && complete == LAUNCHES
        && seen.size() == LAUNCHES;
  }

  private void onLaunch(ApiCall call) {
    boolean enter = call.phase() == Phase.ENTER;
    System.out.printf(
        "<%s id(%d) correlation_id(%d) %s>",
        call.operation(),
        call.operationCode(),
        call.correlationId(),
        enter ? "on-enter" : "on-exit");
    if (enter) {
      enters++;
      Arguments arguments = call.arguments();
      System.out.printf(
          " grid(%d,%d,%d) block(%d,%d,%d)",
          arguments.getInt("gridDimX"),
          arguments.getInt("gridDimY"),
          arguments.getInt("gridDimZ"),
          arguments.getInt("blockDimX"),
          arguments.getInt("blockDimY"),
          arguments.getInt("blockDimZ"));
    } else {
      exits++;
    }
    System.out.println();
  }

  private void onRecords(ActivityRecords records) {
    System.out.println("\tActivity records:");
    while (records.next()) {
      int[] counts = seen.computeIfAbsent(records.correlationId(), id -> new int[2]);
      String rest;
      if (records.domain() == Domain.HIP_OPS) {
        counts[1]++;
        rest =
            "device_id(%d) queue_id(%d) kernel(%s)"
                .formatted(records.deviceId(), records.queueId(), records.kernelName());
      } else {
        counts[0]++;
        rest = "process_id(%d) thread_id(%d)".formatted(records.processId(), records.threadId());
      }
      System.out.printf(
          "\t%s correlation_id(%d) time_ns(%d:%d) %s%n",
          records.operation(),
          records.correlationId(),
          records.beginNanos(),
          records.endNanos(),
          rest);
    }
  }
}
