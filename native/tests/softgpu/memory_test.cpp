// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "hsa_fixture.h"

// Adds 1 to each of the integers that its first argument points to; the second is their number.
extern "C" __attribute__((visibility("default"))) void softgpu_increment(
    const softgpu_launch_t* launch) {
  struct {
    int* data;
    uint64_t count;
  } arguments;
  std::memcpy(&arguments, launch->kernarg, sizeof arguments);
  for (uint64_t i = 0; i < arguments.count; ++i) ++arguments.data[i];
}

// Stores its second argument, an address, as data where the first one points to.
extern "C" __attribute__((visibility("default"))) void softgpu_note(
    const softgpu_launch_t* launch) {
  uint64_t arguments[2];
  std::memcpy(arguments, launch->kernarg, sizeof arguments);
  std::memcpy(reinterpret_cast<void*>(arguments[0]), &arguments[1], sizeof(uint64_t));
}

namespace rocjfr::softgpu::test {
namespace {

using MemoryTest = HsaTest;

constexpr int kInvalidPool = HSA_STATUS_ERROR_INVALID_MEMORY_POOL;

TEST_F(MemoryTest, PoolsAreAsTheRuntimeNeedsThem) {
  auto cpu_pools = pools_of(cpu());
  auto gpu_pools = pools_of(gpu());
  ASSERT_EQ(3u, cpu_pools.size());
  ASSERT_EQ(2u, gpu_pools.size());
  uint32_t flags = 0;
  ASSERT_HSA(
      hsa_amd_memory_pool_get_info(cpu_pools[1], HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS, &flags));
  EXPECT_NE(0u, flags & HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT);
  uint32_t segment = 0;
  ASSERT_HSA(
      hsa_amd_memory_pool_get_info(gpu_pools[1], HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment));
  EXPECT_EQ(HSA_AMD_SEGMENT_GROUP, static_cast<int>(segment));
  size_t size = 0;
  ASSERT_HSA(hsa_amd_memory_pool_get_info(gpu_pools[0], HSA_AMD_MEMORY_POOL_INFO_SIZE, &size));
  EXPECT_EQ(size_t{4096} << 20, size);
  hsa_amd_memory_pool_access_t access;
  ASSERT_HSA(hsa_amd_agent_memory_pool_get_info(cpu(), gpu_pools[0],
                                                HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS, &access));
  EXPECT_EQ(HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED, access);
}

// As AMD's does, which roctracer's own test `copy` counts on.
TEST_F(MemoryTest, MemoryOfPoolsIsFreedByEitherFunction) {
  void* memory = nullptr;
  ASSERT_HSA(hsa_amd_memory_pool_allocate(vram(), 4096, 0, &memory));
  EXPECT_HSA(hsa_memory_free(memory));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_pool_free(memory));
  EXPECT_HSA(hsa_memory_free(nullptr));
}

TEST_F(MemoryTest, BadArgumentsAreErrors) {
  uint32_t value = 0;
  void* memory = nullptr;
  auto segment = HSA_AMD_MEMORY_POOL_INFO_SEGMENT;
  for (uint64_t bad : {uint64_t{0}, uint64_t{9}, uint64_t{4 + 16 * 7}, ~uint64_t{0}}) {
    EXPECT_EQ(kInvalidPool, hsa_amd_memory_pool_get_info({bad}, segment, &value));
    EXPECT_EQ(kInvalidPool, hsa_amd_memory_pool_allocate({bad}, 4096, 0, &memory));
  }
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_amd_memory_pool_get_info(vram(), segment, nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_memory_pool_allocate(vram(), 0, 0, &memory));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_amd_memory_pool_allocate(vram(), 4096, 0, nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ALLOCATION,
            hsa_amd_memory_pool_allocate(pools_of(gpu())[1], 64, 0, &memory));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_pool_free(&value));
  EXPECT_HSA(hsa_amd_memory_pool_free(nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_AGENT,
            hsa_amd_agent_iterate_memory_pools({1}, nullptr, nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_amd_agent_iterate_memory_pools(gpu(), nullptr, nullptr));
  hsa_agent_t agent = gpu();
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ALLOCATION,
            hsa_amd_agents_allow_access(1, &agent, nullptr, &value));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_amd_agents_allow_access(0, nullptr, nullptr, &value));
  hsa_amd_pointer_info_t info{};
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_amd_pointer_info(&value, &info, nullptr, nullptr, nullptr));  // its size is 0
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_memory_unlock(nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_memory_unlock(&value));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_amd_memory_lock(nullptr, 4, nullptr, 0, &memory));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_amd_memory_lock(&value, SIZE_MAX, nullptr, 0, &memory));
}

