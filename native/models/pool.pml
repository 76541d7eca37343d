// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A roctracer pool: threads that write to their rings, the pool's thread that takes from them and
// sleeps until it is told, a flush, a close that threads meet without a lock.
//
// Models: Pool::Write, WriteWithCare, BeginWriting, WaitForRoom, Hurry, Flush, Close (api/
// roctracer/pool.h, pool.cpp); Pool::Run, TakeAll, TakeRing, AskToBeTold, NothingLeft, End (pool_thread.cpp);
// Ring::Publish, TakeWish, TellAfter (ring.h); AnyThreadWrites, OrderAllThreads (thread.cpp);
// EventCount::Notify, Wait (base/event_count.h).
// Memory: the writers' plain stores (`writing`, the slots, `published_`) go through a store buffer,
// in order, as on x86: their loads of closed_ and tell_at_ may come before. The kernel's barrier
// (membarrier) waits until they are seen. All others are read-modify-writes or in order.
// Bounded: 1 writer of 3 records or 2 of 1, rings of 1 slot, all known to the pool from the
// beginning, each record a buffer's worth or less; one flush, one close. Timeouts are left out: the
// naps end at any moment.
// Not here: several pools, records elsewhere, callbacks that write or end the thread, threads that
// end (abandoned), the mode that drops.
// Holds: a written record is delivered once, in its thread's order; a flush has what was written
// before it; nobody touches a ring after it was freed; nobody sleeps for ever.
//
// check: -DFLUSH -DONE
// check: -DCLOSE -DONE
// check: -DCLOSE
#define WRITERS 2
#ifdef ONE
#define EACH(who) (3 - 3 * (who))
#else
#define EACH(who) 1
#endif
#define NEVER 9

// A writer's ring, with one slot.
byte slot[WRITERS], published[WRITERS], head[WRITERS];
byte tell_at[WRITERS];
bit writing[WRITERS];  // thread.writing is this pool
bool freed = false;
chan stores0 = [4] of { mtype, byte };  // what is not seen yet
chan stores1 = [4] of { mtype, byte };
#define ALL_SEEN ((who == 0 && len(stores0) == 0) || (who == 1 && len(stores1) == 0))
mtype = { kWriting, kSlot, kPublished };

bool closed = false, closing = false, pool_ended = false;
byte asked = 0, flushed = 0;
byte delivered[WRITERS], wrote[WRITERS];
byte ended = 0;

// EventCount: whether it was notified since its count was read, by reader.
bool work_flipped = true, moved_flipped[WRITERS];  // (urgent_ only ends naps)

#define HURRY() work_flipped = true

inline Land(who, what, value) {
  if
  :: what == kWriting -> writing[who] = value
  :: what == kSlot -> assert(!freed); slot[who] = value
  :: what == kPublished -> assert(!freed); published[who] = value
  fi
}

active proctype Memory() {
  mtype what;
  byte value;
end:
  do
  :: atomic { stores0 ? what, value -> Land(0, what, value); value = 0; what = 0 }
  :: atomic { stores1 ? what, value -> Land(1, what, value); value = 0; what = 0 }
  od
}

#ifdef BUG_NO_MEMBARRIER
#define ORDER_ALL_THREADS() skip
#else
#define ORDER_ALL_THREADS() (len(stores0) == 0 && len(stores1) == 0)
#endif

