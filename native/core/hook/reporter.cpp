// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "reporter.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>

#include "base/detached_thread.h"
#include "base/exit.h"
#include "base/fork.h"
#include "base/leaky_singleton.h"
#include "chained_hook.h"
#include "core/record/clock.h"
#include "core/record/flight.h"
#include "core/record/own_stream.h"
#include "core/record/report_signal.h"
#include "core/record/stream_visit.h"
#include "core/record/streams.h"
#include "core/record/thread_state.h"
#include "core/record/urged_streams.h"
#include "core/record/whereabouts.h"
#include "core/site/memory_map.h"
#include "expected_work.h"
#include "hooks.h"
#include "synchroniser.h"

namespace rocjfr {
namespace {

constexpr uint32_t kTickUs = 100'000, kUrgentTickUs = 1'000;
// A little less: a round comes when it is over.
constexpr uint64_t kTickNs = 95'000'000;
constexpr uint32_t kPatience = 5;  // ticks that a stream is busy
constexpr int kSuccess = 0, kNotReady = 600;
constexpr int kRelaxed = 2;  // hipStreamCaptureModeRelaxed

std::atomic<bool> g_reports{false};  // between BeginReporting and EndReporting
std::atomic<uint64_t> g_rounds{0};   // that have ended
std::atomic<uint64_t> g_urgent{0};   // rounds up to this one follow each other at once
std::atomic<bool> g_more_to_come{false};
std::atomic<bool> g_held{false};
std::atomic<bool> g_kept_off{false};   // from all streams, since EndReporting
std::atomic<const char*> g_lacks{""};  // see ReporterLacks

using Answer = StreamAnswer;

// Of the last look, by stream.
struct Answers {
  std::mutex mutex;
  ExpectedWork::ByStream by_stream;
};
Answers& TheAnswers() {
  return LeakySingleton<Answers>();
}

// They stay when a client's callback ends the reporter's thread: one may be at work. Streams with a
// handle share one; while that is held up they get host functions. Default streams get none, and
// have some of their own, by device.
struct Synchronisers {
  static constexpr int kOfDefaultStreams = kVisitors - kSynchroniserVisits - 1;
  Synchroniser others{kSynchroniserVisits};
  Synchroniser of_default_streams[kOfDefaultStreams] = {
      Synchroniser{kSynchroniserVisits + 1},
      Synchroniser{kSynchroniserVisits + 2},
      Synchroniser{kSynchroniserVisits + 3},
  };

  Synchroniser& Of(int32_t stream, int device) noexcept {
    return stream == kDefaultStream ? of_default_streams[device % kOfDefaultStreams] : others;
  }
};

// Of the thread.
class Reporter {
 public:
  explicit Reporter(const Runtime& runtime) noexcept : runtime_(runtime) {}
  // A client's callback may end the thread.
  void Run();

 private:
  struct Busy {
    uint32_t ticks = 0;
    bool urged = false;  // it has got a host function in this stretch of urgency
    uint64_t tick = 0;   // at which `ticks` was counted last
  };

  bool SeesCalls() const noexcept;
  bool MayLook(bool urgent) noexcept;
  void Look(bool urgent);
  Answer Ask(int32_t stream, bool urgent);
  Answer AskNow(int32_t stream, bool urgent);
  bool HasMany(int32_t number) const;
  Answer AskStream(int32_t number, int device, void* stream);
  Answer AskDefaultStreams();
  Answer AskAll(bool urgent);

