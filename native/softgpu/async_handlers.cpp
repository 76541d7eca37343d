// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "async_handlers.h"

#include <atomic>
#include <utility>

namespace rocjfr::softgpu {

class AsyncHandlers::Handler : public Watcher, public std::enable_shared_from_this<Handler> {
 public:
  Handler(Signal* signal, uint32_t condition, int64_t compare, hsa_amd_signal_handler function,
          void* argument)
      : signal_(signal),
        condition_(condition),
        compare_(compare),
        function_(function),
        argument_(argument) {}

  void signalled() override {
    bool due = signal_.gone() || satisfies(signal_.get()->load(), condition_, compare_);
    if (due && !queued_.exchange(true)) instance().enqueue(shared_from_this());
  }

  /// On the handler thread: calls the function if it is due.
  void run() {
    queued_.store(false);
    if (done_ || signal_.gone()) return;
    Signal* signal = signal_.get();
    int64_t value = signal->load();
    if (!satisfies(value, condition_, compare_)) return;  // still watching
    if (function_(value, argument_)) {
      signalled();  // armed again, and perhaps due already
    } else {
      done_ = true;  // a write that came meanwhile may have queued it once more
      if (!signal_.gone()) signal->unwatch(this);
    }
  }

 private:
  const SignalRef signal_;
  const uint32_t condition_;
  const int64_t compare_;
  const hsa_amd_signal_handler function_;
  void* const argument_;
  std::atomic<bool> queued_{false};
  bool done_ = false;  // of the handler thread only
};

AsyncHandlers& AsyncHandlers::instance() {
  static AsyncHandlers* the = new AsyncHandlers();  // never destroyed: its thread is not stopped
  return *the;
}

void AsyncHandlers::add(Signal* signal, uint32_t condition, int64_t compare,
                        hsa_amd_signal_handler function, void* argument) {
  if (in_forked_child()) return;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!started_) start_device_thread("softgpu-handler", [this] { run(); }).detach();
    started_ = true;
  }
  auto handler = std::make_shared<Handler>(signal, condition, compare, function, argument);
  signal->watch(handler);
  handler->signalled();  // it may be due already
}

void AsyncHandlers::enqueue(std::shared_ptr<Handler> handler) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    ready_.push_back(std::move(handler));
  }
  parker_.wake();
}

std::shared_ptr<AsyncHandlers::Handler> AsyncHandlers::next() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (ready_.empty()) return nullptr;
  auto handler = std::move(ready_.front());
  ready_.pop_front();
  return handler;
}

void AsyncHandlers::run() {
  for (;;) {
    while (auto handler = next()) handler->run();
    parker_.park();
  }
}

}  // namespace rocjfr::softgpu
