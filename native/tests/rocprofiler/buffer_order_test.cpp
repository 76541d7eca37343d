// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The order of a thread's records where some were put elsewhere. The program is linked so that the
// buffer's own unlocking comes here first (-Wl,--wrap): what happens in between is held there.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "api/rocprofiler/buffer.h"
#include "api/rocprofiler/callback_thread.h"

namespace {

// A thread that stops when it has next released the buffer's lock.
struct Stop {
  std::atomic<bool> wanted{false}, reached{false}, go_on{false};

  void Reached() const {
    while (!reached.load()) sched_yield();
  }
};
const rocjfr::sdk::Buffer* g_buffer = nullptr;
thread_local Stop* t_stop = nullptr;

bool IsOfBuffer(const pthread_mutex_t* mutex) {
  const auto* place = reinterpret_cast<const char*>(mutex);
  const auto* begin = reinterpret_cast<const char*>(g_buffer);
  return g_buffer != nullptr && place >= begin && place < begin + sizeof(*g_buffer);
}

}  // namespace

extern "C" {
int __real_pthread_mutex_unlock(pthread_mutex_t* mutex);
__attribute__((visibility("default"))) int __wrap_pthread_mutex_unlock(pthread_mutex_t* mutex);
int __wrap_pthread_mutex_unlock(pthread_mutex_t* mutex) {
  const int result = __real_pthread_mutex_unlock(mutex);
  Stop* stop = t_stop;
  if (stop != nullptr && IsOfBuffer(mutex) && stop->wanted.load()) {
    t_stop = nullptr;
    stop->reached.store(true);
    while (!stop->go_on.load()) sched_yield();
  }
  return result;
}
}

namespace rocjfr::sdk {
namespace {

constexpr uint32_t kBytes = 64;
const auto kPage = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
const uint64_t kWhole = kPage / kBytes;  // records in an area

struct Record {
  uint64_t bytes = kBytes;
  uint64_t kind = 1;
  uint64_t number;
  uint64_t rest[5] = {};
};
static_assert(sizeof(Record) == kBytes, "");

struct Consumer {
  std::vector<uint64_t> numbers;
  // What the callback thread stops at after this callback.
  std::atomic<Stop*> next{nullptr};
  std::atomic<bool> in_callback{false}, go_on{false};

  static void OnBatch(rocprofiler_context_id_t, rocprofiler_buffer_id_t,
                      rocprofiler_record_header_t** headers, size_t count, void* data, uint64_t) {
    auto* self = static_cast<Consumer*>(data);
    self->in_callback.store(true);
    while (!self->go_on.load()) sched_yield();
    for (size_t i = 0; i < count; ++i) {
      self->numbers.push_back(static_cast<const Record*>(headers[i]->payload)->number);
    }
    t_stop = self->next.load();
  }
};

// What was put elsewhere was taken while the area that is filled was empty. Before it is handed
// over the same thread fills that area, which then is out.
TEST(BufferOrderTest, WhatWasPutElsewhereComesBeforeAnAreaThatCameOutLater) {
  static Consumer consumer;
  Buffer* buffer = Buffer::Make(
      {1},
      {{1}, kPage, 2 * kPage, ROCPROFILER_BUFFER_POLICY_LOSSLESS, &Consumer::OnBatch, &consumer});
  ASSERT_NE(buffer, nullptr);
  g_buffer = buffer;
  buffer->AssignTo(CallbackThread::Default());
  uint64_t number = 0;
  const auto write = [&](uint64_t count) {
    for (; count > 0; --count) {
      const Record record{kBytes, 1, ++number, {}};
      EXPECT_TRUE(buffer->Write(*CurrentThread(), Writer::kRuntime, &record));
    }
  };
  Stop first_back, swapped, second_back;
  consumer.next.store(&first_back);
  first_back.wanted.store(true);
  write(kWhole + 1);  // the first area comes out
  while (!consumer.in_callback.load()) sched_yield();
  write(kWhole);  // fills the second area, and one goes elsewhere
  consumer.go_on.store(true);
  first_back.Reached();
  // Another thread finds the second area full, has it come out, and does not get to write.
  std::thread other([&] {
    swapped.wanted.store(true);
    t_stop = &swapped;
    const Record record{kBytes, 1, 0, {}};
    EXPECT_TRUE(buffer->Write(*CurrentThread(), Writer::kCaller, &record));
  });
  swapped.Reached();
  second_back.wanted.store(true);
  consumer.next.store(&second_back);
  first_back.go_on.store(true);
  second_back.Reached();
  write(kWhole + 1);  // fills the area that was empty, which comes out
  consumer.next.store(nullptr);
  second_back.go_on.store(true);
  swapped.go_on.store(true);
  other.join();
  buffer->Flush(*CurrentThread());
  std::vector<uint64_t> own;
  for (const uint64_t got : consumer.numbers) {
    if (got != 0) own.push_back(got);
  }
  std::vector<uint64_t> expected;
  for (uint64_t i = 1; i <= number; ++i) expected.push_back(i);
  EXPECT_EQ(own, expected);
  EXPECT_EQ(consumer.numbers.size(), number + 1);
  g_buffer = nullptr;
  EXPECT_TRUE(buffer->Destroy(*CurrentThread()));
}

}  // namespace
}  // namespace rocjfr::sdk
