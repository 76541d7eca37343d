// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A thread that calls the callbacks of some buffers. The default one also looks for libraries that
// are wanted and not loaded yet, and changes HIP 5.2's hooks for threads that must not.
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

  void Wake() noexcept { work_.Flip(); }
  void Add(Buffer* buffer) noexcept;
  // Has the default thread call UpdateCoreNow, and waits for that, at most timeout_ms.
  static void LetDefaultUpdate(uint32_t timeout_ms) noexcept;

 private:
  CallbackThread(bool is_default, uint64_t handle) noexcept
      : is_default_(is_default), handle_(handle) {}
  static void* Main(void* thread);
  bool StartThread() noexcept;
  void Run();
  bool Update() noexcept;

  const bool is_default_;
  const uint64_t handle_;
  Switch work_, updated_;
  std::atomic<uint64_t> updates_asked_{0}, updates_done_{0};
  std::mutex mutex_;  // of the next two
  std::vector<Buffer*> buffers_;
  uint64_t version_ = 1;
  std::vector<Buffer*> serving_;  // the thread's copy
};

// For rocprofiler_at_internal_thread_create.
void ListenToThreads(rocprofiler_internal_thread_library_cb_t before,
                     rocprofiler_internal_thread_library_cb_t after, int libraries,
                     void* data) noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_CALLBACK_THREAD_H_
