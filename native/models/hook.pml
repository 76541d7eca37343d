// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The hook's registration, and the epochs in which work is followed, with a runtime that asks twice
// about a piece of work: when it makes it and when it submits it. It crashes if it hears "no" and
// then "yes".
//
// Models: SetWanted, UpdateHookSoon, UpdateWhileAsked, Update, Register, Remove, WatchSlot,
// FollowWork, BeginToFollow, StopFollowing, KeepFollowing, VisitReporter (core/hook/hook.cpp);
// OnHsaStart (hsa_start.cpp); OnRuntime, OnOp (hook_tracer.cpp); BeginCall, BeginUntracedCall
// (core/record/tracer.cpp); BeginWorkEpoch, EndWorkEpoch, IsWanted (core/record/work_epoch.cpp).
// Memory: what decides is stored and loaded in order or under the hook's lock.
// Bounded: work is wanted and the hook registered in the beginning; one program's thread with HSA's
// start and a call; one who wants no more and wants again, or another tool that takes the slot once
// and gives it back; one poll. The runtime is known.
// Not here: a shared slot, HIP 5.2, the frame's size, threads that end, HSA's second start.
// Holds: no piece of work hears "no" and then "yes"; while an epoch lasts the thread that reports
// its work is known or may be any; after a last poll the hook is registered and work is followed.
// With -DTOLD HSA calls us as it starts. That is too much to be checked whole: 4 million states had
// no error.
//
// check: -DUNTOLD
// check: -DUNTOLD -DTOOL
#define NOBODY 0
#define US 1
#define OTHER 2

// The epoch: a count and two bits.
#define FOLLOWS 1
#define FIRST 2
#define IS_FOLLOWED (epoch % 2 == 1)
#define IS_FIRST ((epoch / 2) % 2 == 1)
byte epoch = 0, kept_epoch = 255;

byte slot = US;
bool wanted = true, registered = true, taken = false;  // and what follows from it is to be done
bool again = false, locked = false;
bool hsa_started = false, hsa_starting = false;
byte hsa_starts = 0;
bool reports = false, visiting = false;
byte registrations = 0;
byte ended = 0;

#define BEGIN_EPOCH(bits) epoch = (epoch / 4 + 1) * 4 + (bits) + FOLLOWS
#define END_EPOCH() \
  atomic { \
    if \
    :: IS_FOLLOWED -> epoch = (epoch / 4 + 1) * 4 \
    :: else \
    fi \
  }
#define HAS_TO_FOLLOW (wanted && registered && !taken && !IS_FOLLOWED)
#define LOCK() atomic { !locked -> locked = true }
#define UNLOCK() locked = false

inline Register() {
#ifndef BUG_EPOCH_OUTLIVES_THE_HOOK
  END_EPOCH();
#endif
  atomic { slot = US; taken = false; registered = true; registrations++ }
}

// With the lock.
inline Update() {
  if
  :: wanted && !registered ->
    if
    :: slot == OTHER
    :: else -> Register()
    fi
  :: !wanted && registered ->
#ifndef BUG_EPOCH_OUTLIVES_THE_HOOK
    END_EPOCH();
#endif
    atomic {  // that it is not another's is read before; a tool that comes right then is put out
      if
      :: slot != OTHER -> slot = NOBODY
      :: else
      fi
    }
    registered = false
  :: wanted && registered ->  // WatchSlot
    if
    :: slot == OTHER -> END_EPOCH(); taken = true
    :: slot == NOBODY -> Register()
    :: slot == US -> taken = false
    fi
  :: else
  fi;
  if
  :: hsa_starting && IS_FOLLOWED && !IS_FIRST && !reports -> END_EPOCH()
  :: else
  fi;
  if
  :: starts_hsa -> kept_epoch = epoch
  :: else
  fi
}

// begun: the epoch in which work is followed, or 0.
inline BeginToFollow(bits, refused) {
  LOCK();
  begun = 0;
  if
  :: refused
  :: !(refused) && HAS_TO_FOLLOW -> BEGIN_EPOCH(bits); begun = epoch
  :: else
  fi;
  if
  :: starts_hsa -> kept_epoch = epoch
  :: else
  fi;
  UNLOCK()
}

inline FollowWork() {
  atomic { starts = hsa_starts; visits = true }
  known = registrations;
  if
#ifdef BUG_ALWAYS_THE_FIRST
  :: true ->
#else
  :: hsa_starting || !hsa_started ->
#endif
#ifdef BUG_FIRST_OF_ANOTHER_REGISTRATION
    BeginToFollow(FIRST, false);
#else
    BeginToFollow(FIRST, registrations != known);
#endif
    if
    :: begun == 0 || hsa_starting || hsa_starts != starts || !hsa_started -> visits = false
    :: else ->
      LOCK();
      if
      :: kept_epoch == begun -> visits = false
      :: else ->
        if
        :: epoch == begun -> END_EPOCH()
        :: else
        fi
      fi;
      UNLOCK()
    fi
  :: else
  fi;
  if
  :: visits ->
    // VisitReporter
#ifndef BUG_DOES_NOT_VISIT
    if
    :: reports
    :: else ->
      atomic {
        if
        :: visiting -> visits = false  // the other one begins
        :: else -> visiting = true
        fi
      }
      if
      :: visits -> reports = true; visiting = false
      :: else
      fi
    fi;
#endif
    if
    :: visits && hsa_starts == starts -> BeginToFollow(0, false)
    :: else
    fi
  :: else
  fi;
  atomic { begun = 0; starts = 0; known = 0; visits = false }
}

