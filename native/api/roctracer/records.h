// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records as they are written to pools, and the user's callbacks.
#ifndef ROCJFR_API_ROCTRACER_RECORDS_H_
#define ROCJFR_API_ROCTRACER_RECORDS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/user_code.h"
#include "clock.h"
#include "external_ids.h"
#include "pool.h"
#include "registrations.h"
#include "roctracer/roctracer_ext.h"
#include "status.h"
#include "thread.h"

namespace rocjfr::roctracer {

// The process exits (SilenceCallbacks).
extern std::atomic<bool> g_silent;

class InCallback {
 public:
  explicit InCallback(Thread& thread) noexcept : thread_(thread) { ++thread_.callbacks; }
  ~InCallback() { --thread_.callbacks; }
  InCallback(const InCallback&) = delete;
  InCallback& operator=(const InCallback&) = delete;

 private:
  Thread& thread_;
};

inline void CallBack(Thread& thread, const UserCallback& callback, uint32_t domain, uint32_t op,
                     const void* data) {
  if (g_silent.load(std::memory_order_relaxed)) return;
  InCallback in(thread);
  CallUser([&] { callback.function(domain, op, data, callback.arg); },
           [] { TellThrown("an API callback"); });
}

// A record is written once, by words, where it lies in a ring, its padding too. (The compiler is
// told not to join them: see CMakeLists.txt.)
struct Words {
  uint64_t domain_and_kind, op, correlation_id, begin_ns, end_ns, device_or_process_and_thread,
      queue_id, bytes_or_name;
};
static_assert(sizeof(Words) == sizeof(activity_record_t), "");
static_assert(offsetof(Words, op) == offsetof(activity_record_t, op), "");
static_assert(offsetof(Words, correlation_id) == offsetof(activity_record_t, correlation_id), "");
static_assert(offsetof(Words, begin_ns) == offsetof(activity_record_t, begin_ns), "");
static_assert(offsetof(Words, end_ns) == offsetof(activity_record_t, end_ns), "");
static_assert(offsetof(Words, device_or_process_and_thread) ==
                  offsetof(activity_record_t, device_id),
              "");
static_assert(offsetof(Words, queue_id) == offsetof(activity_record_t, queue_id), "");
static_assert(offsetof(Words, bytes_or_name) == offsetof(activity_record_t, bytes), "");

inline uint64_t Pair(uint32_t first, uint32_t second) noexcept {
  return first | uint64_t{second} << 32;
}

inline void Put(const Words& words, activity_record_t* record) noexcept {
  auto* place = reinterpret_cast<char*>(record);
  const auto put = [place](size_t offset, uint64_t word) {
    memcpy(place + offset, &word, sizeof(word));
  };
  put(offsetof(Words, domain_and_kind), words.domain_and_kind);
  put(offsetof(Words, op), words.op);
  put(offsetof(Words, correlation_id), words.correlation_id);
  put(offsetof(Words, begin_ns), words.begin_ns);
  put(offsetof(Words, end_ns), words.end_ns);
  put(offsetof(Words, device_or_process_and_thread), words.device_or_process_and_thread);
  put(offsetof(Words, queue_id), words.queue_id);
  put(offsetof(Words, bytes_or_name), words.bytes_or_name);
}

// Asked once, since it is a system call. A forked child records nothing.
extern const uint32_t g_process_id;

struct CallRecord {
  uint32_t domain, op;
  uint64_t correlation_id, begin_ns, end_ns;
};

// By the clock of records as it is now: when the record is handed over the machine may have slept.
inline void FillCall(const Thread& thread, const CallRecord& call,
                     activity_record_t* record) noexcept {
  uint64_t offset = 0;
  const bool known = RecordOffset(call.end_ns, &offset);
  Put({call.domain, call.op, call.correlation_id, call.begin_ns + offset, call.end_ns + offset,
       Pair(g_process_id, thread.os_thread_id), known ? kOnRecordClock : 0, 0},
      record);
}

inline void FillExternalId(uint64_t external_id, const CallRecord& call,
                           activity_record_t* record) noexcept {
  // The id stands where others have their device.
  Put({ACTIVITY_DOMAIN_EXT_API, ACTIVITY_EXT_OP_EXTERN_ID, call.correlation_id, 0, 0, external_id,
       0, 0},
      record);
}

[[gnu::noinline]] void RecordBoth(Thread& thread, const CallRecord& call, uint64_t external_id,
                                  Pool& pool) noexcept;

[[gnu::always_inline]] inline void RecordCall(Thread& thread, const CallRecord& call,
                                              Pool& pool) noexcept {
  uint64_t external_id = 0;
  if (__builtin_expect(ExternalId(thread, &external_id), false)) {
    RecordBoth(thread, call, external_id, pool);
    return;
  }
  pool.Write<1>(thread, Writer::kCaller, 0,
                [&](uint32_t, activity_record_t* record) { FillCall(thread, call, record); });
}

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_RECORDS_H_
