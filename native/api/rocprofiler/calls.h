// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP calls that submit work, until the work's records have come: what the records need of the call
// and its thread, and when the call's correlation id retires.
//
// A table of fixed size, as large as the core's table of submissions. It has sets of ways. Each set
// has a lock that is held for about ten instructions. A call without external ids is read without
// it. A full set gives up its oldest finished call, or else its oldest call, which is counted. The
// work of such a call is recorded without the call's data, and the call never retires.
#ifndef ROCJFR_API_ROCPROFILER_CALLS_H_
#define ROCJFR_API_ROCPROFILER_CALLS_H_

#include <cstdint>
#include <cstdlib>

#include "thread.h"

namespace rocjfr::sdk {

struct PendingCall {
  static constexpr uint32_t kExternals = 4;

  uint64_t correlation_id = 0;
  uint64_t begin_ns = 0;
  uint64_t thread_id = 0;
  uint64_t dst = 0, src = 0;  // of a copy
  uint64_t kernel_id = 0;     // of what it launches by its function; 0: by the name
  uint32_t kernel_name = 0;   // the ref under which that was submitted
  uint32_t external_count = 0;
  ExternalOfContext externals[kExternals];  // as many of them as there are
  ExternalOfContext* more = nullptr;        // and the rest; owned by the table

  PendingCall() noexcept {}
  // All zero: memory that nobody has to touch before it is used.
  struct Zero {};
  constexpr explicit PendingCall(Zero) noexcept : externals{} {}

  uint64_t External(uint64_t context) const noexcept {
    for (uint32_t i = 0; i < external_count; ++i) {
      const ExternalOfContext& one = i < kExternals ? externals[i] : more[i - kExternals];
      if (one.context == context) return one.id;
    }
    return 0;
  }
};

// False: one whose work was still to come has given way to it.
bool RememberCall(const PendingCall& call) noexcept;
uint64_t EvictedCalls() noexcept;
// A reader of what was remembered. `more` is valid while it lives.
class FoundCall {
 public:
  explicit FoundCall(uint64_t correlation_id) noexcept;
  ~FoundCall() {
    if (__builtin_expect(call_.more != nullptr, false)) free(call_.more);
  }
  FoundCall(const FoundCall&) = delete;
  FoundCall& operator=(const FoundCall&) = delete;
  bool Found() const noexcept { return found_; }
  const PendingCall* operator->() const noexcept { return &call_; }

 private:
  PendingCall call_;
  bool found_ = false;
};

// A context's external id of the call's work from now on.
void SetExternal(uint64_t correlation_id, uint64_t context, uint64_t id) noexcept;

// The call returned, after `submitted` pieces of work were submitted. True: its id retires now.
bool CallReturned(uint64_t correlation_id, uint32_t submitted) noexcept;
// A piece of work of it is finished and recorded. True: its id retires now.
bool WorkFinished(uint64_t correlation_id) noexcept;
// How many pieces of work have not come of the calls of which `of` is true; one of a call that has
// not returned.
uint64_t CountUnfinished(bool (*of)(uint64_t begin_ns, const void* argument),
                         const void* argument) noexcept;
// Calls that have returned and have not retired. retire: now they have.
using Pending = void (*)(uint64_t correlation_id, uint64_t begin_ns, void* data);
void ForEachPending(bool retire, Pending pending, void* data) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_CALLS_H_
