// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "follow.h"

#include <atomic>
#include <new>

#include "base/fork.h"
#include "copies.h"
#include "core/record/work_epoch.h"
#include "machine.h"
#include "tables.h"
#include "wanted.h"

namespace rocjfr::hsa {

struct Followed::Piece {
  Work work;
  hsa_signal_t programs;
  hsa_signal_t ours;
  std::atomic<bool> cancelled{false};
  uint32_t start = 0;  // of HSA
};

namespace {

constexpr uint32_t kHsaOps = 1;  // ACTIVITY_DOMAIN_HSA_OPS

// How many pieces, and above that in which start of HSA: what was in flight at its end does not
// come.
std::atomic<uint64_t> g_in_flight{0};
constexpr uint32_t kStartBit = 32;

uint32_t Add() noexcept {
  return static_cast<uint32_t>(g_in_flight.fetch_add(1, std::memory_order_relaxed) >> kStartBit);
}
void Subtract(uint32_t start) noexcept {
  uint64_t now = g_in_flight.load(std::memory_order_relaxed);
  while (now >> kStartBit == start &&
         !g_in_flight.compare_exchange_weak(now, now - 1, std::memory_order_release)) {
  }
}

// What the program may ask of its signal.
void CopyTimes(hsa_signal_t from, hsa_signal_t to) noexcept {
  auto* const source = reinterpret_cast<amd_signal_t*>(from.handle);
  auto* const target = reinterpret_cast<amd_signal_t*>(to.handle);
  __atomic_store_n(&target->start_ts, __atomic_load_n(&source->start_ts, __ATOMIC_ACQUIRE),
                   __ATOMIC_RELAXED);
  __atomic_store_n(&target->end_ts, __atomic_load_n(&source->end_ts, __ATOMIC_ACQUIRE),
                   __ATOMIC_RELEASE);
}

void Tell(const Work& work, hsa_signal_t signal, hsa_signal_t programs) noexcept {
  uint64_t begin = 0, end = 0;
  if (work.op == ROCJFR_OP_COPY) {
    hsa_amd_profiling_async_copy_time_t time = {};
    const hsa_status_t told = ROCJFR_HSA_REAL(hsa_amd_profiling_get_async_copy_time)(signal, &time);
    if (told == HSA_STATUS_SUCCESS && programs.handle != 0) KeepCopyTime(programs, time);
    begin = time.start;
    end = time.end;
  } else {
    hsa_amd_profiling_dispatch_time_t time = {};
    ROCJFR_HSA_REAL(hsa_amd_profiling_get_dispatch_time)(work.agent, signal, &time);
    begin = time.start;
    end = time.end;
  }
  rocjfr_record_t record = {};
  record.domain = kHsaOps;
  record.op = work.op;
  record.correlation_id = work.correlation_id;
  record.begin_ns = NsOfTicks(begin);
  record.end_ns = NsOfTicks(end);
  record.device_id = static_cast<uint32_t>(work.node);
  record.queue_id = work.queue_id;
  record.bytes = work.bytes;
  EachClient(g_op_clients[work.op].load(std::memory_order_relaxed),
             [&](uint32_t, const rocjfr_hsa_client_t& client) {
               if (client.op != nullptr) client.op(&record, work.kernel_name);
             });
}

}  // namespace

Followed::Followed(const Work& work, hsa_signal_t programs) noexcept : signal_(programs) {
  auto* piece = new (std::nothrow) Piece{work, programs, {0}, {}, 0};
  if (piece == nullptr) return;
  if (ROCJFR_HSA_REAL(hsa_signal_create)(1, 0, nullptr, &piece->ours) != HSA_STATUS_SUCCESS) {
    delete piece;
    return;
  }
  piece->start = Add();
  // Before it is submitted: it may be over at once.
  if (ROCJFR_HSA_REAL(hsa_amd_signal_async_handler)(piece->ours, HSA_SIGNAL_CONDITION_LT, 1, &OnEnd,
                                                    piece) != HSA_STATUS_SUCCESS) {
    ROCJFR_HSA_REAL(hsa_signal_destroy)(piece->ours);
    Subtract(piece->start);
    delete piece;
    return;
  }
  signal_ = piece->ours;
  piece_ = piece;
}

void Followed::Cancel() noexcept {
  if (piece_ == nullptr) return;
  piece_->cancelled.store(true, std::memory_order_release);
  ROCJFR_HSA_REAL(hsa_signal_subtract_screlease)(piece_->ours, 1);  // the handler cleans up
  piece_ = nullptr;
}

// On a thread of HSA's.
bool Followed::OnEnd(hsa_signal_value_t, void* data) {
  ThisThreadIsRuntimes();
  auto* piece = static_cast<Piece*>(data);
  if (!piece->cancelled.load(std::memory_order_acquire)) {
    if (!Forked()) Tell(piece->work, piece->ours, piece->programs);
    if (piece->programs.handle != 0) {
      CopyTimes(piece->ours, piece->programs);
      ROCJFR_HSA_REAL(hsa_signal_subtract_screlease)(piece->programs, 1);
    }
  }
  ROCJFR_HSA_REAL(hsa_signal_destroy)(piece->ours);
  Subtract(piece->start);
  delete piece;
  return false;
}

void ForgetInFlight() noexcept {
  uint64_t now = g_in_flight.load();
  while (!g_in_flight.compare_exchange_weak(now, ((now >> kStartBit) + 1) << kStartBit)) {
  }
}

uint64_t WorkInFlight() noexcept {
  return static_cast<uint32_t>(g_in_flight.load(std::memory_order_acquire));
}

}  // namespace rocjfr::hsa
