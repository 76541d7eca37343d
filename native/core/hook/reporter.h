// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Has HIP report the work that has finished.
//
// HIP 6.3 and later hold reports back: until a stream is synchronised, or some 1,000 commands are
// in its batch. Programs that wait by events, by blocking copies (7.x) or not at all would have no
// kernel in their recordings. So a thread of ours looks ten times a second, while work is in
// flight, at the streams that have some:
//   - a stream that is ready (hipStreamQuery) is synchronised, which has nothing to wait for;
//   - one that is busy is left alone; once it was busy five times in a row it gets a host function,
//     behind which HIP reports;
//   - the default stream is asked by the handle hipStreamLegacy, never by 0: a query of that makes
//     it wait for all blocking streams. It gets no host function, for the same reason.
//   - of a thread's own default stream nobody else has a handle: own_stream.h.
// It waits for no work. The program does not see it: its calls make no records, they are not on the
// program's threads, and stream_visit.h keeps it off streams that end or are captured.
// Older runtimes report by themselves, but for work that nobody waits for. There it asks only where
// nothing was reported since it looked before, and the default stream (by 0) only where no other
// one has work.
#ifndef ROCJFR_CORE_HOOK_REPORTER_H_
#define ROCJFR_CORE_HOOK_REPORTER_H_

#include <cstdint>

#include "core/runtime/runtime.h"

namespace rocjfr {

// The correlation id of what the reporter calls: that of no other call.
constexpr uint64_t kReportersId = (uint64_t{1} << 52) - 1;

// The hook is registered and work is wanted: the reporter runs from now on. Under the hook's lock.
void BeginReporting(const Runtime& runtime) noexcept;
// It calls HIP no more until the next begin: the program's calls will not be seen. Waits for the
// call in progress, a moment at most.
void EndReporting() noexcept;

// Has the reporter look at once, and again and again while somebody asks whether reports are to
// come. Returns what that is asked with.
uint64_t AskForReports() noexcept;
// True: the reporter has not looked twice since `asked`, or there is work of streams that it found
// ready, which has finished and HIP has yet to report. False: what is in flight has not finished as
// far as can be told.
bool ReportsAreToCome(uint64_t asked) noexcept;

// While it is held it looks at no stream.
void HoldReports(bool held) noexcept;

// Why finished work can stay unreported with this runtime whatever the reporter does; "" if nothing
// is known.
const char* ReporterLacks() noexcept;

// What the reporter found as it looked at a stream last, for the work of a call.
enum class StreamAnswer {
  kUnknown,  // the stream could not be asked, or was not since that was submitted
  kBusy,     // the stream has work to do
  kReady,    // that has finished, and HIP was asked to report it
};
StreamAnswer LastAnswerOf(int32_t stream, uint64_t correlation_id) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_HOOK_REPORTER_H_
