// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The lines that a process has written to one of its streams so far. */
final class ProgramOutput {
  private final List<String> lines = new ArrayList<>();
  private final Thread reader;
  private boolean ended;

  ProgramOutput(String name, InputStream stream) {
    reader = new Thread(() -> read(stream), name);
    reader.setDaemon(true);
    reader.start();
  }

  private void read(InputStream stream) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        synchronized (this) {
          lines.add(line);
          notifyAll();
        }
      }
    } catch (IOException e) {
      // The process was killed: what it had written is there.
    }
    synchronized (this) {
      ended = true;
      notifyAll();
    }
  }

  synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  synchronized int size() {
    return lines.size();
  }

  /** The first line from index {@code from} on that fits; null at the end of the stream or time. */
  synchronized String await(int from, Predicate<String> fits, Duration time) {
    long deadline = System.nanoTime() + time.toNanos();
    int next = from;
    while (true) {
      while (next < lines.size()) {
        String line = lines.get(next++);
        if (fits.test(line)) {
          return line;
        }
      }
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (ended || left <= 0) {
        return null;
      }
      try {
        wait(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return null;
      }
    }
  }

  void join() {
    try {
      reader.join(60_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
