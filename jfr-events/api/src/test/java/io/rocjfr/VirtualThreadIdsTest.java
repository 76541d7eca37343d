// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class VirtualThreadIdsTest {
  /** The tracer's own size. */
  private static final int SETS = 16384;

  private final AtomicInteger evicted = new AtomicInteger();
  private final AtomicInteger tooDeep = new AtomicInteger();

  private static ByteBuffer table(int sets) {
    return ByteBuffer.allocateDirect(sets * VirtualThreadLayout.SET_BYTES + 8)
        .alignedSlice(8)
        .limit(sets * VirtualThreadLayout.SET_BYTES)
        .slice()
        .order(ByteOrder.nativeOrder());
  }

  private VirtualThreadIds ids(ByteBuffer table, long thread) {
    return new VirtualThreadIds(table, evicted::incrementAndGet, tooDeep::incrementAndGet, thread);
  }

  /** What the tracer reads: 0 where the thread has no entry, or it is not proven to be its own. */
  private static long read(ByteBuffer table, long thread) {
    for (int at = 0; at < table.capacity(); at += VirtualThreadLayout.ENTRY_BYTES) {
      if (table.getLong(at + VirtualThreadLayout.OWNER) == thread) {
        long id = table.getLong(at + VirtualThreadLayout.EXTERNAL_ID);
        long guard = table.getLong(at + VirtualThreadLayout.GUARD);
        return guard == (id ^ (thread * VirtualThreadLayout.MULTIPLIER)) ? id : 0;
      }
    }
    return 0;
  }

  @Test
  void idsNest() {
    ByteBuffer table = table(1);
    VirtualThreadIds ids = ids(table, 7);
    ids.pop();
    assertThat(read(table, 7)).isZero();
    for (int depth = 1; depth <= 63; depth++) {
      ids.push(100 + depth);
      assertThat(read(table, 7)).isEqualTo(100 + depth);
    }
    for (int depth = 62; depth >= 1; depth--) {
      ids.pop();
      assertThat(read(table, 7)).isEqualTo(100 + depth);
    }
    ids.pop();
    assertThat(read(table, 7)).isZero();
    ids.pop();
    assertThat(read(table, 7)).isZero();
  }

  /** Work has no id then, rather than the one of a span around its own. */
  @Test
  void beyond63ThereIsNoneAndThoseBelowStay() {
    ByteBuffer table = table(1);
    VirtualThreadIds ids = ids(table, 7);
    for (int depth = 1; depth <= 100; depth++) {
      ids.push(depth);
      assertThat(read(table, 7)).isEqualTo(depth <= 63 ? depth : 0);
    }
    assertThat(tooDeep).hasValue(37);
    for (int depth = 99; depth >= 0; depth--) {
      ids.pop();
      assertThat(read(table, 7)).isEqualTo(depth <= 63 ? depth : 0);
    }
    assertThat(evicted).hasValue(0);
  }

  @Test
  void manyArePoppedAtOnce() {
    for (int height : new int[] {0, 62, 63, 64, 80}) {
      ByteBuffer table = table(1);
      VirtualThreadIds ids = ids(table, 7);
      for (int depth = 1; depth <= 100; depth++) {
        ids.push(depth);
      }
      ids.popTo(height);
      assertThat(ids.height()).isEqualTo(height);
      assertThat(read(table, 7)).isEqualTo(height <= 63 ? height : 0);
    }
  }

  /** Each loader that brings its own copy of the API has objects of its own. */
  @Test
  void copiesOfTheApiNest() {
    ByteBuffer table = table(1);
    VirtualThreadIds one = ids(table, 7);
    VirtualThreadIds other = ids(table, 7);
    one.push(1);
    other.push(2);
    assertThat(read(table, 7)).isEqualTo(2);
    other.pop();
    assertThat(read(table, 7)).isEqualTo(1);
    one.pop();
    assertThat(read(table, 7)).isZero();
  }

  /** What a copy has found in the entry may have been popped since. */
  @Test
  void whatAnotherCopyPushedIsNotKeptBeyondTheEntry() {
    ByteBuffer table = table(1);
    VirtualThreadIds one = ids(table, 7);
    VirtualThreadIds other = ids(table, 7);
    one.push(1);
    other.push(2);
    other.pop();
    one.pop();
    for (int thread = 10; thread < 18; thread++) {
      ids(table, thread).push(thread);
    }
    other.push(3);
    assertThat(read(table, 7)).isEqualTo(3);
    other.pop();
    assertThat(read(table, 7)).as("nothing is pushed").isZero();
  }

  /** Its own ids it still knows. */
  @Test
  void ownIdsAreKeptBeyondTheEntryAlsoBesideAnotherCopy() {
    ByteBuffer table = table(1);
    VirtualThreadIds one = ids(table, 7);
    VirtualThreadIds other = ids(table, 7);
    other.push(1);
    one.push(2);
    other.push(3);
    other.pop();
    one.pop();
    other.push(4);
    for (int thread = 10; thread < 18; thread++) {
      ids(table, thread).push(thread);
    }
    other.push(5);
    other.pop();
    assertThat(read(table, 7)).isEqualTo(4);
  }

  @Test
  void theOldestGoesFirstThoseWithoutAnId() {
    ByteBuffer table = table(1);
    List<VirtualThreadIds> threads = new ArrayList<>();
    for (int thread = 1; thread <= 8; thread++) {
      threads.add(ids(table, thread));
      threads.get(thread - 1).push(thread * 10L);
    }
    threads.get(4).pop(); // the fifth has none now
    ids(table, 9).push(90);
    assertThat(evicted).as("nothing was lost").hasValue(0);
    assertThat(read(table, 9)).isEqualTo(90);
    assertThat(read(table, 1)).isEqualTo(10);
    ids(table, 10).push(100);
    assertThat(evicted).hasValue(1);
    assertThat(read(table, 1)).as("the oldest").isZero();
    assertThat(read(table, 2)).isEqualTo(20);
    // It gets an entry again with its next id, and with it those around that.
    threads.get(0).push(11);
    assertThat(read(table, 1)).isEqualTo(11);
    threads.get(0).pop();
    assertThat(read(table, 1)).isEqualTo(10);
  }

  /** A thread that was robbed of its entry between looking and writing. */
  @Test
  void whatAFormerOwnerWritesNeverCounts() {
    ByteBuffer table = table(1);
    VirtualThreadIds owner = ids(table, 1);
    owner.push(10);
    for (int word : new int[] {VirtualThreadLayout.EXTERNAL_ID, VirtualThreadLayout.GUARD}) {
      long own = table.getLong(word);
      long robbed = word == VirtualThreadLayout.GUARD ? guard(2, 20) : 20;
      table.putLong(word, robbed);
      assertThat(read(table, 1)).isZero();
      table.putLong(word, own);
      assertThat(read(table, 1)).isEqualTo(10);
    }
    table.putLong(VirtualThreadLayout.EXTERNAL_ID, 20);
    table.putLong(VirtualThreadLayout.GUARD, guard(2, 20));
    assertThat(read(table, 1)).isZero();
    owner.push(11);
    assertThat(read(table, 1)).isEqualTo(11);
    owner.pop();
    assertThat(read(table, 1)).as("its own, not the former owner's").isEqualTo(10);
  }

  /** As many as a server may have parked, whose ids come one after the other. */
  @Test
  void aHundredThousandThreadsFit() {
    ByteBuffer table = table(SETS);
    for (long thread = 1_000; thread < 101_000; thread++) {
      ids(table, thread).push(-thread);
    }
    assertThat(evicted).hasValue(0);
    int right = 0;
    for (int at = 0; at < table.capacity(); at += VirtualThreadLayout.ENTRY_BYTES) {
      long thread = table.getLong(at + VirtualThreadLayout.OWNER);
      boolean own = table.getLong(at + VirtualThreadLayout.EXTERNAL_ID) == -thread;
      right += thread != 0 && own ? 1 : 0;
    }
    assertThat(right).isEqualTo(100_000);
  }

  /** Threads that end without popping: a million of them leave the table as it is. */
  @Test
  void threadsThatNeverPopAreReplaced() {
    ByteBuffer table = table(16);
    for (long thread = 1; thread <= 100_000; thread++) {
      ids(table, thread).push(thread);
      if (read(table, thread) != thread) {
        throw new AssertionError("thread " + thread + " has " + read(table, thread));
      }
    }
    assertThat(evicted).hasValue(100_000 - 16 * VirtualThreadLayout.WAYS);
  }

  /** Threads on several carriers that rob each other all the time: own ids or none. */
  @Test
  void nobodyEverReadsAnothersId() throws InterruptedException {
    ByteBuffer table = table(1);
    AtomicInteger wrong = new AtomicInteger();
    AtomicInteger right = new AtomicInteger();
    List<Thread> carriers = new ArrayList<>();
    for (int c = 0; c < 4; c++) {
      int carrier = c;
      carriers.add(
          new Thread(
              () -> {
                VirtualThreadIds[] threads = new VirtualThreadIds[8];
                for (int i = 0; i < 8; i++) {
                  threads[i] = ids(table, 1 + carrier * 8 + i);
                }
                for (int round = 0; round < 100_000; round++) {
                  int i = round & 7;
                  long thread = 1 + carrier * 8L + i;
                  threads[i].push(thread);
                  long seen = read(table, thread);
                  if (seen != 0) {
                    (seen == thread ? right : wrong).incrementAndGet();
                  }
                  threads[i].pop();
                }
              }));
    }
    carriers.forEach(Thread::start);
    for (Thread carrier : carriers) {
      carrier.join();
    }
    assertThat(wrong).hasValue(0);
    assertThat(right.get()).isPositive();
  }

  /** What proves an id to be a thread's. */
  private static long guard(long thread, long id) {
    return id ^ thread * VirtualThreadLayout.MULTIPLIER;
  }
}
