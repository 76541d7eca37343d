// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The SDK on real HIP runtimes, on the software GPU where it is in the library path. Nothing is
// linked: one binary for all versions of HIP.
#ifndef ROCJFR_TESTS_ROCPROFILER_HIP_FIXTURE_H_
#define ROCJFR_TESTS_ROCPROFILER_HIP_FIXTURE_H_

#include "hip.h"
#include "rocprofiler-sdk-roctx/roctx.h"
#include "sdk.h"
#include "transpose.h"

namespace rocjfr::test {

using Symbol = rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t;
using CodeObject = rocprofiler_callback_tracing_code_object_load_data_t;

struct Kernels {
  std::mutex mutex;
  std::map<uint64_t, std::string> names;     // by kernel id
  std::map<uint64_t, uint64_t> code_object;  // of kernel ids
  std::vector<uint64_t> loaded, unloaded;    // code objects
  std::map<uint64_t, CodeObject> objects;
  std::map<uint64_t, std::string> images;  // how they begin in memory, as they are loaded
  std::map<uint64_t, Symbol> symbols;

  static void OnCodeObject(rocprofiler_callback_tracing_record_t record, rocprofiler_user_data_t*,
                           void* data) {
    auto* self = static_cast<Kernels*>(data);
    std::lock_guard<std::mutex> lock(self->mutex);
    if (record.operation == ROCPROFILER_CODE_OBJECT_LOAD) {
      const auto* object = static_cast<const CodeObject*>(record.payload);
      const uint64_t id = object->code_object_id;
      EXPECT_EQ(std::string(object->uri).substr(0, 9), "memory://");
      EXPECT_NE(object->memory_base, 0u);
      (record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD ? self->loaded : self->unloaded)
          .push_back(id);
      self->objects[id] = *object;
      if (record.phase == ROCPROFILER_CALLBACK_PHASE_LOAD) {
        self->images[id].assign(reinterpret_cast<const char*>(object->memory_base), 4);
      }
      return;
    }
    const auto* symbol = static_cast<const Symbol*>(record.payload);
    if (record.phase != ROCPROFILER_CALLBACK_PHASE_LOAD) return;
    self->symbols[symbol->kernel_id] = *symbol;
    self->names[symbol->kernel_id] = symbol->kernel_name;
    self->code_object[symbol->kernel_id] = symbol->code_object_id;
  }
  void Configure(rocprofiler_context_id_t context) {
    ASSERT_OK(rocprofiler_configure_callback_tracing_service(
        context, ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, nullptr, 0, &OnCodeObject, this));
  }
  // The last one of that name; 0: none.
  uint64_t Named(const std::string& name) const {
    uint64_t kernel = 0;
    for (const auto& [id, other] : names) kernel = other == name ? id : kernel;
    return kernel;
  }
  std::string Text() const {
    std::string text;
    for (const auto& [id, name] : names) {
      text += std::to_string(id) + " " + name + "@" + std::to_string(code_object.at(id)) + "\n";
    }
    return text;
  }
  bool Is(uint64_t id, const char* name) const {
    const auto found = names.find(id);
    return found != names.end() && found->second.find(name) != std::string::npos;
  }
};

// On as many threads at once, to the end of all.
inline void OnThreads(int count, const std::function<void()>& body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back(body);
  for (auto& thread : threads) thread.join();
}

class RocprofilerHip : public testing::Test {
 protected:
  // Nothing is delivered at exit to what is gone by then.
  void TearDown() override {
    if (context_.handle != 0) rocprofiler_stop_context(context_);
    if (collector_.id().handle != 0) collector_.Flush();
  }
  void Configure(std::initializer_list<rocprofiler_buffer_tracing_kind_t> kinds,
                 size_t size = 0x4000, bool start = true) {
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      collector_.Create(context_, size, size);
      for (const auto kind : kinds) collector_.Configure(kind);
      kernels_.Configure(context_);
      if (start) {
        ASSERT_OK(rocprofiler_start_context(context_));
      }
    });
  }
  std::map<std::string, int> CallNames() const {
    std::map<std::string, int> counts;
    for (const ApiRecord& record : collector_.Calls()) ++counts[NameOf(kApi, record.operation)];
    return counts;
  }
  int Transposes() const {
    int count = 0;
    for (const auto& record : collector_.Of<DispatchRecord>(kDispatch)) {
      count += kernels_.Is(record.dispatch_info.kernel_id, "matrixTranspose") ? 1 : 0;
    }
    return count;
  }

  rocprofiler_context_id_t context_{};
  Collector collector_;
  // Told until the process has ended.
  Kernels& kernels_ = *new Kernels();
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_ROCPROFILER_HIP_FIXTURE_H_
