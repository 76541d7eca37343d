// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What this library keeps of one thread, found through a thread-local.
#ifndef ROCJFR_API_ROCPROFILER_THREAD_H_
#define ROCJFR_API_ROCPROFILER_THREAD_H_

#include <cstdint>
#include <string>
#include <vector>

namespace rocjfr::sdk {

class CallbackThread;
struct ExternalStack;
struct Service;

// HIP calls that call HIP: the core traces no deeper ones.
constexpr uint32_t kMaxDepth = 8;

struct ExternalOfContext {
  uint64_t context;
  uint64_t id;
};

// A roctx range from its begin to its end.
struct OpenRange {
  uint64_t correlation_id = 0;
  uint64_t begin_ns = 0;
  uint64_t thread_id = 0;
  uint64_t ancestor = 0;
  std::vector<ExternalOfContext> externals;  // of the contexts that want it
  // Of callback services that were told of its begin: what the tool keeps until its end.
  struct Told {
    const Service* service;
    uint64_t word;
  };
  std::vector<Told> told;
  std::string message;  // for them
};

struct Thread {
  uint64_t id = 0;                         // the OS's
  uint32_t callbacks = 0;                  // user callbacks on it that have not returned
  const CallbackThread* serves = nullptr;  // it is this callback thread
  uint64_t open[kMaxDepth] = {};           // correlation ids of the calls that it is in
  bool remembered[kMaxDepth] = {};         // which of them stand in the table of calls
  uint32_t depth = 0;
  std::vector<ExternalStack*> external;  // by context, as far as they were asked for

  // What tools said when they were asked for a call's external id, until the call returns.
  struct Asked {
    uint64_t correlation_id;
    uint64_t context;
    uint64_t external;
  };
  std::vector<Asked> asked;
  // Calls that use a stream: what the tool keeps between the two phases.
  struct StreamCall {
    uint64_t correlation_id;
    const Service* service;
    uint64_t word;
  };
  std::vector<StreamCall> stream_calls;
  // The same of the calls themselves (hip_callbacks.h).
  std::vector<StreamCall> api_calls;
  uint32_t exits_due = 0;  // of these two, together
  // Ranges of roctxRangePush that are open, as far as they were told; deeper ones are only counted.
  std::vector<OpenRange> ranges;
  uint32_t ranges_not_kept = 0;
  uint64_t ranges_session = 0;

  bool InCallback() const noexcept { return callbacks != 0; }
  uint64_t Ancestor() const noexcept {
    return depth == 0 || depth > kMaxDepth ? 0 : open[depth - 1];
  }
};

Thread* MakeThread() noexcept;
extern thread_local Thread* t_thread __attribute__((tls_model("initial-exec")));

// The calling thread's state; nullptr only where memory is short.
inline Thread* CurrentThread() noexcept {
  Thread* thread = t_thread;
  return __builtin_expect(thread != nullptr, 1) ? thread : MakeThread();
}

// While user code runs on the thread.
class InUserCode {
 public:
  explicit InUserCode(Thread* thread) noexcept : thread_(thread) {
    if (thread_ != nullptr) ++thread_->callbacks;
  }
  ~InUserCode() {
    if (thread_ != nullptr) --thread_->callbacks;
  }
  InUserCode(const InUserCode&) = delete;
  InUserCode& operator=(const InUserCode&) = delete;

 private:
  Thread* const thread_;
};

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_THREAD_H_
