// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A tool inside the test program, and a buffer's consumer that keeps what it gets and checks what
// holds for every batch.
#ifndef ROCJFR_TESTS_ROCPROFILER_SDK_H_
#define ROCJFR_TESTS_ROCPROFILER_SDK_H_

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "rocprofiler-sdk/registration.h"
#include "rocprofiler-sdk/rocprofiler.h"

namespace rocjfr::test {

#define EXPECT_OK(call) EXPECT_EQ(call, ROCPROFILER_STATUS_SUCCESS)
#define ASSERT_OK(call) ASSERT_EQ(call, ROCPROFILER_STATUS_SUCCESS)

constexpr auto kApi = ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API;
constexpr auto kDispatch = ROCPROFILER_BUFFER_TRACING_KERNEL_DISPATCH;
constexpr auto kCopy = ROCPROFILER_BUFFER_TRACING_MEMORY_COPY;
constexpr auto kMarker = ROCPROFILER_BUFFER_TRACING_MARKER_CORE_API;
constexpr auto kRange = ROCPROFILER_BUFFER_TRACING_MARKER_CORE_RANGE_API;
constexpr auto kRetirement = ROCPROFILER_BUFFER_TRACING_CORRELATION_ID_RETIREMENT;

using ApiRecord = rocprofiler_buffer_tracing_hip_api_record_t;
using CopyRecord = rocprofiler_buffer_tracing_memory_copy_record_t;
using DispatchRecord = rocprofiler_buffer_tracing_kernel_dispatch_record_t;
using RetirementRecord = rocprofiler_buffer_tracing_correlation_id_retirement_record_t;

inline uint64_t ThreadId() {
  return static_cast<uint64_t>(syscall(SYS_gettid));
}

// The tool: what it does when it is initialised and finalised.
struct Tool {
  static inline std::function<int()> initialize;
  static inline std::function<void()> finalize;
  static inline rocprofiler_client_id_t* id = nullptr;
  static inline rocprofiler_client_finalize_t end = nullptr;

  static rocprofiler_tool_configure_result_t* Configure(uint32_t version, const char* text,
                                                        uint32_t priority,
                                                        rocprofiler_client_id_t* client) {
    EXPECT_EQ(version, 10000u);
    EXPECT_STREQ(text, "1.0.0");
    EXPECT_EQ(priority, 0u);
    EXPECT_EQ(client->size, sizeof(*client));
    client->name = "test";
    id = client;
    static rocprofiler_tool_configure_result_t result = {
        sizeof(result),
        [](rocprofiler_client_finalize_t function, void* data) {
          end = function;
          EXPECT_EQ(data, &id);
          return initialize ? initialize() : 0;
        },
        [](void* data) {
          EXPECT_EQ(data, &id);
          if (finalize) finalize();
        },
        &id};
    return &result;
  }
  // Initialises the library with this tool.
  static void Run(const std::function<void()>& body) {
    initialize = [body] {
      body();
      return 0;
    };
    ASSERT_OK(rocprofiler_force_configure(&Configure));
  }
};

struct Kept {
  uint32_t category, kind;
  std::vector<char> bytes;

  template <typename Record>
  Record As() const {
    Record record;
    EXPECT_EQ(bytes.size(), sizeof(record));
    memcpy(&record, bytes.data(), sizeof(record));
    return record;
  }
};

class Collector {
 public:
  // Called on the callback thread for each batch, before it is kept.
  std::function<void(rocprofiler_buffer_id_t)> on_batch;

  void Create(rocprofiler_context_id_t context, size_t size = 0x10000, size_t watermark = 0x10000,
              rocprofiler_buffer_policy_t policy = ROCPROFILER_BUFFER_POLICY_LOSSLESS) {
    context_ = context;
    ASSERT_OK(rocprofiler_create_buffer(context, size, watermark, policy, &Collector::OnBatch, this,
                                        &id_));
    EXPECT_NE(id_.handle, 0u);
  }
  void Configure(rocprofiler_buffer_tracing_kind_t kind,
                 std::vector<rocprofiler_tracing_operation_t> operations = {}) {
    ASSERT_OK(rocprofiler_configure_buffer_tracing_service(
        context_, kind, operations.empty() ? nullptr : operations.data(), operations.size(), id_));
  }
  rocprofiler_buffer_id_t id() const { return id_; }
  void Flush() const { EXPECT_OK(rocprofiler_flush_buffer(id_)); }

