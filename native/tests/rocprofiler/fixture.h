// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The library under a stub HIP runtime that is loaded before the tool is configured, or later.
#ifndef ROCJFR_TESTS_ROCPROFILER_FIXTURE_H_
#define ROCJFR_TESTS_ROCPROFILER_FIXTURE_H_

#include <memory>
#include <string>

#include "sdk.h"
#include "stub.h"

namespace rocjfr::test {

class StubTest : public testing::Test {
 protected:
  void Load(const std::string& generation = "tracer") {
    stub_ = std::make_unique<Stub>(generation);
  }
  const Stub& stub() const { return *stub_; }

  // One context with one buffer for a kind, started.
  void Trace(rocprofiler_buffer_tracing_kind_t kind, size_t size = 0x10000,
             size_t watermark = 0x10000,
             rocprofiler_buffer_policy_t policy = ROCPROFILER_BUFFER_POLICY_LOSSLESS) {
    TraceAll({kind}, size, watermark, policy);
  }
  void TraceAll(const std::vector<rocprofiler_buffer_tracing_kind_t>& kinds, size_t size = 0x10000,
                size_t watermark = 0x10000,
                rocprofiler_buffer_policy_t policy = ROCPROFILER_BUFFER_POLICY_LOSSLESS) {
    if (stub_ == nullptr) Load();
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      collector_.Create(context_, size, watermark, policy);
      for (const auto kind : kinds) collector_.Configure(kind);
      ASSERT_OK(rocprofiler_start_context(context_));
    });
  }
  // A buffer's callback is given few records at first (Buffer::Call): until it is given all.
  void GetTrusted(int at_once = 32) {
    for (int i = 0; i < 256; i += at_once) {
      Call(at_once);
      collector_.Flush();
    }
    collector_.Forget();
  }
  void Call(int times, uint32_t id = STUBHIP_hipMalloc) const {
    for (int i = 0; i < times; ++i) stub().Call(id);
  }
  stubhip_command_t Launch(const char* kernel = "kernel", uint64_t stream = 0) const {
    LaunchArguments arguments;
    arguments.function = kernel;
    arguments.grid[0] = 4;
    arguments.grid[1] = 2;
    arguments.group[0] = 64;
    arguments.lds = 128;
    arguments.stream = stream;
    return stub().CallAndSubmit(STUBHIP_hipModuleLaunchKernel, arguments, 0);
  }
  // The memory of copies, once it is followed; nothing is known of it without this.
  static constexpr uint64_t kDeviceMemory = 0x1000, kHostMemory = 0x2000;
  void UseMemory() const {
    stub().Malloc(kDeviceMemory, 0x1000);
    stub().Register(kHostMemory, 0x1000);
    stub().Call(STUBHIP_hipMemMap);  // from now on there may be other memory
  }
  // Of the kind 4 nothing is known of the other end.
  static uint64_t Destination(uint32_t kind) {
    return kind == 0 || kind == 2 ? kHostMemory : kDeviceMemory;
  }
  static uint64_t Source(uint32_t kind) {
    return kind == 4 ? 0x9000 : kind <= 1 ? kHostMemory : kDeviceMemory;
  }
  // What is reported of it: a write of what was pageable, as far as is known, a read to that, or
  // what says nothing of the ends in any release.
  static stubhip_work_t CopyWork(uint32_t kind) {
    constexpr uint32_t kRead = 0x11F3, kWrite = 0x11F4, kSilent = 0x1206;
    stubhip_work_t work = kCopyWork;
    work.kind = kind == 1 || kind == 4 ? kWrite : kind == 2 ? kRead : kSilent;
    return work;
  }
  stubhip_command_t Copy(uint32_t kind, uint64_t bytes = 4096) const {
    CopyArguments arguments;
    arguments.dst = reinterpret_cast<const void*>(Destination(kind));
    arguments.src = reinterpret_cast<const void*>(Source(kind));
    arguments.bytes = bytes;
    arguments.kind = kind;
    return stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, arguments, 1);
  }

  std::unique_ptr<Stub> stub_;
  rocprofiler_context_id_t context_{};
  Collector collector_;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_ROCPROFILER_FIXTURE_H_
