// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DrainTasksTest {
  private final DrainTasks tasks = new DrainTasks();

  private static long soon() {
    return System.nanoTime() + 60_000_000_000L;
  }

  private DrainTasks.Task add() {
    return tasks.add(new long[0], () -> {}, null);
  }

  @Test
  void oneThatFailedIsNotDone() {
    DrainTasks.Task good = add();
    DrainTasks.Task bad = add();
    bad.fail();
    good.complete();
    bad.complete();
    assertThat(good.await(soon())).isTrue();
    assertThat(bad.await(soon())).isFalse();
    DrainTasks.Task throwing =
        tasks.add(
            new long[0],
            () -> {
              throw new IllegalStateException("on purpose");
            },
            null);
    throwing.complete();
    assertThat(throwing.await(soon())).isFalse();
  }

  /** What a task that was asked before takes comes too late for one that was given up. */
  @Test
  void whatAnotherTaskTakesIsLateToo() {
    AtomicLong late = new AtomicLong();
    DrainTasks.Task flush = add();
    DrainTasks.Task hook = tasks.add(new long[0], () -> {}, late::addAndGet);
    assertThat(tasks.next()).isSameAs(flush);
    tasks.drained(flush, 1);
    assertThat(late).hasValue(0);
    assertThat(hook.await(System.nanoTime())).isFalse();
    tasks.drained(flush, 10);
    assertThat(late).hasValue(10);
    assertThat(tasks.next()).isSameAs(hook);
    tasks.drained(hook, 100);
    assertThat(late).hasValue(110);
  }
}
