// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * Programs that are slow for one reason each. {@code main NAME SETTINGS FILE} runs one, records it
 * from when HIP has started, and prints {@code truth NANOS}: how long the reason took by the
 * program's own clock.
 */
public final class SlowPrograms {
  private static final long TIME = TimeUnit.MILLISECONDS.toNanos(1500);
  private static final int SMALL = 256;
  private static final int LARGE = 8 << 20;

  private final Counts counts = new Counts();
  private final Gpu gpu = new Gpu(counts, 10_000);
  private final Memory host = new Memory(LARGE);
  private final long device = gpu.malloc(counts, LARGE);
  private long truth;

  private SlowPrograms() {
    host.clear(); // so that its pages are there
    gpu.launchEmpty(counts, 1, 0);
    gpu.launchSpin(counts, 0);
    copy(SMALL, false);
    copyResult();
    gpu.fill(counts, device, SMALL, 0);
    gpu.synchronizeDevice(counts);
  }

  /** Which, the settings of the recording, and its file. */
  public static void main(String[] arguments) throws Exception {
    SlowPrograms program = new SlowPrograms();
    try (Recording recording = new Recording(Configuration.create(Path.of(arguments[1])))) {
      recording.start();
      program.run(arguments[0]);
      recording.stop();
      recording.dump(Path.of(arguments[2]));
    }
    System.out.println("truth " + program.truth);
  }

  private void run(String name) throws InterruptedException {
    switch (name) {
      case "code" -> loadCode();
      case "kernel" -> waitForKernels(1, () -> gpu.synchronize(counts, 0));
      case "batch" -> waitForKernels(10, () -> gpu.synchronizeDevice(counts));
      case "result" -> waitForKernels(1, this::copyResult);
      case "query" -> poll();
      case "threads" -> waitOnThreads();
      case "small" -> again(() -> copy(SMALL, false));
      case "blocking" -> again(() -> copy(LARGE, false));
      case "asynchronous" -> copyAhead();
      case "fill" -> fillAhead();
      case "host" -> workOnHost();
      case "launch" -> again(this::launchMany);
      default -> throw new IllegalArgumentException(name);
    }
  }

  /** Runs what counts as the reason until the time is over. */
  private void again(Runnable reason) {
    long end = System.nanoTime() + TIME;
    while (System.nanoTime() < end) {
      timed(reason);
    }
  }

  private void timed(Runnable reason) {
    long begin = System.nanoTime();
    reason.run();
    truth += System.nanoTime() - begin;
  }

  private void loadCode() {
    HipRtc.load(gpu.runtime);
    Memory code =
        HipRtc.compile(
            "more.hip",
            "extern \"C\" __global__ void more() {}",
            SoftGpu.isPresent() ? Gpu.SOFT_GPU : null);
    again(
        () -> {
          try (Memory out = new Memory(Long.BYTES)) {
            Gpu.call(counts, "hipModuleLoadData", Hip.hipModuleLoadData(out, code));
          }
        });
  }

  /** Launches so many kernels of 10 ms, then waits for them. */
  private void waitForKernels(int kernels, Runnable wait) {
    long end = System.nanoTime() + TIME;
    while (System.nanoTime() < end) {
      for (int i = 0; i < kernels; i++) {
        gpu.launchSpin(counts, 0);
      }
      timed(wait);
    }
  }

  private void copyResult() {
    Gpu.call(
        counts,
        "hipMemcpy",
        Hip.hipMemcpy(Pointer.nativeValue(host), device, SMALL, Hip.DEVICE_TO_HOST));
  }

  private void poll() {
    long end = System.nanoTime() + TIME;
    while (System.nanoTime() < end) {
      gpu.launchSpin(counts, 0);
      timed(
          () -> {
            while (gpu.runtime.getFunction("hipStreamQuery").invokeInt(new Object[] {0L}) != 0) {
              // It is not done yet.
            }
          });
    }
  }

  private void waitOnThreads() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    long begin = System.nanoTime();
    for (int i = 0; i < 3; i++) {
      long stream = gpu.createStream(counts);
      Thread thread =
          new Thread(
              () -> {
                while (System.nanoTime() < begin + TIME) {
                  gpu.launchSpin(counts, stream);
                  gpu.synchronize(counts, stream);
                }
              },
              "waiting-" + i);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    truth = System.nanoTime() - begin;
  }

  private void copy(long bytes, boolean ahead) {
    long from = Pointer.nativeValue(host);
    if (ahead) {
      gpu.copy(counts, "copies", Hip.HOST_TO_DEVICE, device, from, bytes, 0);
    } else {
      Gpu.call(counts, "hipMemcpy", Hip.hipMemcpy(device, from, bytes, Hip.HOST_TO_DEVICE));
    }
  }

  private void copyAhead() {
    again(
        () -> {
          for (int i = 0; i < 8; i++) {
            gpu.copy(
                counts, "copies", Hip.DEVICE_TO_DEVICE, device, device + LARGE / 2, LARGE / 2, 0);
          }
          gpu.synchronize(counts, 0);
        });
  }

  private void fillAhead() {
    again(
        () -> {
          for (int i = 0; i < 8; i++) {
            gpu.fill(counts, device, LARGE, 0);
          }
          gpu.synchronize(counts, 0);
        });
  }

  /** Two calls a time, and 5 ms between them. */
  private void workOnHost() {
    long end = System.nanoTime() + TIME;
    while (System.nanoTime() < end) {
      gpu.launchEmpty(counts, 1, 0);
      gpu.synchronize(counts, 0);
      timed(
          () -> {
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(5);
            while (System.nanoTime() < until) {
              Thread.onSpinWait();
            }
          });
    }
  }

  /** What launches and waits for kernels that do nothing costs is overhead. */
  private void launchMany() {
    for (int i = 0; i < 4; i++) {
      gpu.launchEmpty(counts, 1, 0);
    }
    gpu.synchronize(counts, 0);
  }
}
