// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Synchronises streams that were found ready, on a thread of its own, which lives as long as the
// process. The program may submit more in between; on a hardware queue that another stream's long
// kernel holds up, the synchronisation then lasts as long as that. The reporter does not wait for
// it.
#ifndef ROCJFR_CORE_HOOK_SYNCHRONISER_H_
#define ROCJFR_CORE_HOOK_SYNCHRONISER_H_

#include <atomic>
#include <cstdint>

#include "base/event_count.h"

namespace rocjfr {

// For one thread, the reporter's. Never destroyed.
class Synchroniser {
 public:
  // Which one of the visitors of stream_visit.h it is.
  explicit Synchroniser(uint32_t visitor) noexcept : visitor_(visitor) {}
  // The last one is still under way: no other one can be made. And whether it is of this stream.
  bool IsHeldUp() noexcept;
  bool IsHeldUpBy(int32_t stream, int device) noexcept {
    return IsHeldUp() && stream_ == stream && device_ == device;
  }
  enum class Outcome {
    kDone,
    kFailed,
    kBusy,  // the stream has work that runs
    kHeldUp,
    kNotBegun,  // its thread has got no processor
  };
  // The stream of this number; kDefaultStream: that of the device, by HIP's ordinal, with the
  // handle kLegacyHandle, or 0 where `by_null`. Not while one is held up.
  Outcome Synchronise(int32_t stream, int device, bool by_null) noexcept;
  // Of its thread, which a client's callback may end.
  void Run();
  void Ends() noexcept;

 private:
  enum State : uint32_t { kIdle, kAsked, kAtWork, kDone };
  Outcome DoIt();

  const uint32_t visitor_;
  bool relaxed_ = false;  // of the thread: its queries end no capture of the program's
  std::atomic<bool> runs_{false};
  std::atomic<uint32_t> state_{kIdle};
  EventCount asked_, done_;
  // What is asked, and what came of it.
  int32_t stream_ = 0;
  int device_ = 0;
  bool by_null_ = false;
  Outcome outcome_ = Outcome::kFailed;
};

}  // namespace rocjfr
#endif  // ROCJFR_CORE_HOOK_SYNCHRONISER_H_
