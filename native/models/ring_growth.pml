// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rings that are lent: a thread goes on with a larger one, ends, and another thread gets what it
// has left, while the consumer takes from all of them.
//
// Models: AcquireRing, GrowRing, ReleaseRing, TakeGrown (core/record/ring_pool.cpp); Ring::Empty,
// HalfEmpty, Lend, Follow, Publish (ring.h, ring.cpp); ThreadState::MakeRoom, Grow
// (thread_state.cpp); RingSet.tails, take, takeInOrder (jfr-events/agent, package bridge).
// Memory: tails are stored with release and loaded with acquire, heads likewise, the rest is under
// the pool's lock: in order.
// Bounded: a small ring of 2 slots and a large one of 4, 2 threads one after or beside the other, of
// 3 groups of 1 slot each; the consumer takes in 3 rounds while they write and then once more.
// Not here: several sizes of growth, the memory's bound, groups of several slots (ring.pml).
// Holds: a group is read whole, once; a thread's groups come in its order through both rings;
// recorded + lost = written; no slot is written over before it was read.
//
// check: -DBESIDE
// check: -DAFTER
#define SMALL 2
#define LARGE 4
#define GROUPS 3

byte small[SMALL], large[LARGE];  // content: 4 * thread + group, 0 none
byte head[2], tail[2], made = 0;
bit after_ring = 0;  // of the large one: it follows the small one
byte after_tail = 0;
bit lent[2];
bool locked = false;
byte ended = 0, lost = 0, taken = 0;
byte last[3];  // of each thread, by its number from 1

#define LOCK() atomic { !locked -> locked = true }
#define UNLOCK() locked = false
#define SLOTS_OF(ring) (ring == 0 -> SMALL : LARGE)

proctype Thread(byte me) {
  byte ring = 9, group = 1, my_tail = 0, cached_head = 0;
  do
  :: group > GROUPS -> break
  :: else ->
    if
    :: ring == 9 ->
      // AcquireRing: the small one if it is half empty, or else the large one; it is one's alone.
      LOCK();
      if
      :: !lent[0] && tail[0] - head[0] <= SMALL / 2 -> ring = 0
      :: !(!lent[0] && tail[0] - head[0] <= SMALL / 2) && !lent[1] && tail[1] - head[1] <= LARGE / 2 ->
        ring = 1
      :: else
      fi;
      if
      :: ring != 9 ->
        lent[ring] = 1;
        my_tail = tail[ring];
        cached_head = head[ring]  // Lend
      :: else
      fi;
      UNLOCK()
    :: ring == 0 && my_tail - cached_head == SMALL ->
      // GrowRing, where it is too small: full, here. Only one that is empty.
      LOCK();
      if
      :: !lent[1] && head[1] == tail[1] ->
        lent[1] = 1;
        ring = 1;
        cached_head = head[1];
        after_ring = 1;
#ifdef BUG_FOLLOWS_TOO_LITTLE
        after_tail = my_tail - 1;
#else
        after_tail = my_tail;
#endif
        my_tail = tail[1];
        lent[0] = 0
      :: else
      fi;
      UNLOCK()
    :: else
    fi;
    // Reserve
    if
    :: ring != 9 && my_tail - cached_head == SLOTS_OF(ring) -> cached_head = head[ring]
    :: else
    fi;
    if
    :: ring == 9 || my_tail - cached_head == SLOTS_OF(ring) -> lost++
    :: else ->
#ifdef BUG_PUBLISHES_FIRST
      tail[ring] = my_tail + 1;
#endif
      if
      :: ring == 0 -> small[my_tail % SMALL] = 4 * me + group
      :: else -> large[my_tail % LARGE] = 4 * me + group
      fi;
      my_tail++;
      tail[ring] = my_tail
    fi;
    group++
  od;
  // ReleaseRing
  if
  :: ring != 9 -> LOCK(); lent[ring] = 0; UNLOCK()
  :: else
  fi;
  ended++
}

inline Take(ring, end_at) {
  do
  :: head[ring] >= end_at -> break
  :: else ->
    content = (ring == 0 -> small[head[ring] % SMALL] : large[head[ring] % LARGE]);
    assert(content != 0 && content % 4 > last[content / 4]);
    atomic {
      last[content / 4] = content % 4;
      taken++;
      // Read: nobody's any more.
      if
      :: ring == 0 -> small[head[ring] % SMALL] = 0
      :: else -> large[head[ring] % LARGE] = 0
      fi;
      head[ring] = head[ring] + 1;
      content = 0
    }
  od
}

active proctype Consumer() {
  byte end0 = 0, end1 = 0, content = 0, round = 0;
  do
  :: round == 3 && ended < 2 -> ended == 2
  :: round == 4 -> break
  :: else ->
    // All tails, then ring by ring.
    end0 = tail[0];
    end1 = tail[1];
    Take(0, end0);
    if
    :: head[1] < end1 ->
      // takeInOrder
#ifndef BUG_NOT_IN_ORDER
      if
      :: after_ring == 1 && head[0] < after_tail -> Take(0, after_tail)
      :: else
      fi;
#endif
      Take(1, end1)
    :: else
    fi;
    round++
  od;
  assert(taken + lost == 2 * GROUPS);
#ifdef SEEN_GROWN
  assert(after_ring == 0);
#endif
#ifdef SEEN_LARGE_ONE_LENT_AGAIN
  assert(head[1] <= 2);
#endif
}

init {
  atomic {
    run Thread(1);
#ifdef AFTER
    ended == 1;
#endif
    run Thread(2)
  }
}
