// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.event.ActivityEvent;
import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.RoctxRangeEvent;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Launches kernels on two GPUs, of which the second has half as much to do. */
final class Training implements Runnable {
  private static final long US = 1_000;
  private static final int STEPS = 60;
  private static final int LAYERS = 6;

  /** One call of so many is picked. */
  private static final int RATE = 4;

  private final RecordingMaker maker;
  private final Random random = new Random(17); // always the same
  private final long[] gpus = new long[2];
  private long host;
  private long id;

  Training(RecordingMaker maker) {
    this.maker = maker;
  }

  @Override
  public void run() {
    long[] measured = new long[STEPS];
    for (int step = 0; step < STEPS; step++) {
      measured[step] = maker.now();
      measure(step);
    }
    for (int step = 0; step < STEPS; step++) {
      host = Math.max(host, measured[step]);
      long begin = host;
      load(step);
      forward();
      backward(step);
      range("step " + step, 0, begin, host - begin);
      host = Math.max(host, gpus[0]) + 20 * US; // as the loss is read
    }
  }

  private void load(int step) {
    for (int gpu = 0; gpu < (step % 2 == 0 ? 2 : 1); gpu++) {
      copy(gpu);
      host += 30 * US;
    }
  }

  private void forward() {
    long begin = host;
    for (int layer = 0; layer < LAYERS; layer++) {
      long from = host;
      attention(0);
      mlp(0);
      range("layer " + layer, 2, from, host - from);
    }
    range("forward", 1, begin, host - begin);
  }

  private void backward(int step) {
    long begin = host;
    for (int layer = 0; layer < LAYERS; layer++) {
      attention(step % 2);
      mlp(0);
    }
    launch("reduce_sum", 0, 12);
    range("backward", 1, begin, host - begin);
  }

  private void attention(int gpu) {
    launch("void gemm_kernel<float, 128, 64>(float const*, float const*, float*, int)", gpu, 34);
    launch("softmax_forward", gpu, 9);
  }

  private void mlp(int gpu) {
    launch("void gemm_kernel<float, 128, 64>(float const*, float const*, float*, int)", gpu, 52);
    launch("gelu_kernel<float>(float*, int)", gpu, 7);
    launch("layer_norm(float*, float const*, int)", gpu, 8);
  }

  private void launch(String kernel, int gpu, long micros) {
    long nanos = Math.round(micros * US * Math.exp(random.nextGaussian() * 0.3));
    long begin = Math.max(host + 9 * US, gpus[gpu] + US);
    id++;
    call("hipLaunchKernel", kernel, 5 * US);
    KernelDispatchEvent dispatch = new KernelDispatchEvent();
    dispatch.kernel = kernel;
    dispatch.api = "HIP";
    dispatch.device = gpu;
    dispatch.agentId = gpu + 1;
    dispatch.queue = 1 + id % 2;
    dispatch.gridX = 65_536;
    dispatch.gridY = 1;
    dispatch.gridZ = 1;
    dispatch.workgroupX = 256;
    dispatch.workgroupY = 1;
    dispatch.workgroupZ = 1;
    dispatch.correlationId = id;
    maker.commit(acting(dispatch), begin, nanos);
    if (random.nextInt(RATE) == 0) {
      RecordingMaker.site("hipLaunchKernel", id, RATE).commit();
    }
    gpus[gpu] = begin + nanos;
    host = Math.max(host + 12 * US, gpus[gpu] - 200 * US); // the queue is not endless
  }

  private void copy(int gpu) {
    id++;
    call("hipMemcpyAsync", null, 7 * US);
    MemCopyEvent copy = new MemCopyEvent();
    copy.direction = "HostToDevice";
    copy.bytes = 1 << 20;
    copy.device = gpu;
    copy.agentId = gpu + 1;
    copy.queue = 3;
    copy.correlationId = id;
    maker.commit(acting(copy), host + 15 * US, 60 * US);
  }

  private void call(String function, String kernel, long nanos) {
    HipApiEvent call = new HipApiEvent();
    call.function = function;
    call.kernel = kernel;
    call.result = "";
    call.correlationId = id;
    maker.commit(acting(call), host, nanos);
  }

  private void range(String message, int depth, long begin, long nanos) {
    RoctxRangeEvent range = new RoctxRangeEvent();
    range.message = message;
    range.depth = depth;
    maker.commit(acting(range), begin, nanos);
  }

  private static <T extends ActivityEvent> T acting(T event) {
    event.threadName = "main";
    event.javaThreadId = 1;
    event.osThreadId = 4711;
    return event;
  }

  /** At true times: nothing else is known of these events. The steps are put where these are. */
  private void measure(int step) {
    long live = (120L + 4L * Math.min(step, 40)) << 20;
    maker.memory(0, "device", live, live + (96L << 20));
    maker.memory(1, "device", 64L << 20, 80L << 20);
    for (int gpu = 0; gpu < 2; gpu++) {
      double busy = gpu == 0 ? 0.93 + 0.05 * Math.sin(step) : 0.30 + 0.1 * Math.sin(step / 2.0);
      maker.telemetry(gpu, busy, ((gpu == 0 ? 900L : 400L) << 20) + live, 180 * busy + 40);
    }
    LockSupport.parkNanos(1_200 * US);
  }
}
