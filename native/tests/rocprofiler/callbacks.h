// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A consumer of callback tracing that keeps what it is told, with a copy of the payload.
#ifndef ROCJFR_TESTS_ROCPROFILER_CALLBACKS_H_
#define ROCJFR_TESTS_ROCPROFILER_CALLBACKS_H_

#include "fixture.h"

namespace rocjfr::test {

struct Told {
  rocprofiler_callback_tracing_record_t record;
  std::vector<char> payload;
  uint64_t word;  // as it was when the callback began
  std::string arguments;

  template <typename Payload>
  Payload As() const {
    Payload copy = {};
    memcpy(&copy, payload.data(), std::min(payload.size(), sizeof(copy)));
    return copy;
  }
};

class CallbackCollector {
 public:
  std::function<void(const rocprofiler_callback_tracing_record_t&)> on_call;

  void Configure(rocprofiler_context_id_t context, rocprofiler_callback_tracing_kind_t kind,
                 std::vector<rocprofiler_tracing_operation_t> operations = {}) {
    ASSERT_OK(rocprofiler_configure_callback_tracing_service(
        context, kind, operations.empty() ? nullptr : operations.data(), operations.size(), &OnCall,
        this));
  }
  std::vector<Told> All() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return told_;
  }

 private:
  static int OnArgument(rocprofiler_callback_tracing_kind_t, rocprofiler_tracing_operation_t,
                        uint32_t number, const void* const address, int32_t indirections,
                        const char* type, const char* name, const char* value, int32_t,
                        void* data) {
    EXPECT_NE(address, nullptr);
    *static_cast<std::string*>(data) += std::to_string(number) + " " + type + " " + name + "=" +
                                        value + " *" + std::to_string(indirections) + "; ";
    return 0;
  }
  static void OnCall(rocprofiler_callback_tracing_record_t record,
                     rocprofiler_user_data_t* user_data, void* data) {
    auto* self = static_cast<CallbackCollector*>(data);
    uint64_t size = 0;
    memcpy(&size, record.payload, sizeof(size));
    const auto* bytes = static_cast<const char*>(record.payload);
    Told told{record, {bytes, bytes + size}, user_data->value, {}};
    rocprofiler_iterate_callback_tracing_kind_operation_args(record, &OnArgument, 1,
                                                             &told.arguments);
    if (self->on_call) self->on_call(record);
    std::lock_guard<std::mutex> lock(self->mutex_);
    user_data->value = self->told_.size() + 1;
    self->told_.push_back(std::move(told));
  }

  mutable std::mutex mutex_;
  std::vector<Told> told_;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_ROCPROFILER_CALLBACKS_H_
