// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.RoctxRangeEvent;
import io.rocjfr.event.TracerStatusEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import jdk.jfr.Event;
import jdk.jfr.Recording;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/**
 * Makes a recording of a program that trains on two GPUs of three, with six streams: as many
 * dispatches as wanted, their calls, copies, and nested ranges. Its main writes one and prints how
 * long our part of opening it takes.
 */
public final class LargeRecording {
  private static final String[] KERNELS = {
    "void gemm<float, 128, 64>(float const*, float const*, float*, int, int, int)",
    "attention_forward(Tensor<half>, Tensor<half>, int)",
    "layer_norm",
    "softmax_online",
    "adam_step",
    "__amd_rocclr_fillBufferAligned"
  };
  private static final int[] MEDIAN = {90_000, 140_000, 9_000, 14_000, 30_000, 4_000};
  private static final int PER_STEP = 24;

  private final Random random;
  private final long base;
  private long correlation;

  private LargeRecording(long seed, long base) {
    random = new Random(seed);
    this.base = base;
  }

  /** Writes a recording with so many dispatches. */
  public static void write(Path file, int dispatches, long seed) throws IOException {
    try (Recording recording = new Recording()) {
      for (Class<? extends Event> type :
          java.util.List.of(
              HipApiEvent.class,
              KernelDispatchEvent.class,
              MemCopyEvent.class,
              RoctxRangeEvent.class,
              TracerStatusEvent.class)) {
        recording.enable(type).withoutThreshold();
      }
      recording.setMaxSize(0);
      recording.start();
      TracerStatusEvent status = new TracerStatusEvent();
      status.devices = 3;
      status.state = "on";
      status.commit();
      HipApiEvent now = new HipApiEvent();
      now.begin();
      new LargeRecording(seed, now.startTicks()).fill(dispatches);
      recording.stop();
      recording.dump(file);
    }
  }

  private void fill(int dispatches) {
    long[] busyUntil = new long[6];
    for (int step = 0, made = 0; made < dispatches; step++) {
      long stepBegin = base + step * 400_000L;
      long thread = step % 2;
      long call = stepBegin;
      for (int i = 0; i < PER_STEP && made < dispatches; i++, made++) {
        int stream = (int) thread * 3 + i % 3;
        correlation++;
        long took = 3_000L + random.nextInt(4_000);
        call("hipModuleLaunchKernel", thread, stream, call, took);
        int kernel = i % KERNELS.length;
        long nanos = (long) (MEDIAN[kernel] / 20.0 * Math.exp(random.nextGaussian() * 0.6));
        long begin = Math.max(call + took, busyUntil[stream]);
        kernel(KERNELS[kernel], (int) thread, stream, begin, nanos);
        busyUntil[stream] = begin + nanos;
        call += took + random.nextInt(3_000);
        if (i == 0 || i == PER_STEP - 1) {
          correlation++;
          call("hipMemcpyAsync", thread, stream, call, 4_000);
          copy(
              i == 0 ? "HostToDevice" : "DeviceToHost",
              1L << (10 + random.nextInt(14)),
              (int) thread,
              stream,
              call + 5_000);
          call += 6_000;
        }
      }
      correlation++;
      call("hipStreamSynchronize", thread, (int) thread * 3, call, 40_000);
      range("forward", thread, 1, stepBegin, (call - stepBegin) / 2);
      range("backward", thread, 1, stepBegin + (call - stepBegin) / 2, (call - stepBegin) / 2);
      range("step " + step, thread, 0, stepBegin - 100, call + 41_000 - stepBegin);
    }
  }

  private void kernel(String name, int device, int stream, long begin, long ticks) {
    KernelDispatchEvent event = new KernelDispatchEvent();
    event.kernel = name;
    event.device = device;
    event.agentId = device + 1;
    event.queue = stream % 3;
    event.stream = stream;
    event.correlationId = correlation;
    event.setTimes(begin, Math.max(1, ticks));
    event.commit();
  }

  private void copy(String direction, long bytes, int device, int stream, long begin) {
    MemCopyEvent event = new MemCopyEvent();
    event.direction = direction;
    event.bytes = bytes;
    event.device = device;
    event.agentId = device + 1;
    event.queue = stream % 3;
    event.stream = stream;
    event.correlationId = correlation;
    event.setTimes(begin, 500 + bytes / 16);
    event.commit();
  }

  private void call(String function, long thread, int stream, long begin, long ticks) {
    HipApiEvent event = new HipApiEvent();
    event.function = function;
    event.threadName = "trainer-" + thread;
    event.osThreadId = 100 + thread;
    event.javaThreadId = 20 + thread;
    event.stream = stream;
    event.bytes = -1;
    event.correlationId = correlation;
    event.setTimes(begin, ticks);
    event.commit();
  }

  private void range(String message, long thread, int depth, long begin, long ticks) {
    RoctxRangeEvent event = new RoctxRangeEvent();
    event.message = message;
    event.threadName = "trainer-" + thread;
    event.osThreadId = 100 + thread;
    event.javaThreadId = 20 + thread;
    event.depth = depth;
    event.setTimes(begin, ticks);
    event.commit();
  }

  /** {@code FILE [DISPATCHES]}: writes a recording, reads it and prints times and memory. */
  public static void main(String[] args) throws IOException, CouldNotLoadRecordingException {
    Path file = Path.of(args[0]);
    write(file, args.length > 1 ? Integer.parseInt(args[1]) : 196_200, 1);
    IItemCollection items = JfrLoaderToolkit.loadEvents(file.toFile());
    for (int round = 0; round < 3; round++) {
      long before = used();
      long start = System.nanoTime();
      RecordingData data = new RecordingData(items);
      long read = System.nanoTime();
      for (RowKind kind : RowKind.values()) {
        data.groups(kind, GroupTable.By.NAME);
      }
      long tables = System.nanoTime();
      data.ranges().nested().gpuNanos();
      long ranges = System.nanoTime();
      System.out.printf(
          "%,d events: read %,d ms, tables %,d ms, ranges %,d ms, again %,d us, %,d KiB kept%n",
          data.table().size(),
          (read - start) / 1_000_000,
          (tables - read) / 1_000_000,
          (ranges - tables) / 1_000_000,
          again(data) / 1000,
          (used() - before) / 1024);
    }
  }

  private static long again(RecordingData data) {
    long start = System.nanoTime();
    for (RowKind kind : RowKind.values()) {
      data.groups(kind, GroupTable.By.NAME);
    }
    data.ranges();
    return System.nanoTime() - start;
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