proctype Writer(bit who) {
  byte tail = 0, head_seen = 0, at = 0, record = 1;
  bool tell = false, refused = false;
  do
  :: record > EACH(who) || refused -> break
  :: else ->
    // BeginWriting
#ifdef BUG_LOOKS_BEFORE_WRITING
    refused = closed;
    if
    :: who == 0 -> stores0 ! kWriting, 1
    :: else -> stores1 ! kWriting, 1
    fi;
#else
    if
    :: who == 0 -> stores0 ! kWriting, 1
    :: else -> stores1 ! kWriting, 1
    fi;
    refused = closed;
#endif
    if
    :: refused
    :: else ->
      // HasRoom, WaitForRoom
      do
      :: tail - head_seen < 1 -> break
      :: else ->
        moved_flipped[who] = false;  // Count
        atomic { assert(!freed); head_seen = head[who] }
        if
        :: tail - head_seen < 1
        :: else ->
          // As a read-modify-write it waits for what was stored before.
          ALL_SEEN;
          HURRY();
          moved_flipped[who]  // Wait
        fi
      od;
      tail++;
      // Publish
      if
      :: who == 0 ->
#ifdef BUG_PUBLISHED_BEFORE_FILLED
        stores0 ! kPublished, tail; stores0 ! kSlot, record
#else
        stores0 ! kSlot, record; stores0 ! kPublished, tail
#endif
      :: else -> stores1 ! kSlot, record; stores1 ! kPublished, tail
      fi;
      atomic { assert(!freed); at = tell_at[who] }
      tell = false;
      if
      :: tail > at ->
        // TakeWish
        ALL_SEEN;
        atomic {
          if
          :: tell_at[who] == at -> tell_at[who] = NEVER; tell = true
          :: else
          fi
        }
      :: else
      fi;
      wrote[who] = record
    fi;
    // `writing` again, with release.
    if
    :: who == 0 -> stores0 ! kWriting, 0
    :: else -> stores1 ! kWriting, 0
    fi;
#ifndef BUG_TELLS_NOBODY
    if
    :: tell ->
      ALL_SEEN;
      HURRY()
    :: else
    fi;
#endif
    tell = false;
    record++
  od;
  ended++
}

inline TakeRing(who) {
  end_at = published[who];
  // What stands below that nobody changes: it is taken in one step.
  atomic {
    if
    :: head[who] == end_at
    :: else ->
      any = true;
      do
      :: head[who] == end_at -> break
      :: else ->
        assert(slot[who] == delivered[who] + 1);
        delivered[who] = slot[who];
        head[who] = head[who] + 1
      od;
      moved_flipped[who] = true;
      tell_at[who] = head[who] + 1  // TellAfter: three quarters of the ring
    fi;
    end_at = 0
  }
}

active proctype PoolThread() {
  byte asked_now = 0, end_at = 0;
  bool closing_now = false, any = false, left = false;
  do
  :: true ->
    // Run
    atomic { work_flipped = false; any = false }  // Count
    closing_now = closing;
    asked_now = asked;
    TakeRing(0);
    TakeRing(1);
#ifdef BUG_ASKED_AFTER_TAKING
    asked_now = asked;
#endif
    flushed = asked_now;
    if
    :: closing_now ->
#ifndef BUG_CLOSES_WITHOUT_WRITERS
      left = (writing[0] == 1);
      left = left || (writing[1] == 1);
#endif
#ifndef BUG_CLOSES_WITHOUT_A_LOOK
      left = left || published[0] != head[0] || published[1] != head[1];
#endif
      if
      :: left -> left = false
      :: else -> break
      fi
    :: else
    fi;
    if
    :: work_flipped
    :: else ->
      if
      :: closing_now || any -> skip  // a nap, as long as it takes
      :: !any && !closing_now ->
        // AskToBeTold
        atomic { tell_at[0] = head[0]; tell_at[1] = head[1] }
        ORDER_ALL_THREADS();
        left = (published[0] != head[0] || published[1] != head[1]);
        if
        :: left -> left = false
        :: else -> end_sleep: work_flipped  // Wait
        fi
      fi
    fi
  od;
  // End
  freed = true;
  pool_ended = true
}

init {
  byte before = 0, ticket = 0;
  atomic { run Writer(0); run Writer(1) }
#ifdef FLUSH
  before = wrote[0];
  // Who wrote them has told this thread: so they are seen.
  empty(stores0);
  atomic { asked++; ticket = asked }
  HURRY();
  (flushed >= ticket);
  assert(delivered[0] >= before);
  ended == 2;
  (len(stores0) == 0 && len(stores1) == 0);
  // Nobody has flushed these: a full buffer, here the first record, is told of.
  (delivered[0] == EACH(0) && delivered[1] == EACH(1))
#endif
#ifdef CLOSE
  // Close
  closed = true;
  ORDER_ALL_THREADS();
  closing = true;
  HURRY();
  pool_ended;
  ended == 2;
  assert(delivered[0] == wrote[0] && delivered[1] == wrote[1]);
#ifdef SEEN_REFUSED
  assert(wrote[0] == EACH(0));
#endif
#ifdef SEEN_NOT_REFUSED
  assert(wrote[0] != EACH(0) || wrote[1] != EACH(1));
#endif
#endif
}
