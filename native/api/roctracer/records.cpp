// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "records.h"

#include <unistd.h>

namespace rocjfr::roctracer {

const uint32_t g_process_id = static_cast<uint32_t>(getpid());

void RecordBoth(Thread& thread, const CallRecord& call, uint64_t external_id, Pool& pool) noexcept {
  pool.Write<2>(thread, Writer::kCaller, 0, [&](uint32_t index, activity_record_t* record) {
    if (index == 0) {
      FillExternalId(external_id, call, record);
    } else {
      FillCall(thread, call, record);
    }
  });
}

}  // namespace rocjfr::roctracer
