// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.benchmarks;

import io.rocjfr.ActivityKind;
import io.rocjfr.ActivityListener;
import io.rocjfr.Rocjfr;
import io.rocjfr.Roctx;
import java.time.Duration;
import java.util.EnumSet;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A record, a roctx mark. The difference is what it takes to know who acts on a carrier: a word of
 * HotSpot's memory from JDK 24 on, a call into the JVM on JDK 21 to 23 (tests/jdks.sh). Each record
 * is read by a listener.
 */
public class VirtualThreadRecords extends EitherThread {
  private static final int MARKS = 8192; // less than a ring holds
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private ActivityListener.Registration listener;

  @Setup
  public void listen() {
    listener = Rocjfr.addListener(batch -> {}, EnumSet.of(ActivityKind.ROCTX_MARK));
  }

  /** The rings are empty. */
  @Setup(Level.Invocation)
  public void drain() {
    if (!Rocjfr.flush(PATIENCE)) {
      throw new IllegalStateException("not drained");
    }
  }

  /** Nothing was lost: what is lost is not what a record costs. */
  @TearDown
  public void close() {
    listener.close();
    if (!Rocjfr.lost().isEmpty()) {
      throw new IllegalStateException("lost: " + Rocjfr.lost());
    }
  }

  @Benchmark
  @OperationsPerInvocation(MARKS)
  public void mark() throws InterruptedException, ReflectiveOperationException {
    run(this::marks);
  }

  private void marks() {
    for (int i = 0; i < MARKS; i++) {
      Roctx.mark("mark");
    }
  }
}
