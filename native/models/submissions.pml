// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The words of the table of submissions: claimed by callers, finished by records, abandoned by who
// stops, given up for newer calls, shared by a tool's equal ids.
//
// Models: Claim, Share, OpenUnlessShared, Insert, ExpectSubmission, ExpectAnother, EndMany,
// FindSubmission, ReadWay, FinishAny, AbandonSubmissions, CountEvicted
// (core/record/submissions.cpp); the word (submission_word.h).
// Memory: words are changed by compare-and-swap or stored with release, payloads stored with
// release and loaded with acquire: all in order. (Only the count of expected work is relaxed; it is
// not read here before all is over.)
// Bounded: a set of 1 way (3 where ids are equal), 2 calls (3) of a caller each, 2 pieces of work at
// most, payloads of 2 words, one abandoning. A record comes when its piece was submitted, in any
// order. Not here: EndSubmission, and what an equal id finds once the shared place has given way.
// Holds: a record is joined with its own call's payload, whole, or with none; what was expected is
// delivered, evicted, abandoned or still in flight, each piece once; nobody is joined by an id that
// two calls have at the same time.
//
// check: -DEACH
// check: -DMANY
// check: -DTOOL
#ifdef TOOL
#define WAYS 3  // nothing has to give way
#else
#define WAYS 1  // the later call claims what the other one has
#endif

// A word: the key's tag, a count, a state.
#define BUSY 1
#define LIVE 2
#define IN_FLIGHT 3
#define DONE 4
#define ABANDONED 5
#define MANY_LIVE 6
#define MANY_IN_FLIGHT 7
#define MANY_ABANDONED 8
#define MANY_ENDED 9
#define SHARED 10
#define MORE_IN_FLIGHT 11
#define WORD(tag, count, state) ((tag) * 64 + (count) * 16 + (state))
#define TAG(word) ((word) / 64)
#define COUNT(word) (((word) / 16) % 4)
#define STATE(word) ((word) % 16)
#define OVER(word) (STATE(word) == DONE || STATE(word) == ABANDONED || STATE(word) == SHARED)
#define FLIES(word) (STATE(word) == IN_FLIGHT || STATE(word) == MORE_IN_FLIGHT)
// InFlightOf
#define AS_ONE(word) (STATE(word) == MANY_IN_FLIGHT || STATE(word) == MANY_ENDED)
#define FLIGHT(word) (FLIES(word) -> COUNT(word) : (AS_ONE(word) -> 1 : 0))
// Rank: a smaller one gives way first.
#define RANK(word) \
  ((word) == 0 -> 0 : TAG(word) + (OVER(word) -> 100 : (STATE(word) == BUSY -> 300 : 200)))

short words[WAYS];
byte payload[2 * WAYS];  // two words of each way: whose it is

// What is counted.
byte expected = 0, delivered = 0, evicted = 0, abandoned = 0;
byte calls_ended = 0;

chan records = [4] of { byte, byte };  // the key of a submitted piece, and whose it is

// compare-and-swap of a way; `swapped` tells, and `word` what stood there.
#define SWAP(way, word, next) \
  atomic { \
    swapped = (words[way] == word); \
    if \
    :: swapped -> words[way] = next \
    :: else -> word = words[way] \
    fi \
  }

inline CountEvicted(word) {
  evicted = evicted + FLIGHT(word)
}

// Another call's place with the same key.
inline Share(own) {
  shared = false;
  i = 0;
  do
  :: i == WAYS || shared -> break
  :: else ->
    word = words[i];
    do
    :: i != own && word != 0 && TAG(word) == key && !shared ->
      // Who is at it still is: it finds this when it is done.
      next = (STATE(word) == BUSY -> WORD(key, 1, BUSY) : WORD(key, 0, SHARED));
      SWAP(i, word, next);
      if
      :: swapped -> CountEvicted(word); shared = true
      :: else
      fi
    :: else -> break
    od;
    i++
  od
}