TEST_F(MemoryTest, DeviceMemoryIsLimitedAndComesBack) {
  constexpr size_t kGigabyte = size_t{1} << 30;
  void* blocks[4] = {};
  for (void*& block : blocks) {
    ASSERT_HSA(hsa_amd_memory_pool_allocate(vram(), kGigabyte, 0, &block));
  }
  void* more = nullptr;
  EXPECT_EQ(HSA_STATUS_ERROR_OUT_OF_RESOURCES, hsa_amd_memory_pool_allocate(vram(), 1, 0, &more));
  EXPECT_EQ(HSA_STATUS_ERROR_OUT_OF_RESOURCES,
            hsa_amd_memory_pool_allocate(vram(), SIZE_MAX, 0, &more));
  softgpu_stats_t stats{};
  stats.size = sizeof stats;
  ASSERT_EQ(0, softgpu_stats(&stats));
  EXPECT_EQ(4 * kGigabyte, stats.device_bytes_live);
  EXPECT_HSA(hsa_amd_memory_pool_free(blocks[2]));
  EXPECT_HSA(hsa_amd_memory_pool_allocate(vram(), kGigabyte, 0, &blocks[2]));
  for (void* block : blocks) EXPECT_HSA(hsa_amd_memory_pool_free(block));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_pool_free(blocks[0]));
}

TEST_F(MemoryTest, PointerInfoKnowsTheWholeBlock) {
  char* memory = nullptr;
  ASSERT_HSA(hsa_amd_memory_pool_allocate(vram(), 10000, 0, reinterpret_cast<void**>(&memory)));
  hsa_amd_pointer_info_t info{};
  info.size = sizeof info;
  uint32_t count = 0;
  hsa_agent_t* agents = nullptr;
  ASSERT_HSA(hsa_amd_pointer_info(memory + 9999, &info, malloc, &count, &agents));
  EXPECT_EQ(HSA_EXT_POINTER_TYPE_HSA, info.type);
  EXPECT_EQ(memory, info.agentBaseAddress);
  EXPECT_GE(info.sizeInBytes, 10000u);
  EXPECT_EQ(gpu().handle, info.agentOwner.handle);
  ASSERT_EQ(1u, count);
  EXPECT_EQ(gpu().handle, agents[0].handle);
  free(agents);
  int on_stack = 0;
  info.size = sizeof info;
  ASSERT_HSA(hsa_amd_pointer_info(&on_stack, &info, nullptr, nullptr, nullptr));
  EXPECT_EQ(HSA_EXT_POINTER_TYPE_UNKNOWN, info.type);
  ASSERT_HSA(hsa_amd_pointer_info_set_userdata(memory + 5, &on_stack));
  info.size = sizeof info;
  ASSERT_HSA(hsa_amd_pointer_info(memory, &info, nullptr, nullptr, nullptr));
  EXPECT_EQ(&on_stack, info.userData);
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_amd_pointer_info_set_userdata(&on_stack, nullptr));
  EXPECT_HSA(hsa_amd_memory_pool_free(memory));
}

// HIP 5.2.3 needs an agent address that is not the host's; everything has to work through both.
TEST_F(MemoryTest, LockedMemoryWorksThroughItsAlias) {
  std::vector<int> host(3000, 7);
  const size_t bytes = host.size() * sizeof(int);
  hsa_agent_t agent = gpu();
  int* alias = nullptr;
  ASSERT_HSA(hsa_amd_memory_lock(host.data(), bytes, &agent, 1, reinterpret_cast<void**>(&alias)));
  EXPECT_NE(host.data(), alias);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(host.data()) % 4096,
            reinterpret_cast<uintptr_t>(alias) % 4096);

  for (const int* address : {host.data() + 10, alias + 10}) {
    hsa_amd_pointer_info_t info{};
    info.size = sizeof info;
    ASSERT_HSA(hsa_amd_pointer_info(address, &info, nullptr, nullptr, nullptr));
    EXPECT_EQ(HSA_EXT_POINTER_TYPE_LOCKED, info.type);
    EXPECT_EQ(host.data(), info.hostBaseAddress);
    EXPECT_EQ(alias, info.agentBaseAddress);
    EXPECT_EQ(bytes, info.sizeInBytes);
  }

  // A kernel that is given the alias writes to the host's memory.
  ScopedExecutable executable(gpu(), CodeObjectBuilder().kernel("increment", 16).build());
  ASSERT_HSA(executable.load_status);
  struct {
    int* data;
    uint64_t count;
  } arguments{alias + 1, 2999};
  {
    ScopedQueue queue(gpu());
    ScopedSignal done(1);
    queue.dispatch(executable.kernel("increment"), &arguments, done.signal);
    ASSERT_TRUE(done.wait_zero());
  }
  EXPECT_EQ(7, host[0]);
  EXPECT_EQ(8, host[1]);
  EXPECT_EQ(8, host[2999]);

  // Copies in both directions.
  int* device = nullptr;
  ASSERT_HSA(hsa_amd_memory_pool_allocate(vram(), bytes, 0, reinterpret_cast<void**>(&device)));
  ScopedSignal copied(1);
  ASSERT_HSA(
      hsa_amd_memory_async_copy(device, gpu(), alias, cpu(), bytes, 0, nullptr, copied.signal));
  ASSERT_TRUE(copied.wait_zero());
  EXPECT_EQ(8, device[2999]);
  device[5] = 99;
  EXPECT_HSA(hsa_memory_copy(alias + 5, device + 5, sizeof(int)));
  EXPECT_EQ(99, host[5]);
  EXPECT_HSA(hsa_amd_memory_fill(alias, 0x01010101, 2));
  EXPECT_EQ(0x01010101, host[1]);
  EXPECT_HSA(hsa_amd_memory_pool_free(device));

  EXPECT_HSA(hsa_amd_memory_unlock(host.data()));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_memory_unlock(host.data()));
}

