// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "callback_thread.h"

#include <algorithm>
#include <new>

#include "base/detached_thread.h"
#include "base/leaky_singleton.h"
#include "base/user_code.h"

namespace rocjfr::sdk {
namespace {

constexpr uint32_t kMemoryAgainUs = 5000;

struct Listener {
  rocprofiler_internal_thread_library_cb_t before, after;
  int libraries;
  void* data;
};
struct Threads {
  std::mutex mutex;
  std::vector<CallbackThread*> all;
  CallbackThread* by_default = nullptr;
  uint64_t made = 0;
  std::vector<Listener> listeners;
};
Threads& TheThreads() {
  return LeakySingleton<Threads>();
}

// A copy, since they are called without the lock; empty where there is no memory for it.
std::vector<Listener> Listeners() noexcept {
  Threads& threads = TheThreads();
  try {
    std::lock_guard<std::mutex> lock(threads.mutex);
    return threads.listeners;
  } catch (...) {
    return {};
  }
}

void Tell(const std::vector<Listener>& listeners, bool before) noexcept {
  for (const Listener& listener : listeners) {
    const auto function = before ? listener.before : listener.after;
    if (function == nullptr || (listener.libraries & ROCPROFILER_LIBRARY) == 0) continue;
    const InUserCode in(CurrentThread());
    try {
      function(ROCPROFILER_LIBRARY, listener.data);
    } catch (...) {
    }
  }
}

}  // namespace

void TellListeners(bool before) noexcept {
  Tell(Listeners(), before);
}

void ListenToThreads(rocprofiler_internal_thread_library_cb_t before,
                     rocprofiler_internal_thread_library_cb_t after, int libraries,
                     void* data) noexcept {
  Threads& threads = TheThreads();
  std::lock_guard<std::mutex> lock(threads.mutex);
  try {
    threads.listeners.push_back({before, after, libraries, data});
  } catch (...) {
  }
}

CallbackThread* CallbackThread::Start(bool is_default) noexcept {
  try {
    Threads& threads = TheThreads();
    CallbackThread* thread = nullptr;
    {
      std::lock_guard<std::mutex> lock(threads.mutex);
      threads.all.reserve(threads.all.size() + 1);
      thread = new CallbackThread(is_default, ++threads.made);
    }
    const std::vector<Listener> listeners = Listeners();
    Tell(listeners, true);
    const bool started = thread->StartThread();
    Tell(listeners, false);
    if (!started) {
      delete thread;
      return nullptr;
    }
    std::lock_guard<std::mutex> lock(threads.mutex);
    threads.all.push_back(thread);
    return thread;
  } catch (...) {
    return nullptr;
  }
}

CallbackThread* CallbackThread::Default() noexcept {
  Threads& threads = TheThreads();
  {
    std::lock_guard<std::mutex> lock(threads.mutex);
    if (threads.by_default != nullptr) return threads.by_default;
  }
  CallbackThread* started = Start(true);
  std::lock_guard<std::mutex> lock(threads.mutex);
  // Two threads at once have made two; the second idles.
  if (threads.by_default == nullptr) threads.by_default = started;
  return threads.by_default;
}

CallbackThread* CallbackThread::OfHandle(rocprofiler_callback_thread_t handle) noexcept {
  Threads& threads = TheThreads();
  std::lock_guard<std::mutex> lock(threads.mutex);
  for (CallbackThread* thread : threads.all) {
    if (thread->handle_ == handle.handle) return thread;
  }
  return nullptr;
}

void CallbackThread::Add(Buffer* buffer) noexcept {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    try {
      buffers_.push_back(buffer);
      ++version_;
    } catch (...) {
    }
  }
  Wake();
}

bool CallbackThread::Forgets(const Buffer* buffer) noexcept {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = std::find(buffers_.begin(), buffers_.end(), buffer);
    if (found == buffers_.end()) return served_version_ == version_;
    buffers_.erase(found);
    ++version_;
  }
  Wake();
  return false;
}

bool CallbackThread::AllForget(const Buffer* buffer) noexcept {
  Threads& threads = TheThreads();
  std::lock_guard<std::mutex> lock(threads.mutex);
  bool all = true;
  for (CallbackThread* thread : threads.all) all = thread->Forgets(buffer) && all;
  return all;
}

void* CallbackThread::Main(void* thread) {
  auto* self = static_cast<CallbackThread*>(thread);
  // Where the user ends the thread in a callback another one goes on, or this one if there is none.
  const AtScopeEnd go_on([self] {
    if (!self->StartThread()) self->Run();
  });
  self->Run();
  return nullptr;
}

bool CallbackThread::StartThread() noexcept {
  return StartDetachedThread(is_default_ ? "rocprofiler" : "rocprofiler-cb", &CallbackThread::Main,
                             this);
}

void CallbackThread::Run() {
  Thread* thread = CurrentThread();
  while (thread == nullptr) {
    work_.Wait(work_.Count(), kMemoryAgainUs);
    thread = CurrentThread();
  }
  thread->serves = this;
  while (true) {
    const uint32_t seen = work_.Count();
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (served_version_ != version_) {
        try {
          buffers_.erase(std::remove_if(buffers_.begin(), buffers_.end(),
                                        [](const Buffer* buffer) { return buffer->Destroyed(); }),
                         buffers_.end());
          serving_ = buffers_;
          served_version_ = version_;
        } catch (...) {
        }
      }
    }
    bool any = false;
    for (Buffer* buffer : serving_) any |= buffer->Serve(*this, *thread);
    if (any || work_.Count() != seen) continue;
    work_.WaitShortly(seen);
  }
}

}  // namespace rocjfr::sdk
