// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.ActivityBatch;
import io.rocjfr.ActivityListener;
import io.rocjfr.Rocjfr;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A listener that counts activity by kind and external id, and may be slow. */
final class Listening implements ActivityListener, AutoCloseable {
  private final long sleepNanos;
  private final Counts counts = new Counts();
  private final Registration registration;

  Listening(int sleepMillis) {
    sleepNanos = TimeUnit.MILLISECONDS.toNanos(sleepMillis);
    registration = Rocjfr.addListener(this);
  }

  @Override
  public void onActivities(ActivityBatch batch) {
    counts.add("batches");
    int size = batch.size();
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
    counts.add("activities", size); // last: who has waited for them finds all the others
    if (sleepNanos > 0) {
      LockSupport.parkNanos(sleepNanos);
    }
  }

  Map<String, Object> counts() {
    return counts.toMap();
  }

  @Override
  public void close() {
    registration.close();
  }
}
