// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import jdk.management.jfr.RemoteRecordingStream;

/** One event stream over this process, local or by JMX, that counts our events. */
final class Streams {
  private static final List<String> EVENTS =
      List.of("HipApi", "KernelDispatch", "MemCopy", "RoctxRange", "RoctxMark");

  /** Of no content; see {@link #awaitFlushed}. */
  @Name(Now.NAME)
  @StackTrace(false)
  static final class Now extends Event {
    static final String NAME = "load.Now";
  }

  private final EventStream stream;
  private final Counts counts = new Counts();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Semaphore now = new Semaphore(0);
  private int left;

  /**
   * Of the request: {@code remote}, and {@code close}, after how many events it is closed in its
   * own handler; 0 for never.
   */
  Streams(Request request) throws IOException {
    left = request.number("close", 0);
    Consumer<String> enable;
    if (request.flag("remote")) {
      RemoteRecordingStream remote =
          new RemoteRecordingStream(ManagementFactory.getPlatformMBeanServer());
      enable = name -> remote.enable(name);
      stream = remote;
    } else {
      RecordingStream local = new RecordingStream();
      enable = name -> local.enable(name);
      stream = local;
    }
    for (String event : EVENTS) {
      enable.accept("rocjfr." + event);
      stream.onEvent("rocjfr." + event, this::count);
    }
    stream.onClose(closed::countDown);
    enable.accept(Now.NAME);
    stream.onEvent(Now.NAME, event -> now.release());
    stream.startAsync();
  }

  private void count(RecordedEvent event) {
    counts.add(event.getEventType().getName());
    counts.add("events");
    if (--left == 0) {
      stream.close();
    }
  }

  /** Waits until it is closed, by its handler. */
  Map<String, Object> awaitClosed() throws InterruptedException {
    closed.await();
    return counts.toMap();
  }

  /**
   * Waits until the stream delivers an event that is committed now. It is ordered: then it has
   * delivered what was committed before, too. {@code onFlush} would not do: JFR runs it while it
   * reads, before it delivers what it has read, and {@code close()} drops that.
   */
  Map<String, Object> awaitFlushed() throws InterruptedException {
    new Now().commit();
    now.acquire();
    return Map.of();
  }

  Map<String, Object> close() throws InterruptedException {
    stream.close();
    return awaitClosed();
  }

  /** {@code stop()}, of Java 21 and later, and then {@code close()}. */
  Map<String, Object> stop() throws InterruptedException {
    try {
      stream.getClass().getMethod("stop").invoke(stream);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    return close();
  }
}
