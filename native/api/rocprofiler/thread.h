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
  int64_t actor = 0;                         // rocjfr_virtual_thread
  std::vector<ExternalOfContext> externals;  // of the contexts that want it
  // Of callback services that were told of its begin: what the tool keeps until its end.
  struct Told {
    const Service* service;
    uint64_t word;
  };
  std::vector<Told> told;
  std::string message;  // for them

  bool Wanted() const noexcept { return !externals.empty() || !told.empty(); }
};

struct Thread {
  uint64_t id = 0;                         // the OS's
  uint32_t callbacks = 0;                  // user callbacks on it that have not returned
  uint32_t service_callbacks = 0;          // of them those of services; others look at it
  uint32_t reading = 0;                    // see Reading
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
  // The same of calls of HSA (hsa_callbacks.h).
  struct HsaCall {
    uint64_t correlation_id;
    const Service* service;
    uint64_t word;
    uint64_t external;
  };
  std::vector<HsaCall> hsa_calls, allocations;
  uint32_t hsa_callbacks = 0;  // of these, that have not returned
  // What it launched last, as the table of code objects had it (code_table.h).
  static constexpr size_t kLaunched = 16;
  struct LaunchedFunction {
    uint64_t function, generation, kernel;
  } launched[kLaunched] = {};
  // Ranges of roctxRangePush that are open, as far as they were told; deeper ones are only counted.
  std::vector<OpenRange> ranges;
  uint32_t ranges_not_kept = 0;
  uint32_t ranges_wanted = 0;  // of those that are kept
  uint64_t ranges_session = 0;

  bool InCallback() const noexcept { return callbacks != 0; }
  // The innermost; 0: none.
  uint64_t OpenCall() const noexcept {
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

// Around the look whether a service's callback may begin, and the callback.
class InServiceCallback {
 public:
  explicit InServiceCallback(Thread& thread) noexcept : thread_(thread) {
    __atomic_fetch_add(&thread_.service_callbacks, 1, __ATOMIC_SEQ_CST);
  }
  ~InServiceCallback() {
    __atomic_store_n(&thread_.service_callbacks, thread_.service_callbacks - 1, __ATOMIC_RELEASE);
  }
  InServiceCallback(const InServiceCallback&) = delete;
  InServiceCallback& operator=(const InServiceCallback&) = delete;

 private:
  Thread& thread_;
};
// Until no other thread is in one, for as long as an exit waits (ExitWait).
void AwaitServiceCallbacks() noexcept;
// While a thread may hold pointers to contexts, their services and buffers. Contexts that were
// given back are used again, and buffers that were destroyed freed, only when each thread has been
// outside since.
class Reading {
 public:
  explicit Reading(Thread* thread) noexcept : thread_(thread) {
    if (thread_ == nullptr) return;
    __atomic_store_n(&thread_->reading, thread_->reading + 1, __ATOMIC_RELAXED);
    // What it reads comes after this: NobodyReads has the kernel see to it.
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  }
  ~Reading() {
    if (thread_ == nullptr) return;
    __atomic_store_n(&thread_->reading, thread_->reading - 1, __ATOMIC_RELEASE);
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

 private:
  Thread* const thread_;
};
// Whether each thread has been seen outside of Reading, after what the caller has done before.
// False also where that cannot be known. Waits for none of them: looks again a few times.
bool NobodyReads() noexcept;

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
