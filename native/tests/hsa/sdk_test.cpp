// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA through the buffers and callbacks of the rocprofiler-SDK library.
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#include "callbacks.h"
#include "code.h"
#include "rocprofiler-sdk/buffer_tracing.h"
#include "softgpu.h"

extern "C" __attribute__((visibility("default"))) void softgpu_nothing(const softgpu_launch_t*) {}

namespace rocjfr::test {
namespace {

constexpr auto kHsaCore = ROCPROFILER_BUFFER_TRACING_HSA_CORE_API;
constexpr auto kHsaAmd = ROCPROFILER_BUFFER_TRACING_HSA_AMD_EXT_API;
constexpr auto kHsaImage = ROCPROFILER_BUFFER_TRACING_HSA_IMAGE_EXT_API;
constexpr auto kHsaFinalize = ROCPROFILER_BUFFER_TRACING_HSA_FINALIZE_EXT_API;
constexpr auto kAllocation = ROCPROFILER_BUFFER_TRACING_MEMORY_ALLOCATION;
constexpr auto kScratch = ROCPROFILER_BUFFER_TRACING_SCRATCH_MEMORY;

using HsaRecord = rocprofiler_buffer_tracing_hsa_api_record_t;
using AllocationRecord = rocprofiler_buffer_tracing_memory_allocation_record_t;
using ScratchRecord = rocprofiler_buffer_tracing_scratch_memory_record_t;

class HsaSdk : public testing::Test {
 protected:
  void Trace(const std::vector<rocprofiler_buffer_tracing_kind_t>& kinds) {
    Tool::Run([&] {
      ASSERT_OK(rocprofiler_create_context(&context_));
      collector_.Create(context_);
      for (const auto kind : kinds) collector_.Configure(kind);
      ASSERT_OK(rocprofiler_start_context(context_));
    });
  }
  void Begin() {
    ASSERT_EQ(hsa_init(), HSA_STATUS_SUCCESS);
    hsa_iterate_agents(
        [](hsa_agent_t agent, void* gpu) {
          hsa_device_type_t type;
          hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
          if (type == HSA_DEVICE_TYPE_GPU) *static_cast<hsa_agent_t*>(gpu) = agent;
          return HSA_STATUS_SUCCESS;
        },
        &gpu_);
    hsa_amd_agent_iterate_memory_pools(
        gpu_,
        [](hsa_amd_memory_pool_t pool, void* to) {
          *static_cast<hsa_amd_memory_pool_t*>(to) = pool;
          return HSA_STATUS_INFO_BREAK;
        },
        &pool_);
  }
  void Stop() {
    EXPECT_OK(rocprofiler_stop_context(context_));
    collector_.Flush();
  }
  std::map<std::string, int> Names(uint32_t kind) const {
    std::map<std::string, int> names;
    for (const auto& record : collector_.Of<HsaRecord>(kind))
      ++names[NameOf(kind, record.operation)];
    return names;
  }

