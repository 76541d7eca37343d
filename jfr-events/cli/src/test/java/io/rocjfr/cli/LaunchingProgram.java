// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.stream.IntStream;

/** Launches kernels from here and there, 1 : 2 : 7, by ways that programs have. */
final class LaunchingProgram implements Runnable {
  private final RecordingMaker maker;
  private final int rounds;
  private long id;
  private long time;

  LaunchingProgram(RecordingMaker maker, int rounds) {
    this(maker, rounds, 0);
  }

  /** Whose calls have the ids after this one. */
  LaunchingProgram(RecordingMaker maker, int rounds, long id) {
    this.maker = maker;
    this.rounds = rounds;
    this.id = id;
  }

  @Override
  public void run() {
    for (int i = 0; i < rounds; i++) {
      once();
      twice();
      sevenTimes();
      copyAndWait();
    }
  }

  private void once() {
    launch("gemm", 1_000_000);
  }

  private void twice() {
    Runnable launch = () -> launch("gemm", 1_000_000);
    launch.run();
    launch.run();
  }

  private void sevenTimes() {
    IntStream.range(0, 7).forEach(i -> launch("gemm", 1_000_000));
  }

  private void copyAndWait() {
    RecordingMaker.site("hipMemcpy", ++id, 1).commit();
    maker.joinedCopy("HostToDevice", 4096, id, time, 300_000);
    RecordingMaker.site("hipStreamSynchronize", ++id, 1).commit();
    maker.joinedCall("hipStreamSynchronize", id, time, 500_000);
    time += 1_000_000;
    launch("softmax", 250_000);
  }

  private void launch(String kernel, long nanos) {
    RecordingMaker.site("hipModuleLaunchKernel", ++id, 1).commit();
    maker.joinedCall("hipModuleLaunchKernel", id, time, 5_000);
    maker.joinedKernel(kernel, id, time + 10_000, nanos);
    time += 2 * nanos;
  }
}
