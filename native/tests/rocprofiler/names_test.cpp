// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names and numbers: statuses, kinds, operations, version, time, threads, agents.
#include "fixture.h"
#include "rocprofiler-sdk/cxx/name_info.hpp"

namespace rocjfr::test {
namespace {

TEST(NamesTest, EveryStatusHasANameAndAText) {
  std::set<std::string> names, texts;
  for (int i = 0; i < ROCPROFILER_STATUS_LAST; ++i) {
    const auto status = static_cast<rocprofiler_status_t>(i);
    ASSERT_NE(rocprofiler_get_status_name(status), nullptr);
    names.insert(rocprofiler_get_status_name(status));
    texts.insert(rocprofiler_get_status_string(status));
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(ROCPROFILER_STATUS_LAST));
  EXPECT_EQ(texts.size(), static_cast<size_t>(ROCPROFILER_STATUS_LAST));
  EXPECT_STREQ(rocprofiler_get_status_name(ROCPROFILER_STATUS_ERROR_BUFFER_BUSY),
               "ROCPROFILER_STATUS_ERROR_BUFFER_BUSY");
  EXPECT_STREQ(rocprofiler_get_status_name(ROCPROFILER_STATUS_ERROR_PERMISSION_DENIED),
               "ROCPROFILER_STATUS_ERROR_PERMISSION_DENIED");
  EXPECT_EQ(rocprofiler_get_status_name(ROCPROFILER_STATUS_LAST), nullptr);
  EXPECT_EQ(rocprofiler_get_status_string(ROCPROFILER_STATUS_LAST), nullptr);
}

// AMD's numbers, as programs that were compiled with AMD's headers have them.
TEST(NamesTest, NumbersAreThoseOfTheSdk) {
  EXPECT_EQ(ROCPROFILER_STATUS_ERROR_BUFFER_BUSY, 14);
  EXPECT_EQ(ROCPROFILER_STATUS_ERROR_CONFIGURATION_LOCKED, 16);
  EXPECT_EQ(ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED, 17);
  EXPECT_EQ(ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, 5);
  EXPECT_EQ(ROCPROFILER_BUFFER_TRACING_MEMORY_COPY, 10);
  EXPECT_EQ(ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH, 11);
  EXPECT_EQ(ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT, 13);
  EXPECT_EQ(ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API, 32);
  EXPECT_EQ(ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT, 10);
  EXPECT_EQ(ROCPROFILER_BUFFER_POLICY_DISCARD, 1);
  EXPECT_EQ(ROCPROFILER_BUFFER_POLICY_LOSSLESS, 2);
  EXPECT_EQ(ROCPROFILER_HIP_RUNTIME_API_ID_hipApiName, 0);
  EXPECT_EQ(ROCPROFILER_HIP_RUNTIME_API_ID_hipMemGetHandleForAddressRange, 476);
  EXPECT_EQ(ROCPROFILER_HIP_RUNTIME_API_ID_LAST, 537);
}

TEST(NamesTest, KindsAndOperationsHaveNames) {
  const auto names = rocprofiler::sdk::get_buffer_tracing_names();
  ASSERT_EQ(names.size(), static_cast<size_t>(ROCPROFILER_BUFFER_TRACING_LAST));
  EXPECT_EQ(names.at(ROCPROFILER_BUFFER_TRACING_NONE), "NONE");
  EXPECT_EQ(names.at(ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API), "HIP_RUNTIME_API");
  EXPECT_EQ(names.at(ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API), "MARKER_CORE_RANGE_API");
  EXPECT_EQ(names.at(ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API,
                     ROCPROFILER_HIP_RUNTIME_API_ID_hipMalloc),
            "hipMalloc");
  EXPECT_EQ(names.at(ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API,
                     ROCPROFILER_HIP_RUNTIME_API_ID_hipMemGetHandleForAddressRange),
            "hipMemGetHandleForAddressRange");
  EXPECT_GT(names[ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API].operations.size(), 500u);
  EXPECT_EQ(names.at(ROCPROFILER_BUFFER_TRACING_HIP_COMPILER_API,
                     ROCPROFILER_HIP_COMPILER_API_ID___hipPushCallConfiguration),
            "__hipPushCallConfiguration");
  EXPECT_EQ(names.at(ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API,
                     ROCPROFILER_MARKER_CORE_API_ID_roctxGetThreadId),
            "roctxGetThreadId");
  EXPECT_EQ(names.at(ROCPROFILER_BUFFER_TRACING_MARKER_NAME_API,
                     ROCPROFILER_MARKER_NAME_API_ID_roctxNameHipStream),
            "roctxNameHipStream");
  EXPECT_EQ(
      names.at(ROCPROFILER_BUFFER_TRACING_MEMORY_COPY, ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST),
      "MEMORY_COPY_DEVICE_TO_HOST");
  EXPECT_EQ(
      names.at(ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH, ROCPROFILER_KERNEL_DISPATCH_COMPLETE),
      "KERNEL_DISPATCH_COMPLETE");
  EXPECT_EQ(names.at(ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API,
                     ROCPROFILER_MARKER_CORE_RANGE_API_ID_roctxProcessRangeA),
            "roctxProcessRangeA");
  EXPECT_EQ(names.at(ROCPROFILER_BUFFER_TRACING_RUNTIME_INITIALIZATION,
                     ROCPROFILER_RUNTIME_INITIALIZATION_ROCJPEG),
            "RUNTIME_INITIALIZATION_ROCJPEG");
  const auto callback_names = rocprofiler::sdk::get_callback_tracing_names();
  EXPECT_EQ(callback_names.at(ROCPROFILER_CALLBACK_TRACING_HIP_STREAM, ROCPROFILER_HIP_STREAM_SET),
            "HIP_STREAM_SET");
  EXPECT_EQ(callback_names.at(ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT,
                              ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER),
            "CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER");
}

// AMD's, in AMD's order: tools list all kinds' operations before they choose.
TEST(NamesTest, OperationsOfKindsThatAreNotServedHaveNames) {
  const auto names = rocprofiler::sdk::get_buffer_tracing_names();
  const auto callback_names = rocprofiler::sdk::get_callback_tracing_names();
  const struct {
    rocprofiler_buffer_tracing_kind_t kind;
    size_t count;
    const char *first, *last;
  } expected[] = {
      {ROCPROFILER_BUFFER_TRACING_RCCL_API, 37, "ncclAllGather", "ncclCommDeregister"},
      {ROCPROFILER_BUFFER_TRACING_OMPT, 31, "omp_thread_begin", "omp_callback_functions"},
      {ROCPROFILER_BUFFER_TRACING_ROCDECODE_API, 16, "rocDecCreateVideoParser",
       "rocDecDestroyBitstreamReader"},
      {ROCPROFILER_BUFFER_TRACING_ROCDECODE_API_EXT, 16, "rocDecCreateVideoParser",
       "rocDecDestroyBitstreamReader"},
      {ROCPROFILER_BUFFER_TRACING_ROCJPEG_API, 9, "rocJpegStreamCreate", "rocJpegGetErrorName"},
      {ROCPROFILER_BUFFER_TRACING_KFD_EVENT_PAGE_MIGRATE, ROCPROFILER_KFD_EVENT_PAGE_MIGRATE_LAST,
       "ROCPROFILER_KFD_EVENT_PAGE_MIGRATE_PREFETCH", "ROCPROFILER_KFD_EVENT_PAGE_MIGRATE_END"},
      {ROCPROFILER_BUFFER_TRACING_KFD_EVENT_PAGE_FAULT, ROCPROFILER_KFD_EVENT_PAGE_FAULT_LAST,
       "ROCPROFILER_KFD_EVENT_PAGE_FAULT_START",
       "ROCPROFILER_KFD_EVENT_PAGE_FAULT_END_PAGE_UPDATED"},
      {ROCPROFILER_BUFFER_TRACING_KFD_EVENT_QUEUE, ROCPROFILER_KFD_EVENT_QUEUE_LAST,
       "ROCPROFILER_KFD_EVENT_QUEUE_EVICT_SVM", "ROCPROFILER_KFD_EVENT_QUEUE_RESTORE"},
      {ROCPROFILER_BUFFER_TRACING_KFD_EVENT_UNMAP_FROM_GPU,
       ROCPROFILER_KFD_EVENT_UNMAP_FROM_GPU_LAST, "ROCPROFILER_KFD_EVENT_UNMAP_FROM_GPU_MMU_NOTIFY",
       "ROCPROFILER_KFD_EVENT_UNMAP_FROM_GPU_UNMAP_FROM_CPU"},
      {ROCPROFILER_BUFFER_TRACING_KFD_EVENT_DROPPED_EVENTS,
       ROCPROFILER_KFD_EVENT_DROPPED_EVENTS_LAST, "ROCPROFILER_KFD_EVENT_DROPPED_EVENTS",
       "ROCPROFILER_KFD_EVENT_DROPPED_EVENTS"},
      {ROCPROFILER_BUFFER_TRACING_KFD_PAGE_MIGRATE, ROCPROFILER_KFD_PAGE_MIGRATE_LAST,
       "ROCPROFILER_KFD_PAGE_MIGRATE_PREFETCH", "ROCPROFILER_KFD_PAGE_MIGRATE_TTM_EVICTION"},
      {ROCPROFILER_BUFFER_TRACING_KFD_PAGE_FAULT, ROCPROFILER_KFD_PAGE_FAULT_LAST,
       "ROCPROFILER_KFD_PAGE_FAULT_READ_FAULT_MIGRATED",
       "ROCPROFILER_KFD_PAGE_FAULT_WRITE_FAULT_UPDATED"},
      {ROCPROFILER_BUFFER_TRACING_KFD_QUEUE, ROCPROFILER_KFD_QUEUE_LAST,
       "ROCPROFILER_KFD_QUEUE_EVICT_SVM", "ROCPROFILER_KFD_QUEUE_EVICT_CRIU_RESTORE"},
  };
  for (const auto& one : expected) {
    const auto& operations = names[one.kind].operations;
    ASSERT_EQ(operations.size(), one.count) << one.first;
    EXPECT_EQ(operations.front(), one.first);
    EXPECT_EQ(operations.back(), one.last);
  }
  EXPECT_EQ(callback_names[ROCPROFILER_CALLBACK_TRACING_RCCL_API].operations.size(), 37u);
  EXPECT_EQ(callback_names[ROCPROFILER_CALLBACK_TRACING_OMPT].operations.size(), 31u);
  EXPECT_EQ(callback_names.at(ROCPROFILER_CALLBACK_TRACING_SCRATCH_MEMORY,
                              ROCPROFILER_SCRATCH_MEMORY_ASYNC_RECLAIM),
            "SCRATCH_MEMORY_ASYNC_RECLAIM");
}

TEST(NamesTest, QueriesTellWhatThereIsNot) {
  const char* name = "";
  uint64_t length = 7;
  const auto none = static_cast<rocprofiler_buffer_tracing_kind_t>(99);
  EXPECT_EQ(rocprofiler_query_buffer_tracing_kind_name(none, &name, &length),
            ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND);
  EXPECT_EQ(name, nullptr);
  EXPECT_EQ(length, 0u);
  EXPECT_OK(rocprofiler_query_buffer_tracing_kind_name(ROCPROFILER_BUFFER_TRACING_MEMORY_COPY,
                                                       nullptr, &length));
  EXPECT_EQ(length, strlen("MEMORY_COPY"));
  const auto query = [&](rocprofiler_buffer_tracing_kind_t kind, int operation) {
    return rocprofiler_query_buffer_tracing_kind_operation_name(kind, operation, &name, &length);
  };
  EXPECT_EQ(query(none, 0), ROCPROFILER_STATUS_ERROR_KIND_NOT_FOUND);
  EXPECT_EQ(query(ROCPROFILER_BUFFER_TRACING_NONE, 0), ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
  EXPECT_EQ(query(ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT, 0),
            ROCPROFILER_STATUS_ERROR_NOT_IMPLEMENTED);
  EXPECT_OK(query(ROCPROFILER_BUFFER_TRACING_HSA_CORE_API, 0));
  EXPECT_STREQ(name, "hsa_init");
  EXPECT_EQ(query(ROCPROFILER_BUFFER_TRACING_HSA_CORE_API, 125),
            ROCPROFILER_STATUS_ERROR_OPERATION_NOT_FOUND);
  for (const int operation : {-1, 5, 1 << 20}) {
    EXPECT_EQ(query(ROCPROFILER_BUFFER_TRACING_MEMORY_COPY, operation),
              ROCPROFILER_STATUS_ERROR_OPERATION_NOT_FOUND);
  }
  EXPECT_EQ(query(ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API, 2047),
            ROCPROFILER_STATUS_ERROR_OPERATION_NOT_FOUND);
  int seen = 0;
  EXPECT_OK(rocprofiler_iterate_buffer_tracing_kinds(
      [](rocprofiler_buffer_tracing_kind_t, void* data) {
        return ++*static_cast<int*>(data) == 3 ? 1 : 0;
      },
      &seen));
  EXPECT_EQ(seen, 3) << "not 0 ends it";
}

TEST(NamesTest, VersionTimeAndThread) {
  uint32_t major = 7, minor = 7, patch = 7;
  EXPECT_OK(rocprofiler_get_version(&major, &minor, &patch));
  EXPECT_OK(rocprofiler_get_version(nullptr, nullptr, nullptr));
  EXPECT_EQ(major * 10000 + minor * 100 + patch, 10000u);
  rocprofiler_timestamp_t first = 0, second = 0;
  timespec boot;
  EXPECT_OK(rocprofiler_get_timestamp(&first));
  clock_gettime(CLOCK_BOOTTIME, &boot);
  EXPECT_OK(rocprofiler_get_timestamp(&second));
  const uint64_t between = static_cast<uint64_t>(boot.tv_sec) * 1000000000u + boot.tv_nsec;
  EXPECT_LE(first, between);
  EXPECT_LE(between, second);
  rocprofiler_thread_id_t thread = 0;
  EXPECT_OK(rocprofiler_get_thread_id(&thread));
  EXPECT_EQ(thread, ThreadId());
}

TEST(NamesTest, AgentsAreToldOnce) {
  struct Seen {
    int calls = 0;
    size_t cpus = 0;
  } seen;
  const auto callback = [](rocprofiler_agent_version_t version, const void** agents, size_t count,
                           void* data) {
    auto* to = static_cast<Seen*>(data);
    ++to->calls;
    EXPECT_EQ(version, ROCPROFILER_AGENT_INFO_VERSION_0);
    for (size_t i = 0; i < count; ++i) {
      const auto* agent = static_cast<const rocprofiler_agent_t*>(agents[i]);
      EXPECT_EQ(agent->size, sizeof(*agent));
      EXPECT_NE(agent->id.handle, 0u);
      EXPECT_EQ(agent->logical_node_id, static_cast<int>(i));
      if (agent->type != ROCPROFILER_AGENT_TYPE_CPU) continue;
      ++to->cpus;
      EXPECT_GT(agent->cpu_cores_count, 0u);
    }
    return ROCPROFILER_STATUS_ERROR_AGENT_MISMATCH;
  };
  EXPECT_EQ(rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, callback,
                                               sizeof(rocprofiler_agent_t), &seen),
            ROCPROFILER_STATUS_ERROR_AGENT_MISMATCH)
      << "what the callback returns";
  EXPECT_EQ(seen.calls, 1);
  EXPECT_GE(seen.cpus, 1u);
  EXPECT_EQ(rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, callback,
                                               sizeof(rocprofiler_agent_t) + 8, &seen),
            ROCPROFILER_STATUS_ERROR_INCOMPATIBLE_ABI);
  for (const auto version :
       {ROCPROFILER_AGENT_INFO_VERSION_NONE, ROCPROFILER_AGENT_INFO_VERSION_LAST}) {
    EXPECT_EQ(
        rocprofiler_query_available_agents(version, callback, sizeof(rocprofiler_agent_t), &seen),
        ROCPROFILER_STATUS_ERROR_INVALID_ARGUMENT);
  }
  EXPECT_EQ(seen.calls, 1);
  EXPECT_EQ(rocprofiler_query_available_agents(ROCPROFILER_AGENT_INFO_VERSION_0, callback,
                                               sizeof(rocprofiler_agent_t) - 16, &seen),
            ROCPROFILER_STATUS_ERROR_AGENT_MISMATCH)
      << "an older caller's agent is shorter";
  EXPECT_EQ(seen.calls, 2);
}

}  // namespace
}  // namespace rocjfr::test
