// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A thread's ring: how a group is published, how the consumer is woken, how a lossless producer
// waits for room.
//
// Models: Ring::Reserve, ReserveSlow, WaitForRoom, Publish, PastWatermark, WakeAtWatermark
// (core/record/ring.h, ring.cpp); WakeDrain, WaitForDrain (core/record/drain_signal.cpp);
// RingSet.take, DrainThread.cycle, Tracer.takePublished (jfr-events/agent, package bridge).
// Memory: the producer's stores go through a store buffer, in order, as on x86; its loads may come
// before them. The consumer's loads and stores are in order.
// Bounded: 4 slots, 3 groups of 1 or 2 slots, one producer, one ring that does not grow.
// Holds: a group is read whole, once, in order; recorded + lost = submitted; the consumer does not
// sleep while the ring is fuller than its watermark; a lossless producer does not wait for ever.
//
// check: -DLOSSLESS
// check: -DLOSSLESS -DVAIN
// check: -DDROP
#define SLOTS 4
#define MASK 3
#define WATERMARK 2
#define GROUPS 3

// A slot's content: the group, from 1, how many slots it has, and which of them this is.
#define CONTENT(group, slots, part) ((group) * 4 + ((slots) - 1) * 2 + (part))
#define GROUP_OF(content) ((content) / 4)
#define SLOTS_OF(content) (((content) / 2) % 2 + 1)
#define PART_OF(content) ((content) % 2)

// Places in memory that the producer stores to, behind the slots.
#define TAIL 4
#define PUBLISHED 5

byte memory[SLOTS + 2];
byte head = 0;
bit asleep = 0;  // drain_asleep
byte wakes = 0;  // g_wakes, the futex word
chan buffer = [6] of { byte, byte };  // the producer's stores that nobody sees yet

byte taken = 0, lost = 0;
bool produced = false;  // the producer has ended
bool blocked = false, quiet = false;  // the consumer is in the futex, in a quiet wait
bool timeup = false;
byte seen = 0;  // g_seen

#define STORE(place, value) buffer ! place, value
#define BARRIER empty(buffer)

// What has left the store buffer.
active proctype Memory() {
  byte place, value;
end:
  do
  :: atomic { buffer ? place, value -> memory[place] = value; place = 0; value = 0 }
  od
}

inline WakeDrain() {
#ifndef BUG_NEVER_WAKES
  if
  :: asleep == 0
  :: else ->
    BARRIER;  // the exchange
    atomic {
      if
      :: asleep == 1 -> asleep = 0; wake = true
      :: else
      fi
    }
    if
    :: wake -> wake = false; wakes++
    :: else
    fi
  fi
#else
  skip
#endif
}

active proctype Producer() {
  byte tail = 0, cached_head = 0, look_at = WATERMARK, gave_up_head = 255;
  byte group = 1, slots = 0, part = 0;
  bool wake = false, room = false;
  do
  :: group > GROUPS -> break
  :: else ->
    if
    :: slots = 1
    :: slots = 2
    fi;
    // Reserve
    room = (tail + slots - cached_head <= SLOTS);
    if
    :: room
    :: else ->
      cached_head = head;
      room = (tail + slots - cached_head <= SLOTS);
      if
      :: room
      :: else ->
        WakeDrain();
#ifdef LOSSLESS
        if
        :: gave_up_head == cached_head
        :: else ->
          do
          :: true ->
            WakeDrain();
            // The nap: until another look tells something else.
            if
            :: head != cached_head || asleep == 1
#ifdef VAIN
            :: gave_up_head = cached_head; break
#endif
            fi;
            cached_head = head;
            room = (tail + slots - cached_head <= SLOTS);
            if
            :: room -> break
            :: else
            fi
          od
        fi
#endif
      fi
    fi;
    if
    :: !room -> lost++
    :: else ->
      room = false;
#ifdef BUG_TAIL_BEFORE_SLOTS
      STORE(TAIL, tail + slots);
#endif
      part = 0;
      do
      :: part < slots -> STORE((tail + part) & MASK, CONTENT(group, slots, part)); part++
#ifdef BUG_PUBLISHES_BY_SLOT
        STORE(TAIL, tail + part)
#endif
      :: else -> break
      od;
      // Publish
      tail = tail + slots;
      STORE(TAIL, tail);
      if  // a load finds this thread's own store first
      :: buffer ?? [PUBLISHED, 1] || memory[PUBLISHED] == 1
      :: else -> STORE(PUBLISHED, 1)
      fi;
      if
      :: tail <= look_at
      :: else ->  // PastWatermark
        cached_head = head;
        if
        :: tail - cached_head <= WATERMARK -> look_at = cached_head + WATERMARK
        :: else ->
          // WakeAtWatermark
#ifndef BUG_NOT_PUBLISHED_AGAIN
          STORE(PUBLISHED, 1);
#endif
#ifndef BUG_NO_BARRIER
          BARRIER;
#endif
          WakeDrain();
          look_at = tail + WATERMARK / 4
        fi
      fi
    fi;
    group++
  od;
  BARRIER;
  produced = true
}

// What the ring holds below `tail`.
inline Take() {
  do
  :: at == tail -> break
  :: else ->
    content = memory[at & MASK];
    assert(PART_OF(content) == 0);
    assert(GROUP_OF(content) > last);
    last = GROUP_OF(content);
    slots = SLOTS_OF(content);
    assert(at + slots <= tail);
#ifdef BUG_RELEASES_BEFORE_READING
    head = at + slots;
#endif
    if
    :: slots == 2 -> assert(memory[(at + 1) & MASK] == CONTENT(last, 2, 1))
    :: else
    fi;
    at = at + slots;
    taken++;
    if
    :: head = at  // after so many groups
    :: true
    fi
  od;
  head = at
}

active proctype Consumer() {
  byte at = 0, tail = 0, content = 0, last = 0, slots = 0;
  bool published = false;
  do
  :: timeup -> break
  :: else ->
    // DrainThread.cycle
    atomic { published = memory[PUBLISHED]; memory[PUBLISHED] = 0 }
    if
    :: published -> published = false; tail = memory[TAIL]; Take()
    :: else
    fi;
    // WaitForDrain
#ifdef BUG_LOOKS_BEFORE_ASLEEP
    quiet = (memory[PUBLISHED] == 0);
    published = (memory[TAIL] - head > WATERMARK);
    asleep = 1;
    if
    :: wakes == seen && (quiet || !published) ->
#else
    asleep = 1;
    quiet = (memory[PUBLISHED] == 0);
    if
    :: wakes == seen && (quiet || !(memory[TAIL] - head > WATERMARK)) ->
#endif
      blocked = true;
      (wakes != seen || (quiet && memory[PUBLISHED] == 1) || timeup);
      blocked = false
    :: else
    fi;
    published = false;
    asleep = 0;
    seen = wakes
  od;
  // After a time it looks whatever it was told.
  tail = memory[TAIL];
  Take();
  assert(taken + lost == GROUPS);
#ifdef SEEN_LOST
  assert(lost == 0)
#endif
}

// Nothing moves any more, until a wait's time is up.
active proctype Time() {
  (produced && blocked && wakes == seen && !(quiet && memory[PUBLISHED] == 1));
  assert(memory[TAIL] - head <= WATERMARK);
#ifdef SEEN_REST_BELOW_WATERMARK
  assert(memory[TAIL] == head);
#endif
  timeup = true
}
