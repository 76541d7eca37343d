// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A thread that calls the callbacks of some buffers.
#ifndef ROCJFR_API_ROCPROFILER_CALLBACK_THREAD_H_
#define ROCJFR_API_ROCPROFILER_CALLBACK_THREAD_H_

#include <atomic>
#include <mutex>
#include <vector>

#include "buffer.h"
#include "rocprofiler-sdk/internal_threading.h"

namespace rocjfr::sdk {

class CallbackThread {
 public:
  // nullptr where there is no memory or no thread.
  static CallbackThread* Start(bool is_default) noexcept;
  // Started when it is asked for first; nullptr as above.
  static CallbackThread* Default() noexcept;
  static CallbackThread* OfHandle(rocprofiler_callback_thread_t handle) noexcept;
  rocprofiler_callback_thread_t handle() const noexcept { return {handle_}; }

  void Wake() noexcept { work_.Notify(); }
  void Add(Buffer* buffer) noexcept;
  // Whether none of them looks at it any more. It is destroyed; where one does, it is asked to
  // forget it, which it does in a moment.
  static bool AllForget(const Buffer* buffer) noexcept;

 private:
  CallbackThread(bool is_default, uint64_t handle) noexcept
      : is_default_(is_default), handle_(handle) {}
  static void* Main(void* thread);
  bool StartThread() noexcept;
  void Run();
  bool Forgets(const Buffer* buffer) noexcept;

  const bool is_default_;
  const uint64_t handle_;
  EventCount work_;
  std::mutex mutex_;  // of the next three
  std::vector<Buffer*> buffers_;
  uint64_t version_ = 1;
  uint64_t served_version_ = 0;   // of the thread's copy
  std::vector<Buffer*> serving_;  // the thread's copy
};

// Before and after a thread of ours is made, for those who listen.
void TellListeners(bool before) noexcept;
// For rocprofiler_at_internal_thread_create.
void ListenToThreads(rocprofiler_internal_thread_library_cb_t before,
                     rocprofiler_internal_thread_library_cb_t after, int libraries,
                     void* data) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_CALLBACK_THREAD_H_
