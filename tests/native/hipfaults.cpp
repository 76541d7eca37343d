// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Faults between HIP and rocjfr, for LD_PRELOAD: rocjfr asks the loader for the functions with
// which it registers its callbacks, and gets ours, which hand on what HIP tells with errors. For
// HIP 5.2, whose hook has one callback for calls and one for finished work.
//
// HIP_FAULTS=NAME=N,...: the N-th report of a kernel or a copy (for call: launch of a kernel) is
//   lost     not handed on
//   doubled  handed on twice
//   late     handed on 150 reports later
//   device   of the next device
//   swapped  joined with the call of the next one, and that with its call
//   kind     of a copy: one of the other direction; so that it is one, N counts copies alone
//   op       of a kernel: a copy; N counts kernels alone
//   call     the call is not told
#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace {

using Lookup = void* (*)(void*, const char*);
using OnOp = bool (*)(uint32_t, void*, void*);
using OnActivity = void* (*)(uint32_t, void*, const void*, void*);
using InitOps = void (*)(void*, void*, void*);
using Register = int (*)(uint32_t, void*, void*);

// HIP's record of finished work.
struct Record {
  uint32_t domain;
  uint32_t kind;
  uint32_t op;
  uint32_t padding;
  uint64_t id;
  uint64_t begin;
  uint64_t end;
  int32_t device;
  uint8_t rest[20];
};
static_assert(sizeof(Record) == 64);

constexpr uint32_t kDispatch = 0, kCopy = 1;
constexpr uint32_t kRead = 0x11F3, kWrite = 0x11F4;  // CL_COMMAND_READ_BUFFER, _WRITE_BUFFER
constexpr uint32_t kModuleLaunch = 169;              // hipModuleLaunchKernel
constexpr uint32_t kMarker = 0x11FE;                 // CL_COMMAND_MARKER
constexpr uint64_t kLate = 150;

uint64_t Number(const char* fault) {
  const char* all = std::getenv("HIP_FAULTS");
  std::string text = std::string(",") + (all == nullptr ? "" : all);
  const std::string wanted = std::string(",") + fault + "=";
  const size_t at = text.find(wanted);
  return at == std::string::npos ? 0
                                 : std::strtoull(text.c_str() + at + wanted.size(), nullptr, 10);
}

Lookup g_lookup;
std::atomic<OnOp> g_on_op{nullptr};
std::atomic<OnActivity> g_on_activity{nullptr};
InitOps g_init_ops;
Register g_register_activity;

std::mutex g_mutex;
uint64_t g_reports, g_copies, g_kernels, g_calls;
Record g_held, g_kept;
uint64_t g_keep_until;

bool Told(const Record& record, void* arg) {
  Record copy = record;
  return g_on_op.load()(copy.op, &copy, arg);
}

bool Faulty(uint32_t op, void* data, void* arg) {
  static const uint64_t lost = Number("lost"), doubled = Number("doubled"), late = Number("late"),
                        device = Number("device"), swapped = Number("swapped"),
                        kind = Number("kind"), as_copy = Number("op");
  Record record;
  std::memcpy(&record, data, sizeof record);
  const bool marker = record.kind == kMarker || (op != kDispatch && op != kCopy);
  if (marker) return Told(record, arg);
  bool twice = false, swap = false, release = false;
  {
    std::lock_guard<std::mutex> lock(g_mutex);
    const uint64_t number = ++g_reports;
    if (number == lost) return true;
    if (number == late) {
      g_kept = record;
      g_keep_until = number + kLate;
      return true;
    }
    if (number == swapped) {
      g_held = record;
      return true;
    }
    swap = swapped != 0 && number == swapped + 1;
    release = g_keep_until != 0 && number == g_keep_until;
    twice = number == doubled;
    if (number == device) record.device += 1;
    if (op == kCopy && ++g_copies == kind) record.kind = record.kind == kRead ? kWrite : kRead;
    if (op == kDispatch && ++g_kernels == as_copy) {
      record.op = kCopy;
      record.kind = kRead;
    }
  }
  if (swap) {
    Record other = g_held;
    std::swap(other.id, record.id);
    Told(other, arg);
  }
  if (release) Told(g_kept, arg);
  if (twice) Told(record, arg);
  return Told(record, arg);
}

void FaultyInitOps(void* on_id, void* on_op, void* arg) {
  g_on_op.store(reinterpret_cast<OnOp>(on_op));
  g_init_ops(on_id, on_op == nullptr ? nullptr : reinterpret_cast<void*>(&Faulty), arg);
}

void* FaultyActivity(uint32_t op, void* record, const void* data, void* arg) {
  static const uint64_t call = Number("call");
  if (op == kModuleLaunch && arg == nullptr && call != 0) {
    std::lock_guard<std::mutex> lock(g_mutex);
    if (++g_calls == call) return nullptr;  // HIP then does not tell of it
  }
  return g_on_activity.load()(op, record, data, arg);
}

int FaultyRegisterActivity(uint32_t id, void* function, void* arg) {
  g_on_activity.store(reinterpret_cast<OnActivity>(function));
  return g_register_activity(id, reinterpret_cast<void*>(&FaultyActivity), arg);
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void* dlsym(void* handle,
                                                              const char* name) noexcept {
  if (g_lookup == nullptr) {
    g_lookup = reinterpret_cast<Lookup>(dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5"));
  }
  void* found = g_lookup(handle, name);
  if (found == nullptr || std::getenv("HIP_FAULTS") == nullptr) return found;
  if (std::strcmp(name, "hipInitActivityCallback") == 0) {
    g_init_ops = reinterpret_cast<InitOps>(found);
    return reinterpret_cast<void*>(&FaultyInitOps);
  }
  if (std::strcmp(name, "hipRegisterActivityCallback") == 0) {
    g_register_activity = reinterpret_cast<Register>(found);
    return reinterpret_cast<void*>(&FaultyRegisterActivity);
  }
  return found;
}
