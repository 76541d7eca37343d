// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The SDK's buffer: two areas, writers that reserve, copy and publish, a callback thread that swaps
// the areas and hands over what was written, writers that come late.
//
// Models: Buffer::Write, FindRoom, MakeRoom, Put, Swap, Flush, Busy, Destroy, Unmap
// (api/rocprofiler/buffer.h, buffer.cpp); Buffer::Serve, DeliverAll, DeliverArea, SkippedBytes,
// GiveBackArea, TakeAll (buffer_thread.cpp); CallbackThread::Run (callback_thread.cpp).
// Memory: all stores are releases or read-modify-writes and all loads acquires, and no store is
// followed by a load of another place without a read-modify-write between: so in order.
// Bounded: 2 writers of 2 records and 1, of 2 and 3 units; areas of 6 units, 3 at most; one flush,
// one destroy. No limits of time but the patience with late writers, which may end at any moment.
// Not here: what takes more writers and records (a gap's search beside a record that is being
// written, an area that is used again and was not cleared); records that are put elsewhere,
// callbacks that throw or end their thread, exit, fork.
// Holds: a record is handed over whole, once, in its thread's order; delivered + dropped = written;
// a flush has what was written before it; nobody writes to memory that was given back; nobody waits
// for ever.
//
// check: -DLOSSLESS
// check: -DDISCARD
// check: -DLOSSLESS -DLATE
// check: -DDISCARD -DLATE
#define CAPACITY 6
#define WATERMARK 4
#define MOST_AREAS 3
#define RECORDS 3  // that are written in all

// state_: the area, the records in it, their units.
#define STATE(area, records, units) ((area) + 4 * (records) + 32 * (units))
#define AREA_OF(state) ((state) % 4)
#define RECORDS_OF(state) (((state) / 4) % 8)
#define OFFSET_OF(state) ((state) / 32)
#define CLOSED 224  // an offset of 7: full
// A record's first word.
#define RESERVED 8
#define SIZE_OF(word) ((word) % 8)

byte words[18];  // of the areas, one after the other
#define WORD(area, at) words[(area) * CAPACITY + (at)]
bit abandoned[MOST_AREAS], unmapped[MOST_AREAS];
byte area_count = 2;

byte state = 0;
bit wanted = 0;
byte drops = 0;
byte asked = 0, flushed = 0;
bool destroying = false, destroyed = false, served = false;
bool locked = false;  // mutex_
byte next_area = 1;
byte out = 255;  // none
byte out_bytes = 0, out_records = 0, out_drops = 0;
bool calling = false;

// EventCount: whether it was notified since its count was read.
bool work_flipped = true, room_flipped[2];

// What the user got.
byte told_drops = 0, delivered = 0;
bit got[5];
byte written[2];  // records that the writer has published
byte ended = 0;

#define LOCK() atomic { !locked -> locked = true }
#define UNLOCK() locked = false
#define FLIP_ROOM() atomic { room_flipped[0] = true; room_flipped[1] = true }

// With the mutex. No area is out.
inline Swap(new_state) {
  atomic { filled = state; state = new_state }  // the exchange
  if
  :: OFFSET_OF(filled) == 0 || OFFSET_OF(filled) == 7
  :: else ->
    out_bytes = OFFSET_OF(filled);
    out_records = RECORDS_OF(filled);
    atomic { out_drops = drops; drops = 0 }
    out = AREA_OF(filled)
  fi;
  filled = 0
}

inline AskForCallback() {
  if
  :: wanted == 0 ->
    atomic {
      if
      :: wanted == 0 -> wanted = 1; flip = true
      :: else
      fi
    }
    if
    :: flip -> atomic { flip = false; work_flipped = true }
    :: else
    fi
  :: else
  fi
}

inline Store(area, at, value) {
  atomic { assert(!unmapped[area]); WORD(area, at) = value }
}

