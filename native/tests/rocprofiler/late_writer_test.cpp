// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The buffer by itself: threads that do not finish what they write, and a buffer that is destroyed
// while threads write to it.
#include <gtest/gtest.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "api/rocprofiler/buffer.h"
#include "api/rocprofiler/callback_thread.h"

namespace {

// Where the processor is busy: how long a callback thread that yields it does not have it again.
std::atomic<useconds_t> g_yield_us{0};
std::atomic<int> g_yields{0};

}  // namespace

extern "C" {
int __real_sched_yield();
__attribute__((visibility("default"))) int __wrap_sched_yield();
int __wrap_sched_yield() {
  const rocjfr::sdk::Thread* thread = rocjfr::sdk::CurrentThread();
  if (thread == nullptr || thread->serves == nullptr) return __real_sched_yield();
  ++g_yields;
  return g_yield_us == 0 ? __real_sched_yield() : usleep(g_yield_us);
}
}

namespace rocjfr::sdk {
namespace {

const auto kPage = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
constexpr uint32_t kBytes = 64;

struct Record {
  uint64_t bytes = kBytes;
  uint64_t kind = 1;
  uint64_t number = 0;
  uint64_t rest[5] = {};

  explicit Record(uint64_t n = 0) : number(n) {
    for (uint64_t& word : rest) word = ~n;
  }
};
static_assert(sizeof(Record) == kBytes, "");

struct Consumer {
  std::mutex mutex;
  std::vector<uint64_t> numbers;
  uint64_t drops = 0;

  static void OnBatch(rocprofiler_context_id_t, rocprofiler_buffer_id_t,
                      rocprofiler_record_header_t** headers, size_t count, void* data,
                      uint64_t drops) {
    auto* self = static_cast<Consumer*>(data);
    std::lock_guard<std::mutex> lock(self->mutex);
    for (size_t i = 0; i < count; ++i) {
      Record record;
      memcpy(static_cast<void*>(&record), headers[i]->payload, sizeof(record));
      EXPECT_EQ(record.bytes, uint64_t{kBytes});
      for (const uint64_t word : record.rest) EXPECT_EQ(word, ~record.number) << "torn";
      self->numbers.push_back(record.number);
    }
    self->drops += drops;
    // Our threads block all signals.
    sigset_t fault;
    sigemptyset(&fault);
    sigaddset(&fault, SIGSEGV);
    pthread_sigmask(SIG_UNBLOCK, &fault, nullptr);
  }
};

// Buffers are never freed; the library keeps them in a list, as this does.
Buffer* Make(Consumer* consumer, uint64_t pages = 1) {
  static auto* kept = new std::vector<Buffer*>;
  const uint64_t bytes = pages * kPage;
  Buffer* buffer = Buffer::Make(
      {1}, {{1}, bytes, bytes, ROCPROFILER_BUFFER_POLICY_LOSSLESS, &Consumer::OnBatch, consumer});
  EXPECT_NE(buffer, nullptr);
  kept->push_back(buffer);
  buffer->AssignTo(CallbackThread::Default());
  return buffer;
}

bool Write(Buffer* buffer, uint64_t number) {
  const Record record(number);
  return buffer->Write(*CurrentThread(), Writer::kCaller, &record);
}

// A thread that stops where it touches a page that is not accessible, until it may go on.
class Stopped {
 public:
  Stopped(void* page, Buffer* buffer, const void* record) : page_(page) {
    sem_init(&s_inside, 0, 0);
    sem_init(&s_go, 0, 0);
    struct sigaction action = {};
    action.sa_handler = [](int) {
      sem_post(&s_inside);
      while (sem_wait(&s_go) != 0) {
      }
    };
    sigaction(SIGSEGV, &action, nullptr);
    thread_ =
        std::thread([=] { EXPECT_TRUE(buffer->Write(*CurrentThread(), Writer::kCaller, record)); });
    while (sem_wait(&s_inside) != 0) {
    }
  }
  void MakeAccessible() const { mprotect(page_, kPage, PROT_READ | PROT_WRITE); }
  void GoOn() {
    MakeAccessible();
    sem_post(&s_go);
    thread_.join();
    signal(SIGSEGV, SIG_DFL);
  }

