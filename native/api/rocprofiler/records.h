// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Making records, and handing them to the buffers and the callbacks of services.
#ifndef ROCJFR_API_ROCPROFILER_RECORDS_H_
#define ROCJFR_API_ROCPROFILER_RECORDS_H_

#include "contexts.h"
#include "rocprofiler-sdk/buffer_tracing.h"

namespace rocjfr::sdk {

// A whole Record; a shorter one goes by Buffer::Write, which reads the record's size.
template <typename Record>
void Write(const Service& service, const Thread& thread, Writer writer,
           const Record& record) noexcept {
  static_assert(sizeof(Record) % 8 == 0, "Buffer::Write");
  service.buffer->Write(thread, writer, &record, sizeof(record));
}

template <typename Record>
Record Make(const Service& service) noexcept {
  Record record = {};
  record.size = sizeof(Record);
  record.kind = static_cast<rocprofiler_buffer_tracing_kind_t>(service.kind);
  return record;
}

// The callback of a service. An exception that it throws ends here and is told. One that ends its
// thread (pthread_exit) unwinds what leads here: what is done on threads of the program is not
// noexcept.
void CallTool(Thread& thread, const Service& service,
              const rocprofiler_callback_tracing_record_t& record,
              rocprofiler_user_data_t* user_data);

inline const ActiveServices& Retirements() noexcept {
  return g_active[ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT];
}
// For one service, and for all whose contexts cover the call.
void WriteRetirement(const Service& service, const Thread& thread, Writer writer,
                     uint64_t correlation_id, uint64_t now_ns) noexcept;
// begin_ns, now_ns: of the call and of its retirement, on the clock of calls; now_ns 0: look.
void RetireForAll(const Thread& thread, Writer writer, uint64_t correlation_id, uint64_t begin_ns,
                  uint64_t now_ns) noexcept;
inline void Retire(const Thread& thread, Writer writer, uint64_t correlation_id, uint64_t begin_ns,
                   uint64_t now_ns) noexcept {
  if (Retirements().Any()) RetireForAll(thread, writer, correlation_id, begin_ns, now_ns);
}

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_RECORDS_H_
