// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// An OpenCL call while it runs, and its record.
#ifndef ROCJFR_OPENCL_CALL_H_
#define ROCJFR_OPENCL_CALL_H_

#include <cstdint>

#include "core/record/thread_state.h"
#include "functions.h"
#include "queues.h"
#include "rocjfr/record.h"

namespace rocjfr::opencl {

// What a call's arguments point to. It is read after the call has succeeded. Before that the
// addresses may be wrong, and the vendor may refuse the call without a look at them. Null: there is
// none.
struct Pointed {
  const size_t* region;  // of pixels or bytes
  uint64_t unit_bytes;
  const size_t* global;  // as many as dimensions, and of local, too
  const size_t* local;
  cl_uint dimensions;
  const size_t* sizes;  // of as many pieces of memory
  cl_uint count;
  const cl_command_queue* queue;
};

// What a call's arguments say.
struct Description {
  rocjfr_submit_t submit;
  uint64_t global[3];  // work-items
  uint32_t kind;       // CL_COMMAND_*
  uint32_t op;         // ROCJFR_OP_*
  Queue queue;         // handle null: the call names none
  Pointed pointed;
};

struct Call {
  ThreadState* thread = nullptr;  // null: the call is not traced
  uint64_t begin_ns;              // set by who calls the vendor's function
  uint32_t number;
  bool records;  // the call itself makes a record
  bool follows;  // what it submits is followed
  bool picked;   // to be told where in Java it is made
  Description said;
};

// Whether anybody wants what calls tell. The rest of this file is called where somebody does.
inline bool AnyWanted() noexcept {
  constexpr uint32_t kDomains =
      ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_OPENCL_API) | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_OPENCL_OPS);
  return (g_wanted_by_any.load(std::memory_order_relaxed) & kDomains) != 0;
}

// `submits`: the function submits work. Leaves call->thread null where nothing of it is wanted.
void BeginCall(uint32_t number, bool submits, Call* call) noexcept;
// `kind`: of the record (record.h).
void EndCall(Call& call, uint64_t end_ns, uint32_t kind) noexcept;

// What a call returned, as a record has it: codes are 0 for success or negative.
inline uint32_t KindOf(cl_int result) noexcept {
  return result > 0 ? 1 : 1 + static_cast<uint32_t>(-static_cast<int64_t>(result));
}

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_CALL_H_