 private:
  static inline sem_t s_inside, s_go;
  void* const page_;
  std::thread thread_;
};

// A record of which the second half cannot be read.
class HalfRecord {
 public:
  explicit HalfRecord(uint64_t number)
      : pages_(static_cast<char*>(
            mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    new (record()) Record(number);
    mprotect(second(), kPage, PROT_NONE);
  }
  ~HalfRecord() { munmap(pages_, 2 * kPage); }
  void* record() const { return pages_ + kPage - kBytes / 2; }
  void* second() const { return pages_ + kPage; }

 private:
  char* const pages_;
};

std::vector<uint64_t> Numbers(uint64_t from, uint64_t to) {
  std::vector<uint64_t> numbers;
  while (from <= to) numbers.push_back(from++);
  return numbers;
}

class LateWriterTest : public testing::Test {
 protected:
  void SetUp() override { buffer_ = Make(&consumer_); }
  void Write(uint64_t from, uint64_t to) {
    for (; from <= to; ++from) EXPECT_TRUE(sdk::Write(buffer_, from));
  }
  void Flush() { buffer_->Flush(*CurrentThread()); }
  // Both areas are filled several times, while and after the late writer goes on.
  void GoOnWhileOthersWrite(Stopped* stopped) {
    Write(5, 900);
    Flush();
    Write(901, 930);
    stopped->GoOn();
    Write(931, 1800);
    Flush();
    EXPECT_EQ(consumer_.numbers, Numbers(1, 1800));
    EXPECT_EQ(consumer_.drops, 1u);
    EXPECT_TRUE(buffer_->Destroy(*CurrentThread()));
  }

  Consumer consumer_;
  Buffer* buffer_ = nullptr;
};

TEST_F(LateWriterTest, ARecordThatIsNotPublishedIsSkippedAndCounted) {
  const HalfRecord half(99999);
  Write(1, 2);
  Stopped stopped(half.second(), buffer_, half.record());
  Write(3, 4);
  Flush();
  EXPECT_EQ(consumer_.numbers, Numbers(1, 4));
  EXPECT_EQ(consumer_.drops, 1u);
  GoOnWhileOthersWrite(&stopped);
}

// The thread has only taken its place: not even the size of its record is known.
TEST_F(LateWriterTest, AlsoWhereNothingOfItWasWritten) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the fault would be in the sanitizer's own store, which cannot be left waiting";
#endif
  const Record record(99999);
  Write(1, 2);
  void* const memory = const_cast<void*>(buffer_->memory());
  mprotect(memory, kPage, PROT_READ);
  Stopped stopped(memory, buffer_, &record);
  stopped.MakeAccessible();
  Write(3, 4);
  Flush();
  EXPECT_EQ(consumer_.numbers, Numbers(1, 4));
  EXPECT_EQ(consumer_.drops, 1u);
  GoOnWhileOthersWrite(&stopped);
}

TEST_F(LateWriterTest, NothingElseIsInTheArea) {
  const HalfRecord half(99999);
  Stopped stopped(half.second(), buffer_, half.record());
  Flush();
  EXPECT_TRUE(consumer_.numbers.empty());
  Write(1, 4);
  Flush();
  EXPECT_EQ(consumer_.numbers, Numbers(1, 4));
  EXPECT_EQ(consumer_.drops, 1u);
  GoOnWhileOthersWrite(&stopped);
}

// Beside other processes each look takes as long as their turns: it is a second all the same.
TEST_F(LateWriterTest, IsWaitedForASecondBesideOthers) {
  const HalfRecord half(99999);
  Stopped stopped(half.second(), buffer_, half.record());
  g_yields = 0;
  g_yield_us = 11000;
  Flush();
  g_yield_us = 0;
  // At least: the thread may also yield before it sleeps, when it has nothing to do.
  EXPECT_GE(g_yields, 100) << "of which each counts for 10 ms, however long it took";
  EXPECT_EQ(consumer_.drops, 0u) << "with the next record";
  stopped.GoOn();
  EXPECT_TRUE(buffer_->Destroy(*CurrentThread()));
}

// Who destroys is told that the buffer is busy after 5 s: a processor that others have may not
// come to the late writer's place in that time.
constexpr uint32_t kPatienceMs = UINT32_MAX;

// What the late writer touches stays mapped.
TEST_F(LateWriterTest, TheBufferIsDestroyedMeanwhile) {
  const HalfRecord half(99999);
  Write(1, 2);
  Stopped stopped(half.second(), buffer_, half.record());
  Write(3, 4);
  EXPECT_TRUE(buffer_->Destroy(*CurrentThread(), kPatienceMs));
  EXPECT_EQ(consumer_.numbers, Numbers(1, 4));
  EXPECT_EQ(consumer_.drops, 1u);
  stopped.GoOn();
  EXPECT_FALSE(sdk::Write(buffer_, 5));
}

// Two threads that have taken their places, of which the second goes on while the first one's is
// being skipped: after the first word of its record was looked at, before the others are.
class Skipping {
 public:
  // In the buffer's second area.
  explicit Skipping(Buffer* buffer) : buffer_(buffer) {
    s_memory = static_cast<char*>(const_cast<void*>(buffer->memory())) + buffer->memory_bytes() / 2;
    for (sem_t* semaphore : {&s_inside, &s_go[0], &s_go[1], &s_written}) sem_init(semaphore, 0, 0);
    struct sigaction action = {};
    action.sa_handler = &OnFault;
    sigaction(SIGSEGV, &action, nullptr);
    mprotect(s_memory, kPage, PROT_READ);
  }
  void Start(int writer, const void* record) {
    threads_[writer] = std::thread([=] {
      t_writer = writer;
      EXPECT_TRUE(buffer_->Write(*CurrentThread(), Writer::kCaller, record));
      if (writer == 1) sem_post(&s_written);
    });
    Wait(&s_inside);
  }
  static void MakeAccessible() { mprotect(s_memory, 2 * kPage, PROT_READ | PROT_WRITE); }
  static void GoOn(int writer) { sem_post(&s_go[writer]); }
  // Who reads the second page has the second writer go on.
  static void Arm() { mprotect(s_memory + kPage, kPage, PROT_NONE); }
  void End() {
    sem_post(&s_go[0]);
    for (std::thread& thread : threads_) thread.join();
    signal(SIGSEGV, SIG_DFL);
  }