  const Runtime& runtime_;
  bool holds_back_ = false;  // reports, in batches
  uint64_t in_flight_before_ = 0;
  uint64_t ticked_ns_ = 0, tick_ = 0;  // the last tick: each takes a tenth of a second
  ExpectedWork expected_;
  ExpectedWork::ByStream looks_;               // at the streams that have work in flight
  std::unordered_map<int32_t, Answer> asked_;  // in this look
  std::unordered_map<int32_t, Busy> busy_;
};

// Of this one is HIP's own switch for batches, and so the handle of the legacy stream.
bool HoldsReportsBack(const Runtime& runtime) {
  return FileContains(runtime.path, "DEBUG_CLR_MAX_BATCH_SIZE");
}

// HIP 6.3 and later have that switch. A later one without it holds reports back in another way.
bool IsKnown(const Runtime& runtime, bool holds_reports_back) noexcept {
  if (holds_reports_back || !AsksTwice(runtime)) return true;
  int major = 0, minor = 0;
  return sscanf(runtime.version_text.c_str(), "%d.%d", &major, &minor) == 2 && major == 6 &&
         minor < 3;
}

// So many calls have work in the stream that its queue may be full. A launch of the program's then
// waits for room, and the query with it: that is made on the synchroniser's thread. The stream
// needs no host function: HIP's own batches are full.
bool Reporter::HasMany(int32_t number) const {
  constexpr size_t kMany = 4000;
  const auto look = looks_.find(number);
  return look != looks_.end() && look->second.calls.size() > kMany;
}

// A stream that is ready is synchronised. While that is held up elsewhere it gets a host function
// instead, behind which HIP reports.
Answer Reporter::AskStream(int32_t number, int device, void* stream) {
  Synchroniser& synchroniser = LeakySingleton<Synchronisers>().Of(number, device);
  if (synchroniser.IsHeldUpBy(number, device)) return Answer::kBusy;  // it has got more to do
  const bool held_up = synchroniser.IsHeldUp();
  if (HasMany(number)) {
    if (held_up) return Answer::kUnknown;
  } else {
    const int state = runtime_.query_stream(stream);
    if (state == kNotReady) return Answer::kBusy;
    if (state != kSuccess) return Answer::kUnknown;
  }
  if (held_up) {
    if (!holds_back_ || number == kDefaultStream || runtime_.launch_host_function == nullptr) {
      return Answer::kUnknown;
    }
    // Where the last one has yet to run, the hardware queue is held up: nothing can be expected.
    return UrgeStream(runtime_, number, stream) ? Answer::kReady : Answer::kBusy;
  }
  switch (synchroniser.Synchronise(number, device, stream == nullptr)) {
    case Synchroniser::Outcome::kDone:
    case Synchroniser::Outcome::kNotBegun:  // at the next look
      return Answer::kReady;
    case Synchroniser::Outcome::kBusy:
    case Synchroniser::Outcome::kHeldUp:
      return Answer::kBusy;
    case Synchroniser::Outcome::kFailed:
      break;
  }
  return Answer::kUnknown;
}

// A copy to another device's memory runs on that one's default stream, whichever the call was for.
Answer Reporter::AskDefaultStreams() {
  int devices = 0;
  if (runtime_.set_device == nullptr || runtime_.context_state == nullptr ||
      runtime_.device_count == nullptr || runtime_.device_count(&devices) != kSuccess) {
    return Answer::kUnknown;
  }
  // An older runtime knows no handle for it but 0, which other streams would have to wait for.
  if (!holds_back_ && looks_.size() > 1) return Answer::kUnknown;
  Answer answer = Answer::kUnknown;
  bool asked = false;
  for (int device = 0; device < devices; ++device) {
    const StreamVisit visit(kDefaultStream);
    if (visit.Stream() == nullptr) return Answer::kUnknown;
    unsigned flags = 0;
    int active = 0;
    if (runtime_.context_state(device, &flags, &active) != kSuccess || active == 0) continue;
    if (runtime_.set_device(device) != kSuccess) return Answer::kUnknown;
    const Answer of_device =
        AskStream(kDefaultStream, device, holds_back_ ? visit.Stream() : nullptr);
    if (of_device != Answer::kReady || !asked) answer = of_device;
    asked = true;
  }
  return answer;
}

// Work of which it is not known where it was submitted, or on several streams.
Answer Reporter::AskAll(bool urgent) {
  Answer answer = Ask(kDefaultStream, urgent);
  for (const int32_t stream : KnownStreams()) {
    const Answer of_stream = Ask(stream, urgent);
    if (of_stream != Answer::kReady) answer = of_stream;
  }
  return answer;
}

// Each once in a look.
Answer Reporter::Ask(int32_t stream, bool urgent) {
  const auto asked = asked_.find(stream);
  if (asked != asked_.end()) return asked->second;
  const Answer answer = AskNow(stream, urgent);
  asked_[stream] = answer;
  return answer;
}

Answer Reporter::AskNow(int32_t stream, bool urgent) {
  if (!g_reports.load()) return Answer::kUnknown;
  if (stream == kNoStream) return AskAll(urgent);
  if (stream == kDefaultStream) return AskDefaultStreams();
  const StreamVisit visit(stream);
  if (visit.Stream() == nullptr) return Answer::kUnknown;
  int capture = 0;
  if (runtime_.is_capturing != nullptr &&
      (runtime_.is_capturing(visit.Stream(), &capture) != kSuccess || capture != 0)) {
    return Answer::kUnknown;
  }
  const Answer answer = AskStream(stream, 0, visit.Stream());
  if (answer != Answer::kBusy) {
    busy_.erase(stream);
    return answer;
  }
  Busy& busy = busy_[stream];
  // Somebody may ask without a pause: the ticks go on all the same.
  if (busy.tick != tick_) {
    busy.tick = tick_;
    ++busy.ticks;
  }
  const bool urge = (urgent && !busy.urged) || busy.ticks >= kPatience;
  if (holds_back_ && urge && runtime_.launch_host_function != nullptr && !HasMany(stream)) {
    busy.ticks = 0;
    busy.urged = urgent;
    UrgeStream(runtime_, stream, visit.Stream());
  }
  return answer;
}

// Another tool that has taken the hook keeps us from seeing which streams the program ends.
bool Reporter::SeesCalls() const noexcept {
  if (runtime_.hook != HookKind::kTracer || Chains()) return true;
  const SlotOwner owner = TracerSlotOwner(runtime_);
  return owner == SlotOwner::kUs || owner == SlotOwner::kUnreadable;
}

bool Reporter::MayLook(bool urgent) noexcept {
  const uint64_t in_flight = HipInFlight();
  const bool late = in_flight >= in_flight_before_;
  in_flight_before_ = in_flight;
  return in_flight != 0 && (holds_back_ || late || urgent);
}

void Reporter::Look(bool urgent) {
  looks_ = expected_.Gather();
  const uint64_t now_ns = NowNs();
  const bool ticks = now_ns - ticked_ns_ >= kTickNs;
  if (ticks) {
    ticked_ns_ = now_ns;
    ++tick_;
    expected_.Tick();
  }
  if (!urgent) {
    for (auto& busy : busy_) busy.second.urged = false;
  }
  for (auto busy = busy_.begin(); busy != busy_.end();) {
    // Has no work any more, or is gone.
    busy = asked_.count(busy->first) == 0 ? busy_.erase(busy) : std::next(busy);
  }
  asked_.clear();
  bool more_to_come = false, unknown = false;
  for (auto& look : looks_) {
    if (!g_reports.load()) return;
    StreamWork& work = look.second;
    work.answer = Ask(look.first, urgent);
    // A copy to or from another device's memory runs on a stream of that device's.
    const bool elsewhere =
        holds_back_ && look.first != kDefaultStream && expected_.OldestIsLateCopy(look.first, work);
    if (work.answer == Answer::kReady && elsewhere) work.answer = Ask(kDefaultStream, urgent);
    if (work.answer == Answer::kReady && expected_.MayCome(look.first, work)) more_to_come = true;
    // HIP has told of it, or never will: but the call that ends the stream may still wait for it.
    if (ticks && IsEnded(look.first)) expected_.MayCome(look.first, work);
    unknown = unknown || work.answer == Answer::kUnknown;
  }
  if (unknown && holds_back_) g_own_stream_round.fetch_add(1);
  {
    Answers& answers = TheAnswers();
    std::lock_guard<std::mutex> lock(answers.mutex);
    answers.by_stream.swap(looks_);
  }
  g_more_to_come.store(more_to_come);
  expected_.LoseGivenUp();
}

void ForgetAnswers() {
  Answers& answers = TheAnswers();
  std::lock_guard<std::mutex> lock(answers.mutex);
  answers.by_stream.clear();
}

void Reporter::Run() {
  ThreadState* thread = CurrentThread();
  if (thread == nullptr) return;
  thread->asks = thread->reporter = thread->runtimes = true;
  holds_back_ = HoldsReportsBack(runtime_);
  if (!IsKnown(runtime_, holds_back_)) {
    g_lacks.store(
        "it is unknown how this HIP runtime holds back reports of finished work, so finished"
        " work can be missing. Synchronise the streams before the end of a recording");
  }
  bool relaxed = false;
  for (;;) {
    const uint32_t seen = g_reporter_events.Count();
    const bool any = g_reports.load() && !g_held.load() && HipInFlight() != 0;
    const bool on = any && SeesCalls();
    const bool urgent = g_urgent.load() > g_rounds.load();
    if (on && MayLook(urgent) && CallsBeforeExit::Begin()) {
      // A query of its own in another mode would invalidate the program's captures.
      int mode = kRelaxed;
      if (!relaxed && runtime_.exchange_capture_mode != nullptr) {
        relaxed = runtime_.exchange_capture_mode(&mode) == kSuccess;
      }
      const struct EndOfCalls {
        ~EndOfCalls() { CallsBeforeExit::End(); }
      } end;
      try {
        Look(urgent);
      } catch (const std::bad_alloc&) {
        // The next round does it.
      }
    } else if (!on) {
      g_more_to_come.store(false);
      if (any) ForgetAnswers();
    }
    if (HasQuestions() && CallsBeforeExit::Begin()) {
      AskHsaAboutMemory();
      CallsBeforeExit::End();
    }
    if (g_visits_outlast.load()) UpdateHookSoon();  // the hook stayed for a visit of this thread
    const bool again = g_urgent.load() > g_rounds.fetch_add(1) + 1;
    if (any || again) {
      g_reporter_events.Wait(seen, again ? kUrgentTickUs : kTickUs);
    } else if (g_held.load()) {
      g_reporter_events.Wait(seen, 0);
    } else {
      SleepUntilInFlight(seen, g_reports);
    }
  }
}

std::atomic<bool> g_started{false};

void* Main(void* argument) {
  const std::unique_ptr<Reporter> reporter(static_cast<Reporter*>(argument));
  const struct Ends {  // a client's callback has ended the thread: the next poll starts another
    ~Ends() {
      g_reports.store(false);
      g_started.store(false);
      if (g_visits_outlast.load()) UpdateHookSoon();
    }
  } ends;
  reporter->Run();
  return nullptr;
}

// The process ends: what has finished is asked for once more.
void LastReports() noexcept {
  constexpr uint64_t kMostNs = 300'000'000;
  if (!g_reports.load() || HipInFlight() == 0) return;
  const uint64_t asked = AskForReports();
  const uint64_t begin_ns = NowNs();
  while (HipInFlight() != 0 && NowNs() - begin_ns < kMostNs && ReportsAreToCome(asked)) {
    const timespec pause = {0, 200'000};
    nanosleep(&pause, nullptr);
  }
}

// A forked child has no such thread.
bool IsThere() noexcept {
  return g_reports.load() && !Forked();
}

// One may be under way as somebody asks; two more show what has come since.
constexpr uint64_t kRoundsAsked = 3;

void UrgeReporter(uint64_t up_to) noexcept {
  uint64_t urgent = g_urgent.load();
  while (urgent < up_to) {
    if (!g_urgent.compare_exchange_weak(urgent, up_to)) continue;
    g_reporter_events.Notify();
    return;
  }
}

bool Start(const Runtime& runtime) noexcept {
  if (runtime.query_stream == nullptr || runtime.synchronize_stream == nullptr) return false;
  std::unique_ptr<Reporter> reporter(new (std::nothrow) Reporter(runtime));
  if (reporter == nullptr) return false;
  g_visits.store(true);
  if (!StartDetachedThread("rocjfr-reporter", &Main, reporter.get())) return false;
  reporter.release();  // the thread's
  CallsBeforeExit::SetLast(&LastReports);
  return true;
}

}  // namespace

void BeginReporting(const Runtime& runtime) noexcept {
  if (!g_started.load()) {
    g_started.store(true);  // before it may end
    if (!Start(runtime)) g_started.store(false);
  }
  if (!g_started.load() || g_reports.exchange(true)) return;
  if (g_kept_off.exchange(false)) AllowVisits(kAllStreams);
  g_reporter_events.Notify();
}

void EndReporting() noexcept {
  if (!g_reports.exchange(false)) return;
  constexpr uint64_t kMostNs = 250'000'000;
  ForbidVisits(kAllStreams, kMostNs);
  g_kept_off.store(true);
}

uint64_t AskForReports() noexcept {
  const uint64_t asked = g_rounds.load();
  if (IsThere()) UrgeReporter(asked + kRoundsAsked);
  return asked;
}

bool ReportsAreToCome(uint64_t asked) noexcept {
  if (!IsThere()) return false;
  const uint64_t rounds = g_rounds.load();
  const bool more = rounds < asked + kRoundsAsked || g_more_to_come.load();
  if (more) UrgeReporter(rounds + 1);
  return more;
}

const char* ReporterLacks() noexcept {
  return g_lacks.load();
}

void HoldReports(bool held) noexcept {
  g_held.store(held);
  g_reporter_events.Notify();
}

StreamAnswer LastAnswerOf(int32_t stream, uint64_t correlation_id) noexcept {
  Answers& answers = TheAnswers();
  std::lock_guard<std::mutex> lock(answers.mutex);
  const auto found = answers.by_stream.find(stream);
  if (found == answers.by_stream.end()) return Answer::kUnknown;
  const StreamWork& work = found->second;
  const bool asked = std::binary_search(work.calls.begin(), work.calls.end(), correlation_id);
  return asked ? work.answer : Answer::kUnknown;
}

}  // namespace rocjfr
