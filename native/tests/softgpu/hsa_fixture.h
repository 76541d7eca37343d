// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the HSA API share: an open library, agents and pools by name, queues that take
// packets, and programs of our own that run as children with another environment.

#ifndef ROCJFR_TESTS_SOFTGPU_HSA_FIXTURE_H_
#define ROCJFR_TESTS_SOFTGPU_HSA_FIXTURE_H_

#include <gtest/gtest.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "code_object_builder.h"
#include "softgpu.h"

namespace rocjfr::softgpu::test {

#define ASSERT_HSA(call) ASSERT_EQ(HSA_STATUS_SUCCESS, (call))
#define EXPECT_HSA(call) EXPECT_EQ(HSA_STATUS_SUCCESS, (call))

constexpr uint64_t kSecond = 1000000000;

struct Devices {
  hsa_agent_t cpu{0};
  std::vector<hsa_agent_t> gpus;
};

Devices find_devices();

/// The pools of an agent, in the order that the library gives them.
std::vector<hsa_amd_memory_pool_t> pools_of(hsa_agent_t agent);

/// An open library.
class HsaTest : public ::testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;

  hsa_agent_t gpu() const { return devices_.gpus.at(0); }
  hsa_agent_t cpu() const { return devices_.cpu; }
  hsa_amd_memory_pool_t vram() const { return pools_of(gpu()).at(0); }

  Devices devices_;
};

/// A signal that goes away with its scope.
class ScopedSignal {
 public:
  explicit ScopedSignal(hsa_signal_value_t value);
  ~ScopedSignal() { EXPECT_HSA(hsa_signal_destroy(signal)); }
  ScopedSignal(const ScopedSignal&) = delete;
  ScopedSignal& operator=(const ScopedSignal&) = delete;

  int64_t value() const { return hsa_signal_load_scacquire(signal); }

  /// Waits until it is 0; false after ten seconds.
  bool wait_zero() const;

  hsa_signal_t signal{0};
};

/// A queue that goes away with its scope. Errors of the queue are counted.
class ScopedQueue {
 public:
  explicit ScopedQueue(hsa_agent_t agent, uint32_t packets = 64);
  ~ScopedQueue();
  ScopedQueue(const ScopedQueue&) = delete;
  ScopedQueue& operator=(const ScopedQueue&) = delete;

  /// Waits for a slot, writes the packet (64 bytes with header and setup first) and rings.
  void submit(const void* packet);

  void dispatch(uint64_t kernel_object, void* kernarg, hsa_signal_t done = {0}, uint32_t grid_x = 1,
                uint32_t block_x = 1);
  void barrier_and(const std::vector<hsa_signal_t>& dependencies, hsa_signal_t done);
  void barrier_or(const std::vector<hsa_signal_t>& dependencies, hsa_signal_t done);

  hsa_queue_t* queue = nullptr;
  std::atomic<int> last_error{0};
};

/// A loaded code object.
class ScopedExecutable {
 public:
  ScopedExecutable(hsa_agent_t agent, const std::vector<char>& image);
  ~ScopedExecutable();
  ScopedExecutable(const ScopedExecutable&) = delete;
  ScopedExecutable& operator=(const ScopedExecutable&) = delete;

  /// The kernel's object for dispatch packets, or 0.
  uint64_t kernel(const std::string& name) const;

  hsa_status_t load_status = HSA_STATUS_SUCCESS;
  hsa_executable_t executable{0};
  hsa_code_object_reader_t reader{0};
  std::vector<char> image;
};

/// A function that runs in a process of its own: its result is the exit status.
using ChildFunction = int (*)();
struct ChildRegistration {
  ChildRegistration(const char* name, ChildFunction function);
};
#define CHILD(name)                                                                               \
  static int child_##name();                                                                      \
  static const ::rocjfr::softgpu::test::ChildRegistration registered_##name(#name, child_##name); \
  static int child_##name()

struct ChildResult {
  int status = -1;     // exit status; 128 + signal; -1 where it took longer than 30 seconds
  std::string output;  // stdout and stderr
};

/// Runs a child of this program with these variables beside or instead of ours.
ChildResult run_child(const std::string& name,
                      const std::vector<std::pair<std::string, std::string>>& environment = {});

/// In main(): runs the child that the arguments ask for and exits, or returns.
void run_as_child(int argc, char** argv);

}  // namespace rocjfr::softgpu::test

#endif  // ROCJFR_TESTS_SOFTGPU_HSA_FIXTURE_H_