proctype Writer(bit who) {
  byte seq = 0, seen = 0, filled = 0, units = 0, place = 0, id = 0;
  bool flip = false, dropped = false, reserved = false;
  do
  :: seq == 2 - who -> break
  :: else ->
    units = 2 + (who + seq) % 2;
    id = 1 + 2 * who + seq;
    dropped = false;
    reserved = false;
    seen = state;
    do
    :: reserved || dropped -> break
    :: !reserved && !dropped && OFFSET_OF(seen) + units > CAPACITY ->  // FindRoom
      if
      :: OFFSET_OF(seen) == 7 -> drops++; dropped = true
      :: else ->
#ifdef DISCARD
        if
        :: state != seen -> seen = state
        :: else ->
          drops++;
          AskForCallback();
          dropped = true
        fi
#else
        room_flipped[who] = false;  // Count
        LOCK();
        if
        :: state != seen -> UNLOCK(); seen = state
        :: state == seen && out == 255 ->
          wanted = 0;
          Swap(STATE(next_area, 0, 0));
          work_flipped = true;
          UNLOCK();
          seen = state
        :: else ->
          UNLOCK();
          room_flipped[who]  // Wait
        fi
#endif
      fi
    :: !reserved && !dropped && OFFSET_OF(seen) + units <= CAPACITY ->
      atomic {  // compare and swap
        if
        :: state == seen -> state = seen + STATE(0, 1, units); reserved = true
        :: else -> seen = state
        fi
      }
    od;
    if
    :: dropped
    :: else ->
      // Put
#ifndef BUG_NOT_MARKED
      Store(AREA_OF(seen), OFFSET_OF(seen), units + RESERVED);
#endif
#ifdef BUG_PUBLISHED_BEFORE_COPIED
      Store(AREA_OF(seen), OFFSET_OF(seen), units);
#endif
      place = 1;
      do
      :: place < units -> Store(AREA_OF(seen), OFFSET_OF(seen) + place, id); place++
      :: else -> break
      od;
      atomic { Store(AREA_OF(seen), OFFSET_OF(seen), units); written[who]++ }
      if
      :: OFFSET_OF(seen) + units >= WATERMARK -> AskForCallback()
      :: else
      fi
    fi;
    seq++;
    id = 0;
    place = 0;
    seen = 0
  od;
  if
  :: who == 0 ->
    // Flush
    units = written[0];
    atomic { asked++; place = asked }
    work_flipped = true;
    (flushed >= place || destroyed);
#ifndef LATE
    assert(got[1] + got[2] == units);
#endif
    if
    :: true  // does not destroy it
    :: true ->
      // Destroy
      LOCK();
      if
      :: out != 255 || calling || wanted == 1 || asked != flushed -> UNLOCK()
      :: else ->
        destroying = true;
        Swap(CLOSED);
        UNLOCK();
        work_flipped = true;
#ifndef BUG_DESTROYS_WHAT_IS_OUT
        (out == 255);  // AwaitLast
#endif
        atomic { !served -> served = true }
        destroyed = true;
        place = 0;
        do
        :: place < area_count ->
#ifdef BUG_UNMAPS_LATE_WRITERS_AREA
          unmapped[place] = 1;
#else
          unmapped[place] = 1 - abandoned[place];
#endif
          place++
        :: else -> break
        od;
        served = false
      fi
    fi
  :: else
  fi;
  ended++
}

// What the record at `at` is, as the user reads it.
inline Read(area, at, size) {
  assert(!unmapped[area]);
  id = WORD(area, at + 1);
  assert(id != 0 && WORD(area, at) == size);
  assert(size == 2 || WORD(area, at + 2) == id);
  assert(size == 2 + ((id - 1) / 2 + (id - 1) % 2) % 2);
  assert(got[id] == 0);
  assert(id % 2 == 0 || got[id + 1] == 0);  // the thread's next one
  got[id] = 1;
  delivered++;
  id = 0
}

inline GiveBackArea() {
  LOCK();
  out = 255;
#ifdef BUG_AREA_USED_AGAIN
  abandoned[area] = 0;
#endif
  if
  :: OFFSET_OF(state) == 7
  :: OFFSET_OF(state) != 7 && abandoned[area] && area_count == MOST_AREAS -> Swap(CLOSED)
  :: OFFSET_OF(state) != 7 && abandoned[area] && area_count < MOST_AREAS ->
    next_area = area_count;
    area_count++
  :: else -> next_area = area
  fi;
  if
  :: then_take -> TakeAll()
  :: else
  fi;
  UNLOCK();
  FLIP_ROOM()
}

// With the mutex.
inline TakeAll() {
  if
  :: OFFSET_OF(state) != 7 && OFFSET_OF(state) != 0 -> Swap(STATE(next_area, 0, 0))
  :: else
  fi;
  area_first = (out != 255)
}