// HIP's kernel that fills memory is given the address behind it, which is where the system puts the
// alias of what was locked a moment ago if it can.
TEST_F(MemoryTest, TheEndOfABlockIsNoPlaceInAnAliasBehindIt) {
  constexpr size_t kBytes = 1 << 20;
  std::unique_ptr<void, decltype(&free)> host(aligned_alloc(4096, kBytes), &free);
  hsa_agent_t agent = gpu();
  ScopedExecutable executable(gpu(), CodeObjectBuilder().kernel("note", 16).build());
  ASSERT_HSA(executable.load_status);
  ScopedQueue queue(gpu());
  uint64_t* noted = nullptr;
  ASSERT_HSA(hsa_amd_memory_pool_allocate(vram(), 4096, 0, reinterpret_cast<void**>(&noted)));
  void* alias = nullptr;
  ASSERT_HSA(hsa_amd_memory_lock(host.get(), kBytes, &agent, 1, &alias));
  void* blocks[64] = {};  // until the holes above the alias are filled
  for (void*& block : blocks) {
    ASSERT_HSA(hsa_amd_memory_pool_allocate(vram(), kBytes, 0, &block));
    uint64_t arguments[] = {reinterpret_cast<uint64_t>(noted),
                            reinterpret_cast<uint64_t>(block) + kBytes};
    ScopedSignal done(1);
    queue.dispatch(executable.kernel("note"), arguments, done.signal);
    ASSERT_TRUE(done.wait_zero());
    EXPECT_EQ(arguments[1], *noted);
  }
  for (void* block : blocks) EXPECT_HSA(hsa_amd_memory_pool_free(block));
  EXPECT_HSA(hsa_amd_memory_unlock(host.get()));
  EXPECT_HSA(hsa_amd_memory_pool_free(noted));
}

TEST_F(MemoryTest, LocksMayOverlapAndNest) {
  std::vector<char> host(20000);
  hsa_agent_t agent = gpu();
  void* outer = nullptr;
  void* inner = nullptr;
  void* again = nullptr;
  ASSERT_HSA(hsa_amd_memory_lock(host.data(), 20000, &agent, 1, &outer));
  ASSERT_HSA(hsa_amd_memory_lock(host.data() + 100, 50, &agent, 1, &inner));
  ASSERT_HSA(hsa_amd_memory_lock(host.data(), 10000, &agent, 1, &again));
  EXPECT_NE(outer, again);
  hsa_amd_pointer_info_t info{};
  info.size = sizeof info;
  ASSERT_HSA(hsa_amd_pointer_info(host.data() + 19999, &info, nullptr, nullptr, nullptr));
  EXPECT_EQ(HSA_EXT_POINTER_TYPE_LOCKED, info.type);
  EXPECT_HSA(hsa_amd_memory_unlock(host.data()));
  EXPECT_HSA(hsa_amd_memory_unlock(host.data() + 100));
  EXPECT_HSA(hsa_amd_memory_fill(outer, 0x02020202, 1));
  EXPECT_EQ(2, host[3]);
  EXPECT_HSA(hsa_amd_memory_unlock(host.data()));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_memory_unlock(host.data()));
}

// HIP 5.7 unlocks a range after it has locked it anew: whichever is unlocked first, the alias
// stays.
TEST_F(MemoryTest, ARangeThatIsLockedTwiceHasOneAlias) {
  std::vector<char> host(20000);
  hsa_agent_t agent = gpu();
  void* first = nullptr;
  void* second = nullptr;
  ASSERT_HSA(hsa_amd_memory_lock(host.data(), 20000, &agent, 1, &first));
  ASSERT_HSA(hsa_amd_memory_lock(host.data(), 20000, &agent, 1, &second));
  EXPECT_EQ(first, second);
  EXPECT_HSA(hsa_amd_memory_unlock(host.data()));
  EXPECT_HSA(hsa_amd_memory_fill(second, 0x03030303, 1));
  EXPECT_EQ(3, host[3]);
  EXPECT_HSA(hsa_amd_memory_unlock(host.data()));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_memory_unlock(host.data()));
}

TEST_F(MemoryTest, LockingDeviceMemoryGivesTheSameAddress) {
  void* memory = nullptr;
  void* agent_address = nullptr;
  ASSERT_HSA(hsa_amd_memory_pool_allocate(pools_of(cpu())[0], 4096, 0, &memory));
  ASSERT_HSA(hsa_amd_memory_lock(memory, 4096, nullptr, 0, &agent_address));
  EXPECT_EQ(memory, agent_address);
  EXPECT_HSA(hsa_amd_memory_unlock(memory));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT, hsa_amd_memory_unlock(memory));
  EXPECT_HSA(hsa_amd_memory_pool_free(memory));
}

}  // namespace
}  // namespace rocjfr::softgpu::test
