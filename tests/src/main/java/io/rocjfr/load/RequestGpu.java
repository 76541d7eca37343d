// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The GPU for the services of tests/services: each request launches kernels that are known by their
 * dynamic LDS, and sleeps between them, so that requests overlap and virtual threads change
 * carriers. One for the process, in the class loader of the server.
 */
public final class RequestGpu {
  /** How many kernels a request launches. */
  public static final int KERNELS = 10;

  private static final int STREAMS = 4;
  private static final RequestGpu GPU = new RequestGpu();

  private final Counts counts = new Counts();
  private final Gpu gpu = new Gpu(counts, 1);
  private final long[] streams = new long[STREAMS];
  private final AtomicInteger requests = new AtomicInteger();

  private RequestGpu() {
    for (int i = 0; i < STREAMS; i++) {
      streams[i] = gpu.createStream(counts);
    }
  }

  /** Has it made now, by the thread and in the context of the server. */
  public static void prepare() {
    GPU.gpu.getDevice(GPU.counts);
  }

  /** What a request does. */
  public static void launch(int number) {
    GPU.requests.incrementAndGet();
    for (int i = 0; i < KERNELS; i++) {
      GPU.gpu.launchMarked(GPU.counts, number, GPU.streams[(number + i) % STREAMS]);
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits for the GPU: what it has done belongs to those who still run. */
  public static void await() {
    GPU.gpu.synchronizeDevice(GPU.counts);
  }

  /** Waits for the GPU, at the end. */
  public static void finish() {
    await();
    System.out.println("server: requests " + GPU.requests.get());
  }
}
