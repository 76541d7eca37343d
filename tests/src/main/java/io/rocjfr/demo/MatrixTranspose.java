// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.demo;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The demo application: what a Java program on an AMD GPU does, in small. It compiles a kernel from
 * source, and per iteration copies a matrix to the GPU, transposes it there, copies it back and
 * checks it against the CPU. Every phase is a roctx range. It knows nothing of rocjfr but those.
 */
public final class MatrixTranspose {
  private final DemoOptions options;
  private final CallCounter counter = new CallCounter();
  private final Phases phases = new Phases();

  private MatrixTranspose(DemoOptions options) {
    this.options = options;
  }

  /** Runs the demo. {@code --help} says what it takes. */
  public static void main(String[] arguments) {
    int status;
    try {
      List<String> list = List.of(arguments);
      if (list.contains("--help")) {
        System.out.print(DemoOptions.USAGE);
        return;
      }
      status = new MatrixTranspose(DemoOptions.parse(list)).run();
    } catch (IllegalArgumentException e) {
      System.err.println("MatrixTranspose: " + e.getMessage() + "\n\n" + DemoOptions.USAGE);
      status = 2;
    } catch (DemoException | IOException e) {
      System.err.println("MatrixTranspose: " + e.getMessage());
      status = 1;
    }
    // HIP's own threads need not keep the process.
    System.exit(status);
  }

  private int run() throws IOException {
    if (options.interactive()) {
      System.out.println("ready: process " + ProcessHandle.current().pid() + ", Enter begins");
      awaitEnter();
    }
    DemoResult result = transposeAll();
    if (options.interactive()) {
      System.out.println("done: Enter ends");
      awaitEnter();
    }
    sleep(Duration.ofSeconds(options.holdSeconds()));
    System.out.println(result.toLine());
    return result.wrongElements() == 0 ? 0 : 1;
  }

  private DemoResult transposeAll() {
    HipLibraries libraries = HipLibraries.load(options.hip());
    Hip hip = counter.counting(Hip.class, libraries.hip());
    Instant begin = Instant.now();
    Gpu gpu = Gpu.first(hip, libraries.hasNewProperties());
    System.out.printf(
        "HIP: %s, GPU: %s (%s)%n", libraries.runtimeFile(), gpu.name(), gpu.architecture());

    Transposition[] holder = new Transposition[1];
    phases.run(
        "set up",
        () ->
            holder[0] =
                new Transposition(
                    hip,
                    new KernelCompiler(libraries.hiprtc(), gpu.architecture()),
                    options.width()));
    Transposition work = holder[0];
    long wrong = 0;
    for (int i = 0; i < options.iterations(); i++) {
      wrong += iterate(work, i);
    }
    phases.run("clean up", work::close);
    Instant end = Instant.now();

    System.out.printf(
        "%d transpositions of %d x %d floats in %.2f s, %s%n",
        options.iterations(),
        options.width(),
        options.width(),
        Duration.between(begin, end).toNanos() / 1e9,
        wrong == 0 ? "every result as on the CPU" : wrong + " elements NOT as on the CPU");
    return new DemoResult(
        options.iterations(),
        options.width(),
        work.bytes(),
        wrong,
        begin,
        end,
        counter.calls(),
        phases.counts());
  }

  private int iterate(Transposition work, int iteration) {
    int[] wrong = new int[1];
    work.fill(iteration);
    phases.run(
        "iteration",
        "iteration " + iteration,
        () -> {
          phases.run("copy in", work::copyIn);
          phases.run("transpose", work::transpose);
          phases.run("copy out", work::copyOut);
          phases.run("check", () -> wrong[0] = work.wrongElements(iteration));
        });
    return wrong[0];
  }

  /** Returns at the end of a line, or of the input. */
  private static void awaitEnter() throws IOException {
    System.out.flush();
    InputStream in = System.in;
    for (int c = in.read(); c != '\n' && c != -1; c = in.read()) {
      // Whatever is typed before.
    }
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
