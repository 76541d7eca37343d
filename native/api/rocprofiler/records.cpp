// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "records.h"

#include <string>

#include "base/user_code.h"
#include "clock.h"
#include "core_link.h"
#include "kinds.h"

namespace rocjfr::sdk {

void CallTool(Thread& thread, const Service& service,
              const rocprofiler_callback_tracing_record_t& record,
              rocprofiler_user_data_t* user_data) {
  const InServiceCallback telling(thread);
  if (service.context->Silent()) return;
  const InUserCode in(&thread);
  CallUser([&] { service.callback(record, user_data, service.callback_data); },
           [&] {
             TellThrown(std::string("a callback for ") +
                        kCallbackKinds.Name(static_cast<uint32_t>(record.kind)));
           });
}

void WriteRetirement(const Service& service, const Thread& thread, Writer writer,
                     uint64_t correlation_id, uint64_t now_ns) noexcept {
  auto record = Make<rocprofiler_buffer_tracing_correlation_id_retirement_record_t>(service);
  record.timestamp = FromCallClock(now_ns);
  record.internal_correlation_id = correlation_id;
  Write(service, thread, writer == Writer::kCaller ? Writer::kRetires : writer, record);
}

void RetireForAll(const Thread& thread, Writer writer, uint64_t correlation_id, uint64_t begin_ns,
                  uint64_t now_ns) noexcept {
  Retirements().ForEach([&](const Service& service) {
    if (!service.context->Covers(begin_ns)) return;
    if (now_ns == 0) now_ns = CallClockNs();
    WriteRetirement(service, thread, writer, correlation_id, now_ns);
  });
}

}  // namespace rocjfr::sdk