// With the lock, which it releases.
inline UpdateWhileAsked() {
  do
  :: true ->
    again = false;
    Update();
    follow = HAS_TO_FOLLOW;
    UNLOCK();
    if
    :: follow -> follow = false; FollowWork()
    :: else
    fi;
    if
    :: !again -> break
    :: else
    fi;
    atomic {
      if
      :: locked -> follow = true  // who has it looks at `again`
      :: else -> locked = true
      fi
    }
    if
    :: follow -> follow = false; break
    :: else
    fi
  od
}

// updated: false where another has the lock.
inline UpdateHookSoon() {
  again = true;
  atomic {
    if
    :: locked -> updated = false
    :: else -> locked = true; updated = true
    fi
  }
  if
  :: updated -> UpdateWhileAsked()
  :: else
  fi
}

inline SetWanted(wish) {
  LOCK();
  wanted = wish;
  if
#ifndef BUG_EPOCH_OUTLIVES_THE_HOOK
  :: !wanted -> END_EPOCH()
#endif
  :: else
  fi;
  UpdateWhileAsked()
}

active proctype Control() {
  byte begun = 0, starts = 0, known = 0;
  bool follow = false, visits = false;
  bool starts_hsa = false;
#ifndef TOOL
  SetWanted(false);
  SetWanted(true);
#endif
  ended++
}

active proctype Poll() {
  byte begun = 0, starts = 0, known = 0;
  bool follow = false, visits = false, updated = false;
  bool starts_hsa = false;
  UpdateHookSoon();
  ended++
}

active proctype Tool() {
#ifdef TOOL
  slot = OTHER;
  atomic {
    if
    :: slot == OTHER -> slot = NOBODY
    :: else
    fi
  }
#endif
  ended++
}

// The runtime asks about a piece of work: `yes`.
inline Ask() {
  yes = false;
  if
  :: slot == US ->
    if
    :: wanted ->
      // IsWanted, of one load of the epoch
      atomic {
        if
        :: !IS_FOLLOWED
#ifdef BUG_ANSWERS_BY_THE_WISH
        :: IS_FOLLOWED -> yes = true
#else
        :: IS_FOLLOWED && depth == 1 -> yes = (call_epoch == epoch)
        :: IS_FOLLOWED && depth == 0 ->
          yes = (untraced_epoch == epoch || (IS_FIRST && !calls_hip))
#endif
        fi
      }
    :: else
    fi
  :: else
  fi
}

active proctype Program() {
  byte begun = 0, starts = 0, known = 0;
  bool follow = false, visits = false, updated = false;
  bool starts_hsa = false;
  byte call = 0, call_epoch = 0, untraced_epoch = 0;
  bit depth = 0;
  bool calls_hip = false, yes = false, before = false;
  // The first call starts HSA, before it looks for callbacks.
  hsa_started = true;
#ifdef TOLD
  hsa_starting = true;
  starts_hsa = true;
  hsa_starts++;
  do
  :: updated -> break
  :: else -> UpdateHookSoon()
  od;
  hsa_starting = false;
  starts_hsa = false;
#endif
  do
  :: call == 1 -> break
  :: else ->
    // The call begins.
    if
    :: slot == US ->
      if
      :: wanted ->
        if
        :: true ->  // it is traced
          atomic { call_epoch = epoch; depth = 1; calls_hip = true; untraced_epoch = 0 }
        :: true -> atomic { calls_hip = true; untraced_epoch = epoch }
        fi
      :: else
      fi
    :: else
    fi;
    Ask();  // as it is made
    before = yes;
    Ask();  // as it is submitted
    assert(before || !yes);
#ifdef SEEN_YES
    assert(!before || !yes);
#endif
#ifdef SEEN_YES_AND_NO
    assert(!before || yes);
#endif
    // As it has finished: who reports it hears yes as long as this lasts.
    atomic {
      if
      :: before && yes && IS_FOLLOWED -> assert(reports || IS_FIRST)
      :: else
      fi
    }
    depth = 0;
    call++
  od;
  ended++
}

init {
  byte begun = 0, starts = 0, known = 0;
  bool follow = false, visits = false, updated = false;
  bool starts_hsa = false;
  ended == 4;
  assert(!locked && !visiting);
  UpdateHookSoon();
  assert(registered && slot == US && !taken && IS_FOLLOWED)
}
