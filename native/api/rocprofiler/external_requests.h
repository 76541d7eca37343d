// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A context's callback that is asked for the external correlation ids of some kinds of records.
#ifndef ROCJFR_API_ROCPROFILER_EXTERNAL_REQUESTS_H_
#define ROCJFR_API_ROCPROFILER_EXTERNAL_REQUESTS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "rocprofiler-sdk/external_correlation.h"
#include "thread.h"

namespace rocjfr::sdk {

class ExternalRequests {
 public:
  using Kind = rocprofiler_external_correlation_id_request_kind_t;

  // Once; not by two threads at a time.
  rocprofiler_status_t Configure(const Kind* kinds, size_t count,
                                 rocprofiler_external_correlation_id_request_cb_t callback,
                                 void* data) noexcept;
  bool For(Kind kind) const noexcept {
    return (kinds_.load(std::memory_order_acquire) >> kind & 1) != 0;
  }
  bool Any() const noexcept { return kinds_.load(std::memory_order_acquire) != 0; }
  // False: the kind is not asked for, or the tool has set no id.
  bool Ask(Thread& thread, rocprofiler_context_id_t context, Kind kind, int32_t operation,
           uint64_t correlation_id, uint64_t* id) const;

 private:
  std::atomic<uint32_t> kinds_{0};  // as bits; set last
  rocprofiler_external_correlation_id_request_cb_t callback_ = nullptr;
  void* data_ = nullptr;
};

// Whether any context has such a callback.
extern std::atomic<bool> g_any_requests;

// The request kind of a buffer tracing kind; NONE where there is none.
ExternalRequests::Kind RequestKindOf(uint32_t buffer_kind) noexcept;
// nullptr where there is no such kind. Static storage.
const char* RequestKindName(uint32_t kind) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_EXTERNAL_REQUESTS_H_
