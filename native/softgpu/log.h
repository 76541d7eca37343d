// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lines on stderr, for whoever debugs a program on the software GPU.

#ifndef ROCJFR_SOFTGPU_LOG_H_
#define ROCJFR_SOFTGPU_LOG_H_

namespace rocjfr::softgpu {

enum class LogLevel {
  kError = 0,  // something that the program asked for does not happen; always written
  kCall = 1,   // init, queues, executables
  kWork = 2,   // each dispatch, copy, barrier
  kData = 3,   // kernel arguments
  kQuery = 4   // each question that the runtime asks about an agent
};

bool log_enabled(LogLevel level);

__attribute__((format(printf, 2, 3))) void log(LogLevel level, const char* format, ...);

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_LOG_H_
