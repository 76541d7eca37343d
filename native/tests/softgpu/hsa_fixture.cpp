// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "hsa_fixture.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <thread>

extern char** environ;

namespace rocjfr::softgpu::test {
namespace {

std::map<std::string, ChildFunction>& children() {
  static auto* the = new std::map<std::string, ChildFunction>();
  return *the;
}

/// Reads until end of file or the deadline; false at the deadline.
bool read_all(int fd, std::string* out, int timeout_ms) {
  timespec begin{};
  clock_gettime(CLOCK_MONOTONIC, &begin);
  for (;;) {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    int passed = static_cast<int>((now.tv_sec - begin.tv_sec) * 1000 +
                                  (now.tv_nsec - begin.tv_nsec) / 1000000);
    pollfd poll_fd{fd, POLLIN, 0};
    if (passed >= timeout_ms || poll(&poll_fd, 1, timeout_ms - passed) == 0) return false;
    char buffer[4096];
    ssize_t count = read(fd, buffer, sizeof buffer);
    if (count <= 0) return true;
    out->append(buffer, static_cast<size_t>(count));
  }
}

}  // namespace

Devices find_devices() {
  Devices found;
  hsa_iterate_agents(
      [](hsa_agent_t agent, void* data) {
        auto* devices = static_cast<Devices*>(data);
        hsa_device_type_t type;
        hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
        if (type == HSA_DEVICE_TYPE_GPU) {
          devices->gpus.push_back(agent);
        } else {
          devices->cpu = agent;
        }
        return HSA_STATUS_SUCCESS;
      },
      &found);
  return found;
}

std::vector<hsa_amd_memory_pool_t> pools_of(hsa_agent_t agent) {
  std::vector<hsa_amd_memory_pool_t> pools;
  hsa_amd_agent_iterate_memory_pools(
      agent,
      [](hsa_amd_memory_pool_t pool, void* data) {
        static_cast<std::vector<hsa_amd_memory_pool_t>*>(data)->push_back(pool);
        return HSA_STATUS_SUCCESS;
      },
      &pools);
  return pools;
}

void HsaTest::SetUp() {
  ASSERT_HSA(hsa_init());
  devices_ = find_devices();
  ASSERT_FALSE(devices_.gpus.empty());
  ASSERT_NE(0u, devices_.cpu.handle);
}

void HsaTest::TearDown() {
  EXPECT_HSA(hsa_shut_down());
}

ScopedSignal::ScopedSignal(hsa_signal_value_t value) {
  EXPECT_HSA(hsa_signal_create(value, 0, nullptr, &signal));
}

bool ScopedSignal::wait_zero() const {
  return hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_EQ, 0, 600 * kSecond,
                                   HSA_WAIT_STATE_BLOCKED) == 0;
}

ScopedQueue::ScopedQueue(hsa_agent_t agent, uint32_t packets) {
  auto on_error = [](hsa_status_t status, hsa_queue_t*, void* data) {
    static_cast<ScopedQueue*>(data)->last_error.store(status);
  };
  EXPECT_HSA(hsa_queue_create(agent, packets, HSA_QUEUE_TYPE_MULTI, on_error, this, UINT32_MAX,
                              UINT32_MAX, &queue));
}

ScopedQueue::~ScopedQueue() {
  if (queue != nullptr) {
    EXPECT_HSA(hsa_queue_destroy(queue));
  }
}

void ScopedQueue::submit(const void* packet) {
  uint64_t index = hsa_queue_add_write_index_scacq_screl(queue, 1);
  while (index - hsa_queue_load_read_index_scacquire(queue) >= queue->size) {
    std::this_thread::yield();
  }
  char* slot = static_cast<char*>(queue->base_address) + 64 * (index & (queue->size - 1));
  const char* bytes = static_cast<const char*>(packet);
  uint32_t header;  // with the 16 bits of setup behind it: published together, last
  std::memcpy(&header, bytes, sizeof header);
  std::memcpy(slot + 4, bytes + 4, 60);
  __atomic_store_n(reinterpret_cast<uint16_t*>(slot) + 1, static_cast<uint16_t>(header >> 16),
                   __ATOMIC_RELAXED);
  __atomic_store_n(reinterpret_cast<uint16_t*>(slot), static_cast<uint16_t>(header),
                   __ATOMIC_RELEASE);
  hsa_signal_store_screlease(queue->doorbell_signal, static_cast<int64_t>(index));
}