  std::vector<Kept> All() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return kept_;
  }
  template <typename Record>
  std::vector<Record> Of(uint32_t kind) const {
    std::vector<Record> records;
    for (const Kept& one : All()) {
      if (one.kind == kind) records.push_back(one.As<Record>());
    }
    return records;
  }
  std::vector<ApiRecord> Calls() const { return Of<ApiRecord>(kApi); }
  // How often each correlation id has.
  std::map<uint64_t, int> Retired() const {
    std::map<uint64_t, int> retired;
    for (const auto& record : Of<RetirementRecord>(kRetirement)) {
      ++retired[record.internal_correlation_id];
    }
    return retired;
  }
  size_t Count() const { return All().size(); }
  std::vector<size_t> Batches() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return batches_;
  }
  uint64_t Drops() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return drops_;
  }
  std::set<uint64_t> Threads() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return threads_;
  }
  void Forget() {
    std::lock_guard<std::mutex> lock(mutex_);
    kept_.clear();
    batches_.clear();
    drops_ = 0;
  }
  bool WaitForBatches(size_t count) const {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::minutes(10),
                             [&] { return batches_.size() >= count; });
  }

 private:
  static void OnBatch(rocprofiler_context_id_t context, rocprofiler_buffer_id_t buffer,
                      rocprofiler_record_header_t** headers, size_t count, void* data,
                      uint64_t drops) {
    auto* self = static_cast<Collector*>(data);
    EXPECT_EQ(context.handle, self->context_.handle);
    EXPECT_EQ(buffer.handle, self->id_.handle);
    EXPECT_GT(count, 0u);
    if (self->on_batch) self->on_batch(buffer);
    std::lock_guard<std::mutex> lock(self->mutex_);
    self->threads_.insert(ThreadId());
    for (size_t i = 0; i < count; ++i) {
      const rocprofiler_record_header_t& header = *headers[i];
      EXPECT_EQ(header.hash, rocprofiler_record_header_compute_hash(header.category, header.kind));
      uint64_t size = 0;
      memcpy(&size, header.payload, sizeof(size));
      const auto* bytes = static_cast<const char*>(header.payload);
      self->kept_.push_back({header.category, header.kind, {bytes, bytes + size}});
    }
    self->batches_.push_back(count);
    self->drops_ += drops;
    self->changed_.notify_all();
  }

  rocprofiler_context_id_t context_{};
  rocprofiler_buffer_id_t id_{};
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::vector<Kept> kept_;
  std::vector<size_t> batches_;
  std::set<uint64_t> threads_;
  uint64_t drops_ = 0;
};

// Each thread's records in order, and none twice.
inline void ExpectOrder(const std::vector<ApiRecord>& records) {
  std::map<uint64_t, uint64_t> last;
  std::set<uint64_t> ids;
  for (const ApiRecord& record : records) {
    EXPECT_TRUE(ids.insert(record.correlation_id.internal).second) << "a record twice";
    EXPECT_GT(record.correlation_id.internal, last[record.thread_id]) << "out of order";
    last[record.thread_id] = record.correlation_id.internal;
  }
}

inline std::string NameOf(uint32_t kind, rocprofiler_tracing_operation_t operation) {
  const char* name = nullptr;
  rocprofiler_query_buffer_tracing_kind_operation_name(
      static_cast<rocprofiler_buffer_tracing_kind_t>(kind), operation, &name, nullptr);
  return name == nullptr ? "" : name;
}

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_ROCPROFILER_SDK_H_
