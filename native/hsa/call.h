// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A call of HSA while it runs, told to clients. Nothing is locked meanwhile.
#ifndef ROCJFR_HSA_CALL_H_
#define ROCJFR_HSA_CALL_H_

#include <cstddef>
#include <cstdint>

#include "rocjfr/hsa_client.h"

namespace rocjfr {
struct ThreadState;
}

namespace rocjfr::hsa {

constexpr size_t kArgumentBytes = 88;  // of the longest in hsa_api_data_t

// AMD's hsa_api_data_t; `arguments` may be longer (rocjfr_hsa_call_t).
template <size_t kBytes>
struct ApiData {
  uint64_t correlation_id;
  uint32_t phase;
  uint64_t result;
  alignas(8) unsigned char arguments[kBytes];
  uint64_t* word;
};
static_assert(sizeof(ApiData<kArgumentBytes>) == 120, "");
static_assert(offsetof(ApiData<kArgumentBytes>, result) == 16, "");
static_assert(offsetof(ApiData<kArgumentBytes>, arguments) == 24, "");
static_assert(offsetof(ApiData<kArgumentBytes>, word) == 112, "");

// The calling thread's, where calls of HSA are traced on it; else null: it is one of ours, or in a
// call of our own.
ThreadState* TracingThread() noexcept;

class Call {
 public:
  // `clients` as bits.
  Call(ThreadState& thread, uint32_t function, uint32_t clients) noexcept;
  void Enter(void* api_data);
  void Exit(void* api_data);

 private:
  ThreadState& thread_;
  const uint32_t function_;
  const uint32_t clients_;
  uint64_t id_;
  uint64_t outer_;
  uint64_t begin_ns_ = 0;
  uint64_t words_[ROCJFR_CLIENTS];
};

// The correlation id of the innermost traced call, of HSA or HIP, that the calling thread is in; 0:
// of none.
uint64_t CurrentCorrelationId() noexcept;

}  // namespace rocjfr::hsa
#endif  // ROCJFR_HSA_CALL_H_
