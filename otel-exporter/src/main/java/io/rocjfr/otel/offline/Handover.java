// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Hands events from the thread that reads them to one that makes spans of them: each takes about as
 * long. Bounded: the reader waits.
 */
final class Handover implements Consumer<RecordedEvent> {
  private static final int BATCH = 512;
  private static final int BATCHES = 32;

  private final BlockingQueue<Runnable> work = new ArrayBlockingQueue<>(BATCHES);
  private final Consumer<RecordedEvent> taker;
  private final Thread thread = new Thread(this::run, "rocjfr-spans");
  private List<RecordedEvent> batch = new ArrayList<>(BATCH);

  /** The first. */
  private volatile Throwable failure;

  private boolean ended;

  Handover(Consumer<RecordedEvent> taker) {
    this.taker = taker;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (!ended) {
        Runnable next = work.take();
        doIt(next);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void doIt(Runnable next) {
    try {
      next.run();
    } catch (Throwable e) { // the reader throws it, and is not kept waiting
      if (failure == null) {
        failure = e;
      }
    }
  }

  @Override
  public void accept(RecordedEvent event) {
    batch.add(event);
    if (batch.size() == BATCH) {
      flush();
    }
  }

  private void flush() {
    List<RecordedEvent> full = batch;
    batch = new ArrayList<>(BATCH);
    put(() -> full.forEach(taker));
  }

  /** Does something on the other thread, between the events before and those behind. */
  void then(Runnable next) {
    flush();
    put(next);
  }

  private void put(Runnable next) {
    try {
      work.put(next);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** Waits until all is done; throws what was thrown meanwhile. */
  void finish() {
    flush();
    put(this::end);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException exception) {
      throw exception;
    }
    if (failure != null) { // of a language that declares none
      throw new IllegalStateException(failure);
    }
  }

  private void end() {
    ended = true;
  }
}
