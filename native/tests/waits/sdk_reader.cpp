// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A tool of the rocprofiler-SDK with a buffer for HIP's calls, kernels and copies.
#include <atomic>
#include <stdexcept>
#include <string>

#include "reader.h"
#include "rocprofiler-sdk/registration.h"
#include "rocprofiler-sdk/rocprofiler.h"

namespace rocjfr::test {
namespace {

void Do(rocprofiler_status_t status) {
  if (status != ROCPROFILER_STATUS_SUCCESS) {
    throw std::runtime_error(rocprofiler_get_status_string(status));
  }
}

class SdkReader : public Reader {
 public:
  explicit SdkReader(void (*at_exit)()) : at_exit_(at_exit) {
    g_self = this;
    Do(rocprofiler_force_configure(&Configure));
  }
  void Begin() override {
    kernels_ = copies_ = dropped_ = 0;
    Do(rocprofiler_start_context(context_));
  }
  void End() override { Do(rocprofiler_stop_context(context_)); }
  void Flush() override { Do(rocprofiler_flush_buffer(buffer_)); }
  Delivered Now() override { return {kernels_, copies_, dropped_}; }
  void Close() override {}

 private:
  static rocprofiler_tool_configure_result_t* Configure(uint32_t, const char*, uint32_t,
                                                        rocprofiler_client_id_t* id) {
    id->name = "waits";
    static rocprofiler_tool_configure_result_t result = {sizeof(result),
                                                         [](rocprofiler_client_finalize_t, void*) {
                                                           g_self->Make();
                                                           return 0;
                                                         },
                                                         [](void*) {
                                                           if (g_self->at_exit_ != nullptr)
                                                             g_self->at_exit_();
                                                         },
                                                         nullptr};
    return &result;
  }
  void Make() {
    constexpr size_t kBytes = 0x10000;
    Do(rocprofiler_create_context(&context_));
    Do(rocprofiler_create_buffer(context_, kBytes, kBytes / 2, ROCPROFILER_BUFFER_POLICY_LOSSLESS,
                                 &OnBuffer, this, &buffer_));
    for (const auto kind :
         {ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH,
          ROCPROFILER_BUFFER_TRACING_MEMORY_COPY}) {
      Do(rocprofiler_configure_buffer_tracing_service(context_, kind, nullptr, 0, buffer_));
    }
  }
  static void OnBuffer(rocprofiler_context_id_t, rocprofiler_buffer_id_t,
                       rocprofiler_record_header_t** headers, size_t count, void* self,
                       uint64_t dropped) {
    auto* reader = static_cast<SdkReader*>(self);
    reader->dropped_ += dropped;
    for (size_t i = 0; i < count; ++i) {
      const auto kind = headers[i]->kind;
      reader->kernels_ += kind == ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH ? 1 : 0;
      reader->copies_ += kind == ROCPROFILER_BUFFER_TRACING_MEMORY_COPY ? 1 : 0;
    }
  }

  static inline SdkReader* g_self = nullptr;
  void (*const at_exit_)();
  rocprofiler_context_id_t context_ = {};
  rocprofiler_buffer_id_t buffer_ = {};
  std::atomic<uint64_t> kernels_{0}, copies_{0}, dropped_{0};
};

}  // namespace

std::unique_ptr<Reader> NewSdkReader(void (*at_exit)()) {
  return std::make_unique<SdkReader>(at_exit);
}

}  // namespace rocjfr::test