  rocprofiler_context_id_t context_{};
  Collector collector_;
  hsa_agent_t gpu_ = {0};
  hsa_amd_memory_pool_t pool_ = {0};
};

// The library asks HSA where the driver tells of no agents, and keeps the answer.
TEST_F(HsaSdk, QuestionsAboutAgentsAreNotCallsOfTheProgram) {
  Trace({kHsaCore, kHsaAmd});
  Begin();
  size_t agents = 0;
  EXPECT_OK(rocprofiler_query_available_agents(
      ROCPROFILER_AGENT_INFO_VERSION_0,
      [](rocprofiler_agent_version_t, const void**, size_t count, void* to) {
        *static_cast<size_t*>(to) = count;
        return ROCPROFILER_STATUS_SUCCESS;
      },
      sizeof(rocprofiler_agent_t), &agents));
  Stop();
  EXPECT_GT(agents, 0u);
  const std::map<std::string, int> calls = {{"hsa_iterate_agents", 1}, {"hsa_agent_get_info", 2}};
  EXPECT_EQ(Names(kHsaCore), calls);
  EXPECT_EQ(Names(kHsaAmd),
            (std::map<std::string, int>{{"hsa_amd_agent_iterate_memory_pools", 1}}));
}

// As AMD's headers have it, in which the longest arguments are the finalizer's.
struct Payload {
  uint64_t size, arguments[24], result;
};
static_assert(sizeof(Payload) == sizeof(rocprofiler_callback_tracing_hsa_api_data_t) &&
                  offsetof(Payload, result) ==
                      offsetof(rocprofiler_callback_tracing_hsa_api_data_t, retval),
              "AMD's layout");

// ENTER and EXIT of each call, with arguments, and what it returned at EXIT; not what a callback
// calls.
TEST_F(HsaSdk, CallbacksBeforeAndAfterEachCall) {
  CallbackCollector callbacks;
  callbacks.on_call = [](const rocprofiler_callback_tracing_record_t&) {
    uint16_t version = 0;
    EXPECT_EQ(hsa_system_get_info(HSA_SYSTEM_INFO_VERSION_MAJOR, &version), HSA_STATUS_SUCCESS);
  };
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    callbacks.Configure(context_, ROCPROFILER_CALLBACK_TRACING_HSA_CORE_API);
    callbacks.Configure(context_, ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API);
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  Begin();
  void* memory = nullptr;
  ASSERT_EQ(hsa_amd_memory_pool_allocate(pool_, 64, 0, &memory), HSA_STATUS_SUCCESS);
  EXPECT_NE(hsa_amd_memory_pool_allocate({0}, 64, 0, &memory), HSA_STATUS_SUCCESS);
  EXPECT_OK(rocprofiler_stop_context(context_));

  const auto all = callbacks.All();
  std::map<std::string, int> phases[3];
  std::vector<Told> allocations;
  std::vector<uint64_t> open;
  for (const Told& told : all) {
    const char* name = nullptr;
    ASSERT_OK(rocprofiler_query_callback_tracing_kind_operation_name(
        told.record.kind, told.record.operation, &name, nullptr));
    ++phases[told.record.phase][name];
    if (told.record.phase == ROCPROFILER_CALLBACK_PHASE_ENTER) {
      open.push_back(told.record.correlation_id.internal);
    } else {
      ASSERT_FALSE(open.empty());
      EXPECT_EQ(told.record.correlation_id.internal, open.back()) << "nested as the calls are";
      open.pop_back();
      EXPECT_NE(told.word, 0u) << "what the tool kept at ENTER";
    }
    if (name == std::string("hsa_amd_memory_pool_allocate")) allocations.push_back(told);
  }
  EXPECT_TRUE(open.empty());
  const std::map<std::string, int> calls = {{"hsa_iterate_agents", 1},
                                            {"hsa_agent_get_info", 2},
                                            {"hsa_amd_agent_iterate_memory_pools", 1},
                                            {"hsa_amd_memory_pool_allocate", 2}};
  EXPECT_EQ(phases[ROCPROFILER_CALLBACK_PHASE_ENTER], calls);
  EXPECT_EQ(phases[ROCPROFILER_CALLBACK_PHASE_EXIT], calls);
  ASSERT_EQ(allocations.size(), 4u);
  char text[256];
  snprintf(text, sizeof(text),
           "0 hsa_amd_memory_pool_t memory_pool=0x%lx *0; 1 size_t size=64 *0; "
           "2 uint32_t flags=0 *0; 3 void** ptr=0x%lx *2; ",
           pool_.handle, reinterpret_cast<uint64_t>(&memory));
  EXPECT_EQ(allocations[0].arguments, text);
  EXPECT_EQ(allocations[0].As<Payload>().size, sizeof(Payload)) << "at both, as AMD's";
  EXPECT_EQ(allocations[0].As<Payload>().result, 0u) << "no result yet";
  EXPECT_EQ(allocations[1].As<Payload>().size, sizeof(Payload));
  EXPECT_EQ(static_cast<uint32_t>(allocations[1].As<Payload>().result), HSA_STATUS_SUCCESS);
  EXPECT_NE(static_cast<uint32_t>(allocations[3].As<Payload>().result), HSA_STATUS_SUCCESS);
}

// What roctracer's arguments have beside the pointer to the range is not among the SDK's.
TEST_F(HsaSdk, ArgumentsOfARectangleStandAsInAmdsHeaders) {
  struct Arguments {
    const void *dst, *dst_offset, *src, *src_offset, *range;
    hsa_agent_t copy_agent;
    uint32_t dir, num_dep_signals;
    const void* dep_signals;
    hsa_signal_t completion_signal;
  };
  static_assert(sizeof(Arguments) == 72, "AMD's layout");
  CallbackCollector callbacks;
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    callbacks.Configure(context_, ROCPROFILER_CALLBACK_TRACING_HSA_AMD_EXT_API);
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  Begin();
  void* target_memory = nullptr;
  ASSERT_EQ(hsa_amd_memory_pool_allocate(pool_, 64 * 8, 0, &target_memory), HSA_STATUS_SUCCESS);
  std::vector<char> source_memory(64 * 8);
  hsa_pitched_ptr_t source = {source_memory.data(), 64, 64 * 8},
                    target = {target_memory, 64, 64 * 8};
  hsa_dim3_t offset = {0, 0, 0}, range = {16, 4, 1};
  hsa_signal_t done = {0}, before = {0};
  ASSERT_EQ(hsa_signal_create(1, 0, nullptr, &done), HSA_STATUS_SUCCESS);
  ASSERT_EQ(hsa_signal_create(0, 0, nullptr, &before), HSA_STATUS_SUCCESS);
  ASSERT_EQ(hsa_amd_memory_async_copy_rect(&target, &offset, &source, &offset, &range, gpu_,
                                           hsaHostToDevice, 1, &before, done),
            HSA_STATUS_SUCCESS);
  hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
  EXPECT_OK(rocprofiler_stop_context(context_));

  size_t phases = 0;
  for (const Told& told : callbacks.All()) {
    const char* name = nullptr;
    ASSERT_OK(rocprofiler_query_callback_tracing_kind_operation_name(
        told.record.kind, told.record.operation, &name, nullptr));
    if (name != std::string("hsa_amd_memory_async_copy_rect")) continue;
    ++phases;
    const auto payload = told.As<Payload>();
    Arguments arguments;
    memcpy(&arguments, payload.arguments, sizeof(arguments));
    EXPECT_EQ(arguments.dst, &target);
    EXPECT_EQ(arguments.dst_offset, &offset);
    EXPECT_EQ(arguments.src, &source);
    EXPECT_EQ(arguments.src_offset, &offset);
    EXPECT_EQ(arguments.range, &range);
    EXPECT_EQ(arguments.copy_agent.handle, gpu_.handle);
    EXPECT_EQ(arguments.dir, static_cast<uint32_t>(hsaHostToDevice));
    EXPECT_EQ(arguments.num_dep_signals, 1u);
    EXPECT_EQ(arguments.dep_signals, &before);
    EXPECT_EQ(arguments.completion_signal.handle, done.handle);
    EXPECT_EQ(told.arguments.find("range__val"), std::string::npos) << told.arguments;
    char text[64];
    snprintf(text, sizeof(text), "9 hsa_signal_t completion_signal=0x%lx *0; ", done.handle);
    EXPECT_NE(told.arguments.find(text), std::string::npos) << told.arguments;
  }
  EXPECT_EQ(phases, 2u);
}

// From before HSA starts.
TEST_F(HsaSdk, EveryCallOnce) {
  Trace({kHsaCore, kHsaAmd, kHsaImage, kHsaFinalize});
  Begin();
  for (int i = 0; i < 5; ++i) {
    hsa_signal_t signal;
    ASSERT_EQ(hsa_signal_create(1, 0, nullptr, &signal), HSA_STATUS_SUCCESS);
    hsa_signal_destroy(signal);
    void* memory = nullptr;
    ASSERT_EQ(hsa_amd_memory_pool_allocate(pool_, 64, 0, &memory), HSA_STATUS_SUCCESS);
    ASSERT_EQ(hsa_amd_memory_pool_free(memory), HSA_STATUS_SUCCESS);
  }
  Stop();
  hsa_signal_t signal;
  ASSERT_EQ(hsa_signal_create(1, 0, nullptr, &signal), HSA_STATUS_SUCCESS);

  const std::map<std::string, int> core = {{"hsa_iterate_agents", 1},
                                           {"hsa_agent_get_info", 2},
                                           {"hsa_signal_create", 5},
                                           {"hsa_signal_destroy", 5}};
  EXPECT_EQ(Names(kHsaCore), core);
  const std::map<std::string, int> amd = {{"hsa_amd_agent_iterate_memory_pools", 1},
                                          {"hsa_amd_memory_pool_allocate", 5},
                                          {"hsa_amd_memory_pool_free", 5}};
  EXPECT_EQ(Names(kHsaAmd), amd);
  std::map<uint64_t, uint64_t> ids;
  for (const auto& record : collector_.Of<HsaRecord>(kHsaCore)) {
    EXPECT_EQ(record.thread_id, ThreadId());
    EXPECT_LE(record.start_timestamp, record.end_timestamp);
    EXPECT_TRUE(ids.emplace(record.correlation_id.internal, record.correlation_id.ancestor).second);
    if (NameOf(kHsaCore, record.operation) != "hsa_agent_get_info") continue;
    EXPECT_NE(record.correlation_id.ancestor, 0u) << "of hsa_iterate_agents, which calls back";
  }
  int names = 0;
  EXPECT_OK(rocprofiler_iterate_buffer_tracing_kind_operations(
      kHsaCore,
      [](rocprofiler_buffer_tracing_kind_t, rocprofiler_tracing_operation_t, void* data) {
        ++*static_cast<int*>(data);
        return 0;
      },
      &names));
  EXPECT_EQ(names, 125);
}

TEST_F(HsaSdk, AllocationsAndFrees) {
  Trace({kAllocation});
  Begin();
  void* memory = nullptr;
  ASSERT_EQ(hsa_amd_memory_pool_allocate(pool_, 4096, 0, &memory), HSA_STATUS_SUCCESS);
  ASSERT_EQ(hsa_amd_memory_pool_free(memory), HSA_STATUS_SUCCESS);
  void* nothing = nullptr;
  EXPECT_NE(hsa_amd_memory_pool_allocate({9999}, 4096, 0, &nothing), HSA_STATUS_SUCCESS);
  EXPECT_EQ(hsa_amd_memory_pool_free(nullptr), HSA_STATUS_SUCCESS);
  Stop();
  const auto records = collector_.Of<AllocationRecord>(kAllocation);
  ASSERT_EQ(records.size(), 2u) << "neither what failed nor a free of nothing";
  EXPECT_EQ(records[0].operation, ROCPROFILER_MEMORY_ALLOCATION_ALLOCATE);
  EXPECT_EQ(records[0].allocation_size, 4096u);
  EXPECT_EQ(records[1].operation, ROCPROFILER_MEMORY_ALLOCATION_FREE);
  EXPECT_EQ(records[1].allocation_size, 0u);
  for (const AllocationRecord& record : records) {
    EXPECT_EQ(record.address.value, reinterpret_cast<uint64_t>(memory));
    EXPECT_EQ(record.thread_id, ThreadId());
    EXPECT_NE(record.correlation_id.internal, 0u);
    EXPECT_LE(record.start_timestamp, record.end_timestamp);
  }
  EXPECT_NE(records[0].agent_id.handle, 0u);
  EXPECT_EQ(NameOf(kAllocation, records[1].operation), "MEMORY_ALLOCATION_FREE");
}

// ENTER without what is known at EXIT only; also of what fails, and not what a callback asks for.
TEST_F(HsaSdk, CallbacksOfAllocationsAndFrees) {
  using Data = rocprofiler_callback_tracing_memory_allocation_data_t;
  CallbackCollector callbacks;
  callbacks.on_call = [this](const rocprofiler_callback_tracing_record_t&) {
    void* memory = nullptr;
    EXPECT_EQ(hsa_amd_memory_pool_allocate(pool_, 64, 0, &memory), HSA_STATUS_SUCCESS);
    EXPECT_EQ(hsa_amd_memory_pool_free(memory), HSA_STATUS_SUCCESS);
  };
  Tool::Run([&] {
    ASSERT_OK(rocprofiler_create_context(&context_));
    callbacks.Configure(context_, ROCPROFILER_CALLBACK_TRACING_MEMORY_ALLOCATION);
    ASSERT_OK(rocprofiler_start_context(context_));
  });
  Begin();
  void *memory = nullptr, *nothing = nullptr;
  ASSERT_EQ(hsa_amd_memory_pool_allocate(pool_, 4096, 0, &memory), HSA_STATUS_SUCCESS);
  ASSERT_EQ(hsa_amd_memory_pool_free(memory), HSA_STATUS_SUCCESS);
  EXPECT_NE(hsa_amd_memory_pool_allocate({9999}, 4096, 0, &nothing), HSA_STATUS_SUCCESS);
  EXPECT_OK(rocprofiler_stop_context(context_));

  const auto all = callbacks.All();
  ASSERT_EQ(all.size(), 6u);
  for (size_t i = 0; i < all.size(); ++i) {
    const Told& told = all[i];
    const auto data = told.As<Data>();
    const bool enter = i % 2 == 0, frees = i / 2 == 1, fails = i / 2 == 2;
    EXPECT_EQ(told.record.phase,
              enter ? ROCPROFILER_CALLBACK_PHASE_ENTER : ROCPROFILER_CALLBACK_PHASE_EXIT);
    EXPECT_EQ(told.record.operation,
              frees ? ROCPROFILER_MEMORY_ALLOCATION_FREE : ROCPROFILER_MEMORY_ALLOCATION_ALLOCATE);
    EXPECT_EQ(told.record.thread_id, ThreadId());
    EXPECT_NE(told.record.correlation_id.internal, 0u);
    EXPECT_EQ(data.size, sizeof(Data));
    EXPECT_EQ(data.allocation_size, frees ? 0u : 4096u);
    EXPECT_EQ(data.agent_id.handle != 0, i / 2 == 0);
    EXPECT_EQ(data.address.value, enter || fails ? 0 : reinterpret_cast<uint64_t>(memory));
    EXPECT_EQ(data.start_timestamp != 0, !enter);
    EXPECT_LE(data.start_timestamp, data.end_timestamp);
    if (!enter) {
      EXPECT_NE(told.word, 0u) << "what the tool kept at ENTER";
      EXPECT_EQ(told.record.correlation_id.internal, all[i - 1].record.correlation_id.internal);
    }
  }
}

TEST_F(HsaSdk, ScratchMemory) {
  Trace({kScratch});
  Begin();
  Code code(gpu_);
  uint64_t id = 0;
  {
    const Queue queue(gpu_);
    id = queue.handle()->id;
    hsa_signal_t done;
    ASSERT_EQ(hsa_signal_create(3, 0, nullptr, &done), HSA_STATUS_SUCCESS);
    for (const uint32_t bytes : {0u, 16u, 8u}) queue.Dispatch(code, done, bytes);
    hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
  }
  Stop();
  const auto records = collector_.Of<ScratchRecord>(kScratch);
  ASSERT_EQ(records.size(), 2u) << "once for what needs the most, and its end with the queue";
  EXPECT_EQ(records[0].operation, ROCPROFILER_SCRATCH_MEMORY_ALLOC);
  EXPECT_GT(records[0].allocation_size, 0u);
  EXPECT_EQ(records[1].operation, ROCPROFILER_SCRATCH_MEMORY_FREE);
  for (const ScratchRecord& record : records) {
    EXPECT_EQ(record.queue_id.handle, id);
    EXPECT_LE(record.start_timestamp, record.end_timestamp);
  }
}

}  // namespace
}  // namespace rocjfr::test
