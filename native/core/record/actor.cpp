// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Who acts on an OS thread: the slow part of ThreadState::FindActor.
#include <new>

#include "core/java/control.h"
#include "rocjfr/client.h"
#include "thread_state.h"
#include "thread_table.h"

namespace rocjfr {
namespace {

constexpr uint32_t kRefBits = 24;
constexpr uint32_t kRefMask = (1u << kRefBits) - 1;
// In Actor::known: the ref is of an entry without a name.
constexpr uint64_t kNameless = uint64_t{1} << 63;
constexpr int64_t kLargestKnownId = (int64_t{1} << 39) - 1;
// Refs older than that may have lost their place in the table to others.
constexpr uint32_t kOldRefs = 32768;

uint32_t PlaceOf(int64_t id) noexcept {
  return static_cast<uint32_t>(id) & (Actor::kKnown - 1);
}

bool IsKnown(const Actor& actor, int64_t id, uint64_t flag) noexcept {
  if (actor.known == nullptr || id > kLargestKnownId) return false;
  const uint64_t known = actor.known[PlaceOf(id)];
  return known >> kRefBits == (static_cast<uint64_t>(id) | flag >> kRefBits) &&
         RefAge(known & kRefMask) <= kOldRefs && IsRefOf(known & kRefMask, id);
}

// HotSpot gives an OS thread the name of its own Java thread, up to 15 bytes of it.
void TakeOsName(JavaThread* thread) noexcept {
  pthread_getname_np(pthread_self(), thread->name, sizeof(thread->name));
}

// Of a thread that acts where the JVM cannot be asked. `own`: it is the OS thread's own.
JavaThread NotAsked(int64_t id, bool own) noexcept {
  JavaThread java;
  java.id = id;
  java.named = false;
  if (own) TakeOsName(&java);
  return java;
}

void Remember(Actor& actor, int64_t id, uint64_t flag) noexcept {
  if (actor.known == nullptr) actor.known.reset(new (std::nothrow) uint64_t[Actor::kKnown]());
  if (actor.known == nullptr || id > kLargestKnownId) return;
  actor.known[PlaceOf(id)] = flag | static_cast<uint64_t>(id) << kRefBits | actor.ref;
}

}  // namespace

bool TellsVirtualThreads() noexcept {
  const JvmLayout* layout = g_jvm_layout.load(std::memory_order_acquire);
  if (layout == nullptr || !HasVirtualThreads()) return false;
  return layout->mounted != JvmLayout::kNone || HasThreadQuery();
}

void ThreadState::Attached() noexcept {
  actor = {};
  external[ROCJFR_CLIENT_JAVA].depth = 0;
  ranges_before = ranges.depth;
}

// Ranges that native code has opened before go on.
void ThreadState::Detached() noexcept {
  actor = {};
  external[ROCJFR_CLIENT_JAVA].depth = 0;
  if (ranges.depth > ranges_before) ranges.depth = ranges_before;
  ranges_before = kNotSeen;
}

void ThreadState::ResolveActor() noexcept {
  const JvmLayout* layout = g_jvm_layout.load(std::memory_order_acquire);
  const JvmThread jvm_thread = CurrentJvmThread(layout);
  const int64_t mounted = jvm_thread == nullptr ? 0 : MountedId(*layout, jvm_thread);
  if (jvm_thread != actor.jvm_thread) {  // the OS thread was attached or detached meanwhile
    actor = {};
    actor.jvm_thread = jvm_thread;
  }
  if (mounted != 0 && ActsKnown(mounted)) return;
  if (actor.kind == Actor::Kind::kAsked) {
    const int64_t id = AskActingId();
    if (id != 0 && (id == actor.id || id == -actor.id) && actor.virtual_id != -1) return;
    if (id < 0 ? ActsKnown(-id) : id != 0 && id == actor.own_id && ActsKnown(id)) return;
  }
  JavaThread java;
  const int64_t known = actor.id > 0 && actor.virtual_id != -1 ? actor.id : -1;
  const JavaAnswer answer = AskJavaThread(known, &java);
  if (known != -1 && java.id == known) return;
  switch (answer) {
    case JavaAnswer::kLater:
      return ActsUnknown(mounted != 0 ? mounted : OwnThreadId());
    case JavaAnswer::kNone:
      return ActsNative();
    case JavaAnswer::kPlatform:
      // In between, the JVM itself acts for a virtual thread.
      if (mounted != 0 && java.id != mounted) break;
      return ActsItself(java);
    case JavaAnswer::kVirtual:
      if (mounted != 0 && java.id != mounted) break;
      return ActsVirtual(java);
  }
  DropJavaThread(java.weak);
  ActsUnknown(0);
}

// The OS thread's own Java thread, or a virtual one that acted here before.
bool ThreadState::ActsKnown(int64_t id) noexcept {
  if (id == actor.own_id) {
    actor.id = id;
    actor.virtual_id = 0;
    actor.ref = actor.own_ref;
    return true;
  }
  if (!IsKnown(actor, id, 0)) return false;
  actor.id = actor.virtual_id = id;
  actor.ref = actor.known[PlaceOf(id)] & kRefMask;
  actor.entry = FindVirtualThread(id);
  return true;
}

void ThreadState::ActsNative() noexcept {
  JavaThread java;
  TakeOsName(&java);
  actor.kind = Actor::Kind::kFixed;
  actor.id = -1;
  actor.virtual_id = 0;
  actor.ref = AddThread(os_thread_id, java, false);
}

void ThreadState::ActsItself(const JavaThread& java) noexcept {
  const JvmLayout* layout = g_jvm_layout.load(std::memory_order_acquire);
  actor.jvm_thread = CurrentJvmThread(layout);
  if (!HasVirtualThreads()) {
    actor.kind = Actor::Kind::kFixed;
  } else if (actor.jvm_thread != nullptr && layout->mounted != JvmLayout::kNone) {
    actor.kind = Actor::Kind::kMounted;
  } else if (actor.kind != Actor::Kind::kAsked) {
    actor.kind = java.carrier ? Actor::Kind::kAsked : Actor::Kind::kFixed;
  }
  actor.id = actor.own_id = java.id;
  actor.virtual_id = 0;
  actor.ref = actor.own_ref = AddThread(os_thread_id, java, true);
}

void ThreadState::ActsVirtual(const JavaThread& java) noexcept {
  const JvmLayout* layout = g_jvm_layout.load(std::memory_order_acquire);
  actor.jvm_thread = CurrentJvmThread(layout);
  actor.kind = actor.jvm_thread != nullptr && layout->mounted != JvmLayout::kNone
                   ? Actor::Kind::kMounted
                   : Actor::Kind::kAsked;
  actor.id = actor.virtual_id = java.id;
  actor.ref = AddThread(os_thread_id, java, true);
  actor.entry = FindVirtualThread(java.id);
  Remember(actor, java.id, 0);
}

// The OS thread, of which the Java thread is not known.
uint32_t ThreadState::NamelessRef(bool own) noexcept {
  if (nameless_ref == 0 || RefAge(nameless_ref) > kOldRefs) {
    nameless_ref = TryAddThread(os_thread_id, NotAsked(-1, own), false);
  }
  return nameless_ref;
}

// The JVM may not be entered: it gives no name, and is asked again at the next record.
void ThreadState::ActsUnknown(int64_t mounted) noexcept {
  actor.id = 0;
  actor.ref = 0;
  actor.entry = nullptr;
  if (mounted != 0) {
    // Where the OS thread's own id is not known either, no id of its stack counts.
    const bool own = mounted == OwnThreadId();
    actor.virtual_id = own ? 0 : mounted;
    if (!own) actor.entry = FindVirtualThread(mounted);
    if (IsKnown(actor, mounted, kNameless)) {
      actor.ref = actor.known[PlaceOf(mounted)] & kRefMask;
    } else {
      actor.ref = TryAddThread(os_thread_id, NotAsked(mounted, own), true);
      if (actor.ref != 0) Remember(actor, mounted, kNameless);
    }
  } else {
    const bool may_carry = HasVirtualThreads() || actor.kind != Actor::Kind::kUnknown;
    actor.ref = NamelessRef(!may_carry);
    actor.virtual_id = may_carry ? -1 : 0;
  }
}

uint64_t ThreadState::VirtualExternalId() noexcept {
  if (actor.virtual_id == -1) {
    g_control.unknown_actors.fetch_add(1, std::memory_order_relaxed);
    return 0;
  }
  if (actor.entry == nullptr || __atomic_load_n(&actor.entry->virtual_owner, __ATOMIC_RELAXED) !=
                                    static_cast<uint64_t>(actor.virtual_id)) {
    actor.entry = FindVirtualThread(actor.virtual_id);
    if (actor.entry == nullptr) return 0;
  }
  return ExternalIdOf(*actor.entry, actor.virtual_id);
}

}  // namespace rocjfr

extern "C" {
int64_t rocjfr_virtual_thread(void) {
  rocjfr::ThreadState* thread = rocjfr::CurrentThread();
  return thread == nullptr ? 0 : thread->FindActor().virtual_id;
}
}