 private:
  static void Wait(sem_t* semaphore) {
    while (sem_wait(semaphore) != 0) {
    }
  }
  static void OnFault(int) {
    if (t_writer >= 0) {
      sem_post(&s_inside);
      return Wait(&s_go[t_writer]);
    }
    MakeAccessible();
    GoOn(1);
    Wait(&s_written);
  }

  static inline char* s_memory = nullptr;
  static inline sem_t s_inside, s_go[2], s_written;
  static inline thread_local int t_writer = -1;
  Buffer* const buffer_;
  std::thread threads_[2];
};

TEST(SkippingTest, ARecordBehindItIsWrittenMeanwhile) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the fault would be in the sanitizer's own store, which cannot be left waiting";
#endif
  Consumer consumer;
  Buffer* const buffer = Make(&consumer, 2);
  // Its first words on the first page, the others on the second one.
  const Record record(5);
  std::vector<uint64_t> before((kPage - kBytes / 2) / sizeof(uint64_t));
  before[0] = before.size() * sizeof(uint64_t);
  EXPECT_TRUE(Write(buffer, 1));
  buffer->Flush(*CurrentThread());
  Skipping skipping(buffer);
  skipping.Start(0, before.data());
  skipping.Start(1, &record);
  Skipping::Arm();
  buffer->Flush(*CurrentThread());
  EXPECT_EQ(consumer.numbers, (std::vector<uint64_t>{1, 5}));
  EXPECT_EQ(consumer.drops, 1u);
  skipping.End();
  EXPECT_TRUE(buffer->Destroy(*CurrentThread()));
}

// Neighbours of which not even the sizes are known.
TEST(SkippingTest, EachOfTwoNeighboursIsCounted) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "the fault would be in the sanitizer's own store, which cannot be left waiting";
#endif
  Consumer consumer;
  Buffer* const buffer = Make(&consumer, 2);
  EXPECT_TRUE(Write(buffer, 1));
  buffer->Flush(*CurrentThread());
  const Record first(98), second(99);
  Skipping skipping(buffer);
  skipping.Start(0, &first);
  skipping.Start(1, &second);
  Skipping::MakeAccessible();
  EXPECT_TRUE(Write(buffer, 2));
  buffer->Flush(*CurrentThread());
  EXPECT_EQ(consumer.numbers, (std::vector<uint64_t>{1, 2}));
  EXPECT_EQ(consumer.drops, 2u);
  Skipping::GoOn(1);
  skipping.End();
  EXPECT_TRUE(buffer->Destroy(*CurrentThread()));
}

