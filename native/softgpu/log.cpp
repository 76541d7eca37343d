// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "log.h"

#include <cstdarg>
#include <cstdio>

#include "config.h"

namespace rocjfr::softgpu {

bool log_enabled(LogLevel level) {
  return config().log_level >= static_cast<int>(level);
}

void log(LogLevel level, const char* format, ...) {
  if (!log_enabled(level)) return;
  char line[600];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  std::fprintf(stderr, "[softgpu] %s\n", line);  // one call, so that lines of threads do not mix
}

}  // namespace rocjfr::softgpu