proctype Caller(byte who) {
  byte call = 0, key = 0, owner = 0, best = 0, i = 0;
  short word = 0, best_word = 0, live = 0, next = 0;
  byte left = 0, pieces = 0;
  bool swapped = false, shared = false, at_once = false, placed = false;
  do
  :: call == 1 -> break
  :: else ->
    owner = 1 + who;
#ifdef TOOL
    key = (who < 2 -> 1 : 2);  // of two threads a tool counts the calls from 1 each
#else
    key = owner;
#endif
    placed = false;
    shared = false;
    if
    :: at_once = true
#ifndef TOOL
    :: who == 0 -> at_once = false
#endif
    fi;
    // Insert
#ifdef TOOL
    Share(WAYS);
#endif
    if
    :: shared
    :: else ->
      do
      :: placed -> break
      :: else ->
        atomic {  // the swap finds what has changed
          best = 0;
          best_word = words[0];
          i = 1;
          do
          :: i == WAYS -> break
          :: i < WAYS && RANK(words[i]) < RANK(best_word) -> best = i; best_word = words[i]; i++
          :: else -> i++
          od
        }
        if
        :: STATE(best_word) == BUSY -> break
        :: else
        fi;
#ifdef BUG_PAYLOAD_BEFORE_CLAIM
        payload[2 * best] = owner;
#endif
        SWAP(best, best_word, WORD(key, 0, BUSY));
        if
        :: swapped ->
          placed = true;
#ifndef BUG_GIVES_WAY_UNCOUNTED
          CountEvicted(best_word)
#endif
        :: else
        fi
      od
    fi;
    live = WORD(key, 0, LIVE);
#ifdef MANY
    live = WORD(key, 0, MANY_LIVE);
#endif
    if
    :: placed ->
      payload[2 * best] = owner;
      payload[2 * best + 1] = owner;
      next = live;
      if
      :: at_once ->
#ifdef MANY
        next = WORD(key, 0, MANY_IN_FLIGHT);
#else
        next = WORD(key, 1, IN_FLIGHT);
#endif
      :: else
      fi;
#if defined(TOOL) && !defined(BUG_LOOKS_FOR_EQUAL_KEYS_BEFORE_ONLY)
      Share(best);
      if
      :: shared -> words[best] = WORD(key, 0, SHARED); placed = false
      :: else ->
        if
        :: at_once -> next = WORD(key, 1, IN_FLIGHT)
        :: else -> next = live
        fi;
        word = WORD(key, 0, BUSY);
        atomic {
#ifdef BUG_BUSY_IS_STORED_OVER
          swapped = true;
          words[best] = next;
#else
          SWAP(best, word, next);
#endif
          if
          :: swapped && at_once -> expected++
          :: else
          fi
        }
        if
        :: swapped
        :: else -> words[best] = WORD(key, 0, SHARED); placed = false
        fi
      fi
#else
      atomic { words[best] = next; expected = expected + (at_once -> 1 : 0) }
#endif
    :: else
    fi;

    // What is submitted, with what is told of it before or after.
    pieces = 0;
    if
    :: placed && !at_once ->
      // ExpectSubmission
      word = live;
      do
      :: TAG(word) == key && (STATE(word) == LIVE || STATE(word) == MANY_LIVE) ->
        if
        :: STATE(word) == LIVE -> next = WORD(key, 1, IN_FLIGHT)
        :: else -> next = WORD(key, COUNT(word), MANY_IN_FLIGHT)
        fi;
        atomic {
          SWAP(best, word, next);
          if
          :: swapped -> expected++
          :: else
          fi
        }
        if
        :: swapped -> break
        :: else
        fi
      :: else -> break
      od
    :: else
    fi;
    atomic { records ! key, owner; pieces = 1 }
    if
    :: true  // one piece
#ifndef TOOL
    :: who == 0 ->
      // Another: ExpectAnother, or one more of many
#ifndef MANY
      if
      :: placed ->
        word = words[best];
        do
        :: TAG(word) == key && STATE(word) != ABANDONED &&
           (FLIES(word) || STATE(word) == DONE) ->
          next = WORD(key, (FLIES(word) -> COUNT(word) + 1 : 1), MORE_IN_FLIGHT);
          atomic {
            SWAP(best, word, next);
            if
            :: swapped -> expected++
            :: else
            fi
          }
          if
          :: swapped -> break
          :: else
          fi
        :: else -> break
        od
      :: else
      fi;
#endif
      atomic { records ! key, owner; pieces = 2 }
#endif
    fi;
#ifdef MANY
    // EndMany; what was counted as one until now is known piece by piece.
    if
    :: placed ->
      word = words[best];
      do
      :: TAG(word) == key &&
         (STATE(word) == MANY_IN_FLIGHT || STATE(word) == MANY_ABANDONED) ->
        left = (pieces > COUNT(word) -> pieces - COUNT(word) : 0);
        if
        :: STATE(word) == MANY_ABANDONED -> next = WORD(key, 0, ABANDONED)
        :: STATE(word) == MANY_IN_FLIGHT && left == 0 -> next = WORD(key, 0, DONE)
        :: else -> next = WORD(key, left, MANY_ENDED)
        fi;
#ifdef BUG_END_IS_STORED
        atomic { swapped = true; words[best] = next }
#else
        SWAP(best, word, next);
#endif
        if
        :: swapped ->
          atomic {
            if
            :: STATE(word) == MANY_IN_FLIGHT && left == 0 -> delivered++
            :: else
            fi
          }
          break
        :: else
        fi
      :: else -> break
      od
    :: else
    fi;
#endif
    atomic { left = 0; word = 0; best_word = 0; next = 0; live = 0; best = 0; i = 0 }
    call++
  od;
  calls_ended++
}

