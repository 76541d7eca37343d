// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "status.h"

#include <atomic>
#include <cstdarg>
#include <cstdio>

#include "thread.h"

namespace rocjfr::roctracer {

roctracer_status_t Fail(roctracer_status_t status, const char* function, const char* format,
                        ...) noexcept {
  Thread* thread = CurrentThread();
  if (thread == nullptr) return status;
  constexpr size_t kBytes = sizeof(thread->error) - 2;  // for the newline and the end
  int length = snprintf(thread->error, kBytes, "%s(), ", function);
  va_list arguments;
  va_start(arguments, format);
  length +=
      vsnprintf(thread->error + length, kBytes - static_cast<size_t>(length), format, arguments);
  va_end(arguments);
  const size_t end = length < static_cast<int>(kBytes) ? static_cast<size_t>(length) : kBytes - 1;
  thread->error[end] = '\n';
  thread->error[end + 1] = '\0';
  return status;
}

const char* LastError() noexcept {
  const Thread* thread = CurrentThread();
  return thread == nullptr ? "" : thread->error;
}

void TellThrown(const char* what) noexcept {
  static std::atomic<bool> told{false};
  if (told.exchange(true)) return;
  fprintf(stderr,
          "rocjfr: roctracer: %s threw an exception, but must catch its own exceptions. "
          "The call goes on. Further exceptions are not reported.\n",
          what);
}

}  // namespace rocjfr::roctracer
