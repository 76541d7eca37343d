// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The buffer by itself against a model, with random sizes, watermarks, record sizes, policies,
// producers and flushes. ROCJFR_SEED repeats a run; ROCJFR_ROUNDS makes it longer.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include "api/rocprofiler/buffer.h"
#include "api/rocprofiler/callback_thread.h"

namespace rocjfr::sdk {
namespace {

const auto kPage = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));

uint64_t FromEnvironment(const char* name, uint64_t otherwise) {
  const char* text = getenv(name);
  return text == nullptr ? otherwise : strtoull(text, nullptr, 0);
}

// What a record holds, as far as it has room: its size, who made it as its kind, the how many-th it
// is, and a pattern.
struct Header {
  uint64_t bytes;
  uint32_t producer, padding;
};
constexpr uint32_t kNumber = 16, kPattern = 24;

struct Consumer {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<size_t> batches;
  std::map<uint32_t, uint64_t> last;  // by producer
  uint64_t delivered = 0, drops = 0, bytes = 0;
  int pause_us = 0;

  static void OnBatch(rocprofiler_context_id_t, rocprofiler_buffer_id_t,
                      rocprofiler_record_header_t** headers, size_t count, void* data,
                      uint64_t drops) {
    auto* self = static_cast<Consumer*>(data);
    if (self->pause_us != 0) usleep(static_cast<useconds_t>(self->pause_us));
    std::lock_guard<std::mutex> lock(self->mutex);
    for (size_t i = 0; i < count; ++i) self->Take(*headers[i]);
    self->batches.push_back(count);
    self->delivered += count;
    self->drops += drops;
    self->changed.notify_all();
  }
  void Take(const rocprofiler_record_header_t& taken) {
    EXPECT_EQ(taken.category, 1u);
    const auto* payload = static_cast<const char*>(taken.payload);
    uint64_t size;
    memcpy(&size, payload, sizeof(size));
    bytes += size;
    if (size < kPattern) return;  // no room for a number
    Header header;
    memcpy(&header, payload, sizeof(header));
    EXPECT_EQ(taken.kind, header.producer);
    uint64_t number;
    memcpy(&number, payload + kNumber, sizeof(number));
    EXPECT_GT(number, last[header.producer]) << "out of order, or twice";
    last[header.producer] = number;
    for (uint32_t i = kPattern; i < size; ++i) {
      ASSERT_EQ(payload[i], static_cast<char>(number + i)) << "torn";
    }
  }
};

// Buffers are never freed; the library keeps them in a list, as this does.
std::vector<Buffer*>& Kept() {
  static auto* kept = new std::vector<Buffer*>;
  return *kept;
}

Buffer* Make(Consumer* consumer, uint64_t size, uint64_t watermark,
             rocprofiler_buffer_policy_t policy) {
  Buffer* buffer = Buffer::Make({1}, {{1}, size, watermark, policy, &Consumer::OnBatch, consumer});
  EXPECT_NE(buffer, nullptr);
  Kept().push_back(buffer);
  buffer->AssignTo(CallbackThread::Default());
  return buffer;
}

bool Write(Buffer* buffer, uint32_t producer, uint64_t number, uint32_t bytes) {
  char record[1024];
  const Header header = {bytes, producer, 0};
  memcpy(record, &header, sizeof(header));
  memcpy(record + kNumber, &number, sizeof(number));
  for (uint32_t i = kPattern; i < bytes; ++i) record[i] = static_cast<char>(number + i);
  return buffer->Write(*CurrentThread(), producer % 2 == 1 ? Writer::kRuntime : Writer::kCaller,
                       record);
}

// The document's own example.
TEST(ModelTest, SixEightByteRecordsWithAWatermarkOf48Bytes) {
  Consumer consumer;
  Buffer* buffer = Make(&consumer, 4096, 48, ROCPROFILER_BUFFER_POLICY_LOSSLESS);
  for (uint64_t i = 1; i <= 5; ++i) EXPECT_TRUE(Write(buffer, 0, i, 8));
  usleep(20000);
  EXPECT_EQ(consumer.delivered, 0u);
  EXPECT_TRUE(Write(buffer, 0, 6, 8));
  buffer->Flush(*CurrentThread());
  // A callback is given twice as many each time.
  ASSERT_EQ(consumer.batches, (std::vector<size_t>{1, 2, 3}));
  for (uint64_t i = 1; i <= 4; ++i) {
    EXPECT_TRUE(Write(buffer, 0, i, 64));
    std::unique_lock<std::mutex> lock(consumer.mutex);
    consumer.changed.wait(lock, [&] { return consumer.batches.size() == 3 + i; });
  }
  EXPECT_EQ(consumer.batches, (std::vector<size_t>{1, 2, 3, 1, 1, 1, 1}));
}