// Finished work: FindSubmission with `finishes`.
active proctype Reporter() {
  byte key = 0, owner = 0, way = 0, first = 0, second = 0;
  short word = 0, next = 0;
  bool swapped = false, found = false, abandons = false;
end:
  do
  :: records ?? key, owner ->
    way = 0;
    found = false;
    do
    :: found || way == WAYS -> break
    :: else ->
      // ReadWay
      word = words[way];
      if
      :: word == 0 || TAG(word) != key || STATE(word) == BUSY -> way++
      :: else ->
        found = true;
        first = payload[2 * way];
        second = payload[2 * way + 1];
#ifndef BUG_NO_SECOND_LOOK
        word = words[way];
#endif
        if
        :: TAG(word) != key || STATE(word) == BUSY || STATE(word) == SHARED
        :: else ->
          abandons = false;
          do  // FinishAny
          :: true ->
            next = WORD(key, 0, DONE);
            if
            :: STATE(word) == IN_FLIGHT || STATE(word) == MORE_IN_FLIGHT ->
              if
              :: COUNT(word) > 1 -> next = word - 16
              :: else
              fi
            :: STATE(word) == MANY_LIVE || STATE(word) == MANY_IN_FLIGHT -> next = word + 16
            :: STATE(word) == MANY_ENDED && COUNT(word) > 1 -> next = word - 16
            :: STATE(word) == ABANDONED || STATE(word) == MANY_ABANDONED ->
              abandons = true;
              break
            :: STATE(word) == DONE || STATE(word) == SHARED || STATE(word) == BUSY -> break
            :: else
            fi;
            atomic {
#ifdef BUG_FINISHES_BY_STORE
              swapped = true;
              words[way] = next;
#else
              SWAP(way, word, next);
#endif
              if
              :: swapped && (FLIES(word) || (STATE(word) == MANY_ENDED && COUNT(word) == 1)) ->
                delivered++
              :: else
              fi
            }
            if
            :: swapped || TAG(word) != key -> break
            :: else
            fi
          od;
          if
          :: abandons
          :: else ->
            assert(first == owner && second == owner)  // joined
          fi
        fi
      fi
    od;
    atomic { key = 0; owner = 0; way = 0; first = 0; second = 0; word = 0; next = 0 }
  od
}

// AbandonSubmissions
#ifndef TOOL
active proctype Stopper() {
  byte way = 0;
  short word = 0, next = 0;
  bool swapped = false;
  do
  :: way == WAYS -> break
  :: else ->
    word = words[way];
    do
    :: FLIGHT(word) == 0 -> break
    :: else ->
      if
      :: STATE(word) == MANY_IN_FLIGHT -> next = WORD(TAG(word), COUNT(word), MANY_ABANDONED)
      :: else -> next = WORD(TAG(word), 0, ABANDONED)
      fi;
      atomic {
        SWAP(way, word, next);
        if
        :: swapped ->
          abandoned = abandoned + FLIGHT(word)
        :: else
        fi
      }
      if
      :: swapped -> break
      :: else
      fi
    od;
    way++
  od
}
#endif

init {
  atomic {
#ifdef TOOL
    run Caller(2);
#endif
    run Caller(0);
    run Caller(1)
  }
  timeout;  // nobody has anything to do
#ifdef TOOL
  assert(calls_ended == 3 && empty(records));
#else
  assert(calls_ended == 2 && empty(records));
#endif
  assert(expected == delivered + evicted + abandoned + FLIGHT(words[0])
#ifdef TOOL
           + FLIGHT(words[1]) + FLIGHT(words[2])
#endif
  );
#ifdef SEEN_EVICTED
  assert(evicted == 0);
#endif
#ifdef SEEN_ABANDONED
  assert(abandoned == 0);
#endif
}
