// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "records.h"

#include "clock.h"

namespace rocjfr::sdk {

void WriteRetirement(const Service& service, const Thread& thread, Writer writer,
                     uint64_t correlation_id) noexcept {
  auto record = Make<rocprofiler_buffer_tracing_correlation_id_retirement_record_t>(service);
  record.timestamp = RecordClockNs();
  record.internal_correlation_id = correlation_id;
  Write(service, thread, writer == Writer::kCaller ? Writer::kRetires : writer, record);
}

void Retire(const Thread& thread, Writer writer, uint64_t correlation_id,
            uint64_t begin_ns) noexcept {
  Retirements().ForEach([&](const Service& service) {
    if (service.context->Covers(begin_ns)) {
      WriteRetirement(service, thread, writer, correlation_id);
    }
  });
}

}  // namespace rocjfr::sdk