inline DeliverArea() {
  area = out;
  at = 0;
  count = 0;
  skipped = false;
  patient = true;
  do
  :: at >= out_bytes -> break
  :: else ->
    word = WORD(area, at);
    do
    :: (word == 0 || word >= RESERVED) && patient ->
      if
      :: WORD(area, at) != word -> word = WORD(area, at)
#ifdef LATE
      :: patient = false; word = WORD(area, at)
#endif
      fi
    :: else -> break
    od;
    if
    :: word == 0 || word >= RESERVED ->
      // SkippedBytes
      found = out_bytes;
      do
      :: true ->
        next = at;
        do
        :: next < found && WORD(area, next) == 0 -> next++
        :: else -> break
        od;
        if
        :: next == found -> break
        :: else -> found = next
        fi
      od;
      word = SIZE_OF(WORD(area, at));
      if
      :: word != 0 -> at = at + word
      :: else -> at = next
      fi;
      skipped = true
    :: else ->
      headers[count] = at;
      sizes[count] = word;
      count++;
      at = at + word
    fi
  od;
  next = 0;
  found = 0;
  word = 0;
  // The callback
  out_drops = out_drops + out_records - count;
  if
  :: count != 0 -> told_drops = told_drops + out_drops
  :: else -> drops = drops + out_drops
  fi;
  // Nobody else is at these words but late writers, at their own.
  atomic {
    out_drops = 0;
    at = 0;
    do
    :: at < count -> Read(area, headers[at], sizes[at]); at++
    :: else -> break
    od;
    abandoned[area] = skipped;
    at = 0;
    do  // memset
    :: !skipped && at < out_bytes ->
      WORD(area, at) = 0;
      at++
    :: else -> break
    od;
    headers[0] = 0; headers[1] = 0; headers[2] = 0; sizes[0] = 0; sizes[1] = 0; sizes[2] = 0
  }
  GiveBackArea();
  atomic { area = 0; at = 0; count = 0; skipped = false; patient = true }
}

active proctype CallbackThread() {
  byte area = 0, at = 0, count = 0, word = 0, found = 0, next = 0, id = 0, filled = 0;
  byte headers[3], sizes[3];
  byte asked_now = 0;
  bool skipped = false, patient = true, any = false, then_take = false, area_first = false;
  bool was_wanted = false;
  do
  :: true ->
    work_flipped = false;  // Count
    any = false;
    // Serve
    if
    :: destroyed
    :: else ->
      served = true;
      asked_now = asked;
      atomic { was_wanted = (wanted == 1); wanted = 0 }
      if
      :: was_wanted || asked_now != flushed ->
        was_wanted = false;
        any = true;
        // DeliverAll
        LOCK();
        calling = true;
        area_first = false;
        if
        :: out == 255 -> TakeAll(); UNLOCK()
        :: else ->
          UNLOCK();
#ifndef BUG_FLUSH_OF_ONE_AREA
          then_take = true;
#endif
          DeliverArea();
          then_take = false
        fi;
        if
        :: area_first -> DeliverArea()
        :: else
        fi;
        LOCK();
        calling = false;
        UNLOCK();
        flushed = asked_now
      :: else ->
        if
        :: out != 255 ->
          any = true;
          LOCK();
          calling = true;
          UNLOCK();
          DeliverArea();
          LOCK();
          calling = false;
          UNLOCK()
        :: else
        fi
      fi;
      served = false
    fi;
    atomic { asked_now = 0; was_wanted = false; area_first = false }
    if
    :: any
    :: else -> end_wait: work_flipped  // Wait
    fi
  od
}

init {
  byte ticket = 0;
  atomic { run Writer(0); run Writer(1) }
  ended == 2;
  if
  :: destroyed
  :: else ->
    atomic { asked++; ticket = asked }
    work_flipped = true;
    flushed >= ticket
  fi;
  assert(delivered + told_drops + drops == RECORDS);
#ifdef SEEN_DROPS
  assert(delivered == RECORDS);
#endif
#ifdef SEEN_CLOSED_FOR_WANT_OF_AREAS
  assert(destroyed || state != CLOSED);
#endif
#ifdef SEEN_DESTROYED
  assert(!destroyed);
#endif
}