void ScopedQueue::dispatch(uint64_t kernel_object, void* kernarg, hsa_signal_t done,
                           uint32_t grid_x, uint32_t block_x) {
  hsa_kernel_dispatch_packet_t p{};
  p.header = HSA_PACKET_TYPE_KERNEL_DISPATCH;
  p.setup = 1;
  p.workgroup_size_x = static_cast<uint16_t>(block_x);
  p.workgroup_size_y = 1;
  p.workgroup_size_z = 1;
  p.grid_size_x = grid_x;
  p.grid_size_y = 1;
  p.grid_size_z = 1;
  p.kernel_object = kernel_object;
  p.kernarg_address = kernarg;
  p.completion_signal = done;
  submit(&p);
}

void ScopedQueue::barrier_and(const std::vector<hsa_signal_t>& dependencies, hsa_signal_t done) {
  hsa_barrier_and_packet_t p{};
  p.header = HSA_PACKET_TYPE_BARRIER_AND;
  for (size_t i = 0; i < dependencies.size(); ++i) p.dep_signal[i] = dependencies[i];
  p.completion_signal = done;
  submit(&p);
}

void ScopedQueue::barrier_or(const std::vector<hsa_signal_t>& dependencies, hsa_signal_t done) {
  hsa_barrier_or_packet_t p{};
  p.header = HSA_PACKET_TYPE_BARRIER_OR;
  for (size_t i = 0; i < dependencies.size(); ++i) p.dep_signal[i] = dependencies[i];
  p.completion_signal = done;
  submit(&p);
}

ScopedExecutable::ScopedExecutable(hsa_agent_t agent, const std::vector<char>& bytes)
    : image(bytes) {
  EXPECT_HSA(hsa_code_object_reader_create_from_memory(image.data(), image.size(), &reader));
  EXPECT_HSA(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR, "",
                                       &executable));
  load_status = hsa_executable_load_agent_code_object(executable, agent, reader, "", nullptr);
}

ScopedExecutable::~ScopedExecutable() {
  EXPECT_HSA(hsa_executable_destroy(executable));
  EXPECT_HSA(hsa_code_object_reader_destroy(reader));
}

uint64_t ScopedExecutable::kernel(const std::string& name) const {
  hsa_executable_symbol_t symbol;
  uint64_t object = 0;
  if (hsa_executable_get_symbol_by_name(executable, (name + ".kd").c_str(), nullptr, &symbol) ==
      HSA_STATUS_SUCCESS) {
    hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &object);
  }
  return object;
}

ChildRegistration::ChildRegistration(const char* name, ChildFunction function) {
  children()[name] = function;
}

void run_as_child(int argc, char** argv) {
  if (argc != 3 || std::strcmp(argv[1], "--child") != 0) return;
  auto found = children().find(argv[2]);
  std::exit(found == children().end() ? 99 : found->second());
}

ChildResult run_child(const std::string& name,
                      const std::vector<std::pair<std::string, std::string>>& environment) {
  std::vector<std::string> variables;
  for (char** v = environ; *v != nullptr; ++v) {
    std::string variable = *v;
    bool replaced = false;
    for (const auto& [key, value] : environment) {
      replaced |= variable.compare(0, key.size() + 1, key + "=") == 0;
    }
    if (!replaced) variables.push_back(variable);
  }
  for (const auto& [key, value] : environment) variables.push_back(key + "=" + value);
  std::vector<char*> envp;
  for (std::string& v : variables) envp.push_back(v.data());
  envp.push_back(nullptr);

  ChildResult result;
  int pipe_fds[2];
  if (pipe2(pipe_fds, O_CLOEXEC) != 0) return result;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_fds[1], 1);
  posix_spawn_file_actions_adddup2(&actions, pipe_fds[1], 2);
  std::string program = "/proc/self/exe";
  std::string flag = "--child";
  std::string child = name;
  char* argv[] = {program.data(), flag.data(), child.data(), nullptr};
  pid_t pid = 0;
  int error = posix_spawn(&pid, program.c_str(), &actions, nullptr, argv, envp.data());
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_fds[1]);
  if (error == 0) {
    bool in_time = read_all(pipe_fds[0], &result.output, 600000);
    if (!in_time) kill(pid, SIGKILL);
    int status = 0;
    waitpid(pid, &status, 0);
    if (in_time) result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  close(pipe_fds[0]);
  return result;
}

}  // namespace rocjfr::softgpu::test

int main(int argc, char** argv) {
  rocjfr::softgpu::test::run_as_child(argc, argv);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
