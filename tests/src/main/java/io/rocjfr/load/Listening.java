// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.ActivityBatch;
import io.rocjfr.ActivityKind;
import io.rocjfr.ActivityListener;
import io.rocjfr.Rocjfr;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A listener that counts activity by kind and external id, and may be slow. */
final class Listening implements ActivityListener, AutoCloseable {
  private static final Set<ActivityKind> KINDS =
      EnumSet.complementOf(EnumSet.of(ActivityKind.BARRIER));

  private final long sleepNanos;
  private final CountDownLatch held;
  private final Path file;
  private final Counts counts = new Counts();
  private final Registration registration;
  private long activities;

  /**
   * Of the request: {@code sleep} is for how many milliseconds each call sleeps, {@code hold} that
   * calls wait for {@link #release}, {@code file} where the number of activities is kept.
   */
  Listening(Request request) {
    sleepNanos = TimeUnit.MILLISECONDS.toNanos(request.number("sleep", 0));
    held = new CountDownLatch(request.flag("hold") ? 1 : 0);
    file = request.values().containsKey("file") ? Path.of(request.text("file")) : null;
    registration = Rocjfr.addListener(request.text("name", "load"), this, KINDS);
  }

  @Override
  public void onActivities(ActivityBatch batch) {
    if (held.getCount() != 0) {
      await();
    }
    counts.add("batches");
    counts.add("activities", batch.size());
    while (batch.next()) {
      counts.add("kinds/" + batch.kind());
      if (batch.name() != null) {
        counts.add("names/" + batch.name());
      }
      counts.add("threads/" + batch.threadName());
      if (batch.endEpochNanos() < batch.beginEpochNanos()) {
        counts.add("endBeforeBegin");
      }
    }
    if (sleepNanos > 0) {
      LockSupport.parkNanos(sleepNanos);
    }
    if (file != null) {
      activities += batch.size();
      write();
    }
  }

  private void await() {
    try {
      held.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write() {
    try {
      Files.writeString(file, Long.toString(activities));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void release() {
    held.countDown();
  }

  Map<String, Object> counts() {
    Map<String, Object> all = counts.toMap();
    all.put("lost", registration.lost());
    return all;
  }

  @Override
  public void close() {
    registration.close();
  }
}
