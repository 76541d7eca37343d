// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "synchroniser.h"

#include "base/detached_thread.h"
#include "base/exit.h"
#include "core/record/clock.h"
#include "core/record/stream_end.h"
#include "core/record/stream_visit.h"
#include "core/record/streams.h"
#include "core/record/thread_state.h"
#include "core/runtime/runtime.h"
#include "hooks.h"

namespace rocjfr {
namespace {

// There is nothing to wait for; but its thread may have to wait for a processor.
constexpr uint64_t kPatienceNs = 50'000'000;
constexpr int kSuccess = 0, kNotReady = 600;
constexpr int kRelaxed = 2;  // hipStreamCaptureModeRelaxed

// HIP tells of the work on a thread of its own. Who ends the stream behind our visit has to wait
// for that as behind the program's own synchronisation, and for what was submitted meanwhile.
class NotesSynchronisation {
 public:
  explicit NotesSynchronisation(int32_t stream) noexcept : stream_(stream) {
    NoteOurSynchronisation(stream);
  }
  ~NotesSynchronisation() { NoteOurSynchronisation(stream_); }
  NotesSynchronisation(const NotesSynchronisation&) = delete;
  NotesSynchronisation& operator=(const NotesSynchronisation&) = delete;

 private:
  const int32_t stream_;
};

void* Main(void* argument) {
  auto& synchroniser = *static_cast<Synchroniser*>(argument);
  const struct Ends {  // a client's callback has ended the thread
    Synchroniser& of;
    ~Ends() { of.Ends(); }
  } ends{synchroniser};
  synchroniser.Run();
  return nullptr;
}

}  // namespace

bool Synchroniser::IsHeldUp() noexcept {
  uint32_t done = kDone;
  state_.compare_exchange_strong(done, kIdle);
  return state_.load() != kIdle;
}

Synchroniser::Outcome Synchroniser::Synchronise(int32_t stream, int device, bool by_null) noexcept {
  stream_ = stream;
  device_ = device;
  by_null_ = by_null;
  state_.store(kAsked);
  if (!runs_.load()) {
    runs_.store(true);
    if (!StartDetachedThread("rocjfr-sync", &Main, this)) {
      runs_.store(false);
      state_.store(kIdle);
      return Outcome::kFailed;
    }
  }
  asked_.Notify();
  const uint64_t begin_ns = NowNs();
  for (;;) {
    const uint32_t seen = done_.Count();
    if (state_.load() == kDone) break;
    const uint64_t waited_ns = NowNs() - begin_ns;
    if (waited_ns >= kPatienceNs) {
      // What nobody waits for is not begun later: the stream may be captured by then.
      uint32_t asked = kAsked;
      return state_.compare_exchange_strong(asked, kIdle) ? Outcome::kNotBegun : Outcome::kHeldUp;
    }
    done_.Wait(seen, static_cast<uint32_t>((kPatienceNs - waited_ns) / 1000 + 1));
  }
  state_.store(kIdle);
  return outcome_;
}

Synchroniser::Outcome Synchroniser::DoIt() {
  if (!CallsBeforeExit::Begin()) return Outcome::kFailed;
  const struct EndOfCalls {
    ~EndOfCalls() { CallsBeforeExit::End(); }
  } end;
  const Runtime& runtime = *TheRuntime();
  int mode = kRelaxed;
  if (!relaxed_ && runtime.exchange_capture_mode != nullptr) {
    relaxed_ = runtime.exchange_capture_mode(&mode) == kSuccess;
  }
  StreamVisit visit(stream_, visitor_, stream_ == kDefaultStream ? device_ : -1);
  if (visit.Stream() == nullptr) return Outcome::kFailed;
  if (stream_ == kDefaultStream) {
    if (runtime.set_device(device_) != kSuccess) return Outcome::kFailed;
  } else if (runtime.is_capturing != nullptr) {
    int capture = 0;
    if (runtime.is_capturing(visit.Stream(), &capture) != kSuccess || capture != 0) {
      return Outcome::kFailed;
    }
  }
  // Asked again: the program may have submitted more since, and a synchronisation that waits holds
  // the lock that each launch into the stream needs (7.2.4).
  void* stream = by_null_ ? nullptr : visit.Stream();
  const NotesSynchronisation notes(stream_);
  const int state = runtime.query_stream(stream);
  if (state != kSuccess) return state == kNotReady ? Outcome::kBusy : Outcome::kFailed;
  visit.Waits();
  return runtime.synchronize_stream(stream) == kSuccess ? Outcome::kDone : Outcome::kFailed;
}

void Synchroniser::Run() {
  ThreadState* thread = CurrentThread();
  if (thread == nullptr) return;
  thread->asks = thread->reporter = thread->runtimes = true;
  relaxed_ = false;
  for (;;) {
    const uint32_t seen = asked_.Count();
    uint32_t asked = kAsked;
    if (state_.compare_exchange_strong(asked, kAtWork)) {
      outcome_ = DoIt();
      state_.store(kDone);
      done_.Notify();
      if (g_visits_outlast.load()) UpdateHookSoon();  // or else the next poll
    } else {
      asked_.Wait(seen, 0);
    }
  }
}

void Synchroniser::Ends() noexcept {
  outcome_ = Outcome::kFailed;
  runs_.store(false);
  state_.store(kDone);
  done_.Notify();
  if (g_visits_outlast.load()) UpdateHookSoon();
}

}  // namespace rocjfr