// One producer and no watermark in reach: the model says exactly what is dropped. What does not fit
// is, and has the rest handed over.
TEST(ModelTest, DiscardDropsWhatTheModelDrops) {
  const uint64_t seed = FromEnvironment("ROCJFR_SEED", std::random_device{}());
  const uint64_t rounds = FromEnvironment("ROCJFR_ROUNDS", 200);
  printf("ROCJFR_SEED=%lu\n", static_cast<unsigned long>(seed));
  std::mt19937_64 random(seed);
  const auto pick = [&](uint64_t from, uint64_t to) {
    return std::uniform_int_distribution<uint64_t>(from, to)(random);
  };
  for (uint64_t round = 0; round < rounds; ++round) {
    Consumer consumer;
    const uint64_t size = pick(0, 3 * kPage);
    const uint64_t room = Buffer::RoundUp(size);
    Buffer* buffer = Make(&consumer, size, room, ROCPROFILER_BUFFER_POLICY_DISCARD);
    uint64_t number = 0, fit = 0, dropped = 0;
    for (uint64_t flush = 0; flush < 3; ++flush) {
      uint64_t used = 0;
      for (uint64_t i = pick(0, 1000); i > 0; --i) {
        const auto bytes = static_cast<uint32_t>(8 * pick(1, 40));
        // An exactly full buffer has reached its watermark.
        if (used + bytes == room) continue;
        const bool fits = used + bytes < room;
        ++(fits ? fit : dropped);
        ASSERT_EQ(Write(buffer, 0, ++number, bytes), fits) << "seed " << seed;
        used += bytes;
        if (fits) continue;
        used = 0;
        std::unique_lock<std::mutex> lock(consumer.mutex);
        consumer.changed.wait(lock, [&] { return consumer.delivered == fit; });
        ASSERT_EQ(consumer.drops, dropped) << "seed " << seed;
      }
      buffer->Flush(*CurrentThread());
      ASSERT_EQ(consumer.delivered, fit) << "seed " << seed;
      ASSERT_EQ(consumer.drops, dropped) << "seed " << seed;
    }
    while (!buffer->Destroy(*CurrentThread())) usleep(10);
  }
}

TEST(ModelTest, DeliveredAndDroppedAreAllThatWasMade) {
  const uint64_t seed = FromEnvironment("ROCJFR_SEED", std::random_device{}());
  const uint64_t rounds = FromEnvironment("ROCJFR_ROUNDS", 40);
  printf("ROCJFR_SEED=%lu\n", static_cast<unsigned long>(seed));
  std::mt19937_64 random(seed);
  const auto pick = [&](uint64_t from, uint64_t to) {
    return std::uniform_int_distribution<uint64_t>(from, to)(random);
  };
  for (uint64_t round = 0; round < rounds; ++round) {
    Consumer consumer;
    const bool lossless = pick(0, 1) == 0;
    const uint64_t size = pick(0, 3) == 0 ? pick(0, 64) : pick(0, 8 * kPage);
    const uint64_t room = Buffer::RoundUp(size);
    const uint64_t watermark = pick(0, 3) == 0 ? 0 : pick(0, room);
    consumer.pause_us = pick(0, 2) == 0 ? static_cast<int>(pick(1, 300)) : 0;
    SCOPED_TRACE(testing::Message() << "seed " << seed << " round " << round << " size " << size
                                    << " watermark " << watermark << " lossless " << lossless);
    Buffer* buffer =
        Make(&consumer, size, watermark,
             lossless ? ROCPROFILER_BUFFER_POLICY_LOSSLESS : ROCPROFILER_BUFFER_POLICY_DISCARD);
    const auto producers = static_cast<uint32_t>(pick(1, 4));
    const uint64_t each = pick(1, 3000);
    const auto largest = static_cast<uint32_t>(pick(1, 100));
    std::atomic<uint64_t> kept{0}, refused{0};
    std::vector<std::thread> threads;
    for (uint32_t producer = 0; producer < producers; ++producer) {
      threads.emplace_back([&, producer, own = random()]() mutable {
        std::mt19937_64 mine(own);
        for (uint64_t i = 1; i <= each; ++i) {
          const auto bytes = static_cast<uint32_t>(8 * (1 + mine() % largest));
          ++(Write(buffer, producer, i, bytes) ? kept : refused);
          if (mine() % 500 == 0) buffer->Flush(*CurrentThread());
        }
      });
    }
    for (auto& thread : threads) thread.join();
    buffer->Flush(*CurrentThread());
    ASSERT_EQ(consumer.delivered, kept);
    ASSERT_EQ(consumer.drops, refused);
    ASSERT_EQ(kept + refused, producers * each);
    if (lossless) {
      ASSERT_EQ(refused, 0u);
    }
    while (!buffer->Destroy(*CurrentThread())) usleep(10);
  }
}

}  // namespace
}  // namespace rocjfr::sdk
