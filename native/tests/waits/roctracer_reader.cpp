// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A pool that gets HIP's calls and work.
#include <atomic>
#include <stdexcept>
#include <string>

#include "reader.h"
#include "roctracer/roctracer.h"
#include "roctracer/roctracer_ext.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kDispatch = 0, kCopy = 1;  // of HIP_OPS

void Do(roctracer_status_t status) {
  if (status != ROCTRACER_STATUS_SUCCESS) throw std::runtime_error(roctracer_error_string());
}

class RoctracerReader : public Reader {
 public:
  void Begin() override {
    kernels_ = copies_ = 0;
    roctracer_properties_t properties = {};
    properties.buffer_size = 0x10000;
    properties.buffer_callback_fun = &OnBuffer;
    properties.buffer_callback_arg = this;
    Do(roctracer_open_pool_expl(&properties, &pool_));
    for (const auto domain : {ACTIVITY_DOMAIN_HIP_API, ACTIVITY_DOMAIN_HIP_OPS}) {
      Do(roctracer_enable_domain_activity_expl(domain, pool_));
    }
  }
  void End() override {
    for (const auto domain : {ACTIVITY_DOMAIN_HIP_API, ACTIVITY_DOMAIN_HIP_OPS}) {
      Do(roctracer_disable_domain_activity(domain));
    }
  }
  void Flush() override { Do(roctracer_flush_activity_expl(pool_)); }
  Delivered Now() override {
    Delivered now = {kernels_, copies_, 0};
    Do(roctracer_rocjfr_lost_records(pool_, &now.lost));
    return now;
  }
  void Close() override { Do(roctracer_close_pool_expl(pool_)); }

 private:
  static void OnBuffer(const char* begin, const char* end, void* self) {
    auto* reader = static_cast<RoctracerReader*>(self);
    const auto* record = reinterpret_cast<const roctracer_record_t*>(begin);
    const auto* last = reinterpret_cast<const roctracer_record_t*>(end);
    while (record < last) {
      if (record->domain == ACTIVITY_DOMAIN_HIP_OPS) {
        reader->kernels_ += record->op == kDispatch ? 1 : 0;
        reader->copies_ += record->op == kCopy ? 1 : 0;
      }
      if (roctracer_next_record(record, &record) != ROCTRACER_STATUS_SUCCESS) return;
    }
  }

  roctracer_pool_t* pool_ = nullptr;
  std::atomic<uint64_t> kernels_{0}, copies_{0};
};

}  // namespace

std::unique_ptr<Reader> NewRoctracerReader() {
  return std::make_unique<RoctracerReader>();
}

}  // namespace rocjfr::test