// The callback thread is in another buffer's callback, which waits for the one that destroys.
TEST(DestroyTest, IsGivenUpWhileAnotherBuffersCallbackWaitsForIt) {
  struct Waiting {
    sem_t inside, go;
    static void OnBatch(rocprofiler_context_id_t, rocprofiler_buffer_id_t,
                        rocprofiler_record_header_t**, size_t, void* data, uint64_t) {
      auto* self = static_cast<Waiting*>(data);
      sem_post(&self->inside);
      while (sem_wait(&self->go) != 0) {
      }
    }
  } waiting;
  sem_init(&waiting.inside, 0, 0);
  sem_init(&waiting.go, 0, 0);
  Consumer consumer;
  Buffer* const buffer = Make(&consumer);
  Buffer* const other = Buffer::Make(
      {2}, {{1}, kPage, 0, ROCPROFILER_BUFFER_POLICY_LOSSLESS, &Waiting::OnBatch, &waiting});
  other->AssignTo(CallbackThread::Default());
  EXPECT_TRUE(Write(other, 1));  // its watermark is 0
  while (sem_wait(&waiting.inside) != 0) {
  }
  EXPECT_TRUE(Write(buffer, 1));
  EXPECT_FALSE(buffer->Destroy(*CurrentThread(), 1));
  EXPECT_FALSE(buffer->Destroy(*CurrentThread(), 1)) << "busy: what was left waits";
  EXPECT_TRUE(Write(buffer, 2)) << "as if nothing had been asked";
  sem_post(&waiting.go);
  buffer->Flush(*CurrentThread());
  EXPECT_EQ(consumer.numbers, (std::vector<uint64_t>{1, 2}));
  EXPECT_EQ(consumer.drops, 0u);
  EXPECT_TRUE(buffer->Destroy(*CurrentThread()));
  EXPECT_FALSE(Write(buffer, 3));
  EXPECT_TRUE(other->Destroy(*CurrentThread()));
}

// What a thread was told is written is delivered, and nobody writes to what is unmapped. Each
// buffer is destroyed about when its first records are written.
TEST(DestroyTest, WhileThreadsWrite) {
  const char* text = getenv("ROCJFR_ROUNDS");
  const int rounds = text == nullptr ? 4000 : atoi(text);
  Consumer consumer;
  std::atomic<Buffer*> current{nullptr};
  std::atomic<bool> stop{false};
  std::atomic<uint64_t> written{0};
  std::vector<std::thread> writers;
  for (int i = 0; i < 2; ++i) {
    writers.emplace_back([&] {
      const Buffer* last = nullptr;
      while (!stop.load()) {
        Buffer* const buffer = current.load();
        if (buffer == last) continue;
        last = buffer;
        for (int n = 0; n < 3; ++n) {
          if (Write(buffer, 1)) written.fetch_add(1);
        }
      }
    });
  }
  for (int round = 0; round < rounds; ++round) {
    Buffer* const buffer = Make(&consumer);
    current.store(buffer);
    for (volatile int spin = round % 256; spin > 0; spin = spin - 1) {
    }
    while (!buffer->Destroy(*CurrentThread())) std::this_thread::yield();
  }
  stop.store(true);
  for (auto& writer : writers) writer.join();
  EXPECT_EQ(consumer.numbers.size(), written.load());
}

}  // namespace
}  // namespace rocjfr::sdk
