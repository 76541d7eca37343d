// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// roctx marks and ranges, from whichever library they come.
#ifndef ROCJFR_CORE_RECORD_ROCTX_H_
#define ROCJFR_CORE_RECORD_ROCTX_H_

#include <cstdint>

namespace rocjfr {

enum class RoctxSource : uint8_t { kOurs, kAmd };

void RoctxMark(const char* message);
// The level of the range, from 0; -1 where memory is short.
int32_t RoctxPush(const char* message);
// The level of the range; -1 where none was open.
int32_t RoctxPop();
// Ids are unique within their source.
void RoctxStart(uint64_t id, const char* message, RoctxSource source);
void RoctxStop(uint64_t id, RoctxSource source);

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_ROCTX_H_
