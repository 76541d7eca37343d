// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// AMD's own HIP runtime on the software GPU. Runs with any of its versions; on a machine with a
// GPU, and without the software GPU in the library path, on the GPU.

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "hip_fixture.h"

extern char** environ;

namespace rocjfr::hip {
namespace {

TEST_F(HipTest, DevicesAreThere) {
  int count = 0;
  ASSERT_HIP(hipGetDeviceCount(&count));
  EXPECT_GE(count, 1);
  char name[100] = {};
  ASSERT_HIP(hipDeviceGetName(name, sizeof name, 0));
  if (control() != nullptr) {
    EXPECT_EQ(std::stoi(std::getenv("SOFTGPU_GPUS")), count);
    EXPECT_STREQ("Software GPU (rocjfr)", name);
  }
}

TEST_F(HipTest, KernelsRunAndSeeTheirLaunch) {
  Kernels kernels;
  constexpr int kSide = 64;
  auto source = counting<float>(kSide * kSide);
  auto* in = device_memory<float>(source.size());
  auto* out = device_memory<float>(source.size());
  ASSERT_HIP(hipMemcpy(in, source.data(), source.size() * sizeof(float), kHostToDevice));
  Function function = nullptr;
  ASSERT_HIP(hipModuleGetFunction(&function, kernels.module, "matrixTranspose"));
  int side = kSide;
  void* arguments[] = {&out, &in, &side};
  ASSERT_HIP(hipModuleLaunchKernel(function, 4, 4, 1, 16, 16, 1, 0, nullptr, arguments, nullptr));
  ASSERT_HIP(hipDeviceSynchronize());
  auto result = read_back(out, source.size());
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      ASSERT_EQ(source[static_cast<size_t>(x * kSide + y)],
                result[static_cast<size_t>(y * kSide + x)]);
    }
  }
  if (control() != nullptr) {
    auto* shape = reinterpret_cast<uint32_t*>(out);
    ASSERT_HIP(hipModuleGetFunction(&function, kernels.module, "shape"));
    void* shape_arguments[] = {&shape};
    ASSERT_HIP(hipModuleLaunchKernel(function, 3, 2, 5, 32, 4, 2, 1024, nullptr, shape_arguments,
                                     nullptr));
    ASSERT_HIP(hipDeviceSynchronize());
    EXPECT_EQ((std::vector<uint32_t>{96, 8, 10, 32, 4, 2, 1024, 0}), read_back(shape, 8));
  }
  EXPECT_NE(kSuccess, api().hipModuleGetFunction(&function, kernels.module, "absent"));
  EXPECT_HIP(hipFree(in));
  EXPECT_HIP(hipFree(out));
}

TEST_F(HipTest, VariablesOfModules) {
  Kernels kernels;
  void* address = nullptr;
  size_t size = 0;
  ASSERT_HIP(hipModuleGetGlobal(&address, &size, kernels.module, "counter"));
  EXPECT_EQ(sizeof(int), size);
  EXPECT_EQ(std::vector<int>{7}, read_back(static_cast<int*>(address), 1));
  int value = 9;
  ASSERT_HIP(hipMemcpy(address, &value, sizeof value, kHostToDevice));
  EXPECT_EQ(std::vector<int>{9}, read_back(static_cast<int*>(address), 1));
}

TEST_F(HipTest, EventsMeasureWhatRanBetweenThem) {
  Kernels kernels;
  Stream stream = nullptr;
  Event begin = nullptr;
  Event end = nullptr;
  ASSERT_HIP(hipStreamCreate(&stream));
  ASSERT_HIP(hipEventCreate(&begin));
  ASSERT_HIP(hipEventCreate(&end));
  const auto before = std::chrono::steady_clock::now();
  ASSERT_HIP(hipEventRecord(begin, stream));
  ASSERT_EQ(kSuccess, kernels.launch("nap", 1, 1, stream, 30));
  ASSERT_HIP(hipEventRecord(end, stream));
  ASSERT_HIP(hipEventSynchronize(end));
  const std::chrono::duration<float, std::milli> all = std::chrono::steady_clock::now() - before;
  float milliseconds = 0;
  ASSERT_HIP(hipEventElapsedTime(&milliseconds, begin, end));
  EXPECT_GE(milliseconds, 29);
  EXPECT_LE(milliseconds, all.count() + 1);
  EXPECT_HIP(hipEventDestroy(begin));
  EXPECT_HIP(hipEventDestroy(end));
  EXPECT_HIP(hipStreamDestroy(stream));
}

TEST_F(HipTest, StreamsWaitForEventsOfOthers) {
  Kernels kernels;
  Stream first = nullptr;
  Stream second = nullptr;
  Event written = nullptr;
  ASSERT_HIP(hipStreamCreate(&first));
  ASSERT_HIP(hipStreamCreate(&second));
  ASSERT_HIP(hipEventCreate(&written));
  constexpr unsigned kCount = 1000;
  auto* x = device_memory<float>(kCount);
  auto* y = device_memory<float>(kCount);
  void* pinned_memory = nullptr;
  ASSERT_HIP(hipHostMalloc(&pinned_memory, kCount * sizeof(float), 0));
  auto* pinned = static_cast<float*>(pinned_memory);
  for (int round = 1; round <= 20; ++round) {
    std::fill_n(pinned, kCount, static_cast<float>(round));
    ASSERT_HIP(hipMemcpyAsync(x, pinned, kCount * sizeof(float), kHostToDevice, first));
    ASSERT_HIP(hipMemsetAsync(y, 0, kCount * sizeof(float), first));
    ASSERT_EQ(kSuccess, kernels.launch("nap", 1, 1, first, 2));
    ASSERT_EQ(kSuccess, kernels.launch("saxpy", 4, 256, first, 2.0f, x, y, kCount));
    ASSERT_HIP(hipEventRecord(written, first));
    ASSERT_HIP(hipStreamWaitEvent(second, written, 0));
    ASSERT_HIP(hipMemcpyAsync(pinned, y, kCount * sizeof(float), kDeviceToHost, second));
    ASSERT_HIP(hipStreamSynchronize(second));
    ASSERT_EQ(2.0f * static_cast<float>(round), pinned[kCount - 1]);
  }
  EXPECT_HIP(hipHostFree(pinned));
  EXPECT_HIP(hipFree(x));
  EXPECT_HIP(hipFree(y));
  EXPECT_HIP(hipEventDestroy(written));
  EXPECT_HIP(hipStreamDestroy(first));
  EXPECT_HIP(hipStreamDestroy(second));
}

TEST_F(HipTest, GraphsRunEachTimeTheyAreLaunched) {
  Kernels kernels;
  Stream stream = nullptr;
  ASSERT_HIP(hipStreamCreate(&stream));
  constexpr unsigned kCount = 256;
  constexpr size_t kBytes = kCount * sizeof(float);
  auto* x = device_memory<float>(kCount);
  auto* y = device_memory<float>(kCount);
  ASSERT_HIP(hipMemset(y, 0, kBytes));
  // HIP 5.2 does not capture launches of modules' kernels; it runs them at once.
  bool captures_kernels = api().major() > 5 || api().minor() >= 3;
  Function saxpy = nullptr;  // not to be asked for while a stream captures
  ASSERT_HIP(hipModuleGetFunction(&saxpy, kernels.module, "saxpy"));
  Graph graph = nullptr;
  GraphExec executable = nullptr;
  ASSERT_HIP(hipStreamBeginCapture(stream, 0));
  ASSERT_HIP(hipMemcpyAsync(y, x, kBytes, kDeviceToDevice, stream));
  ASSERT_HIP(hipMemsetAsync(y, 0, kBytes / 2, stream));
  if (captures_kernels) {
    ASSERT_EQ(kSuccess, kernels.launch(saxpy, 1, kCount, stream, 1.0f, x, y, kCount));
  }
  ASSERT_HIP(hipStreamEndCapture(stream, &graph));
  EXPECT_EQ(std::vector<float>(kCount), read_back(y, kCount));  // nothing has run
  ASSERT_HIP(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
  for (float value : {1.0f, 2.0f, 5.0f}) {
    std::vector<float> input(kCount, value);
    ASSERT_HIP(hipMemcpy(x, input.data(), kBytes, kHostToDevice));
    ASSERT_HIP(hipGraphLaunch(executable, stream));
    ASSERT_HIP(hipStreamSynchronize(stream));
    auto result = read_back(y, kCount);
    float added = captures_kernels ? value : 0;
    EXPECT_EQ(added, result[0]);
    EXPECT_EQ(value + added, result[kCount - 1]);
  }
  EXPECT_HIP(hipGraphExecDestroy(executable));
  EXPECT_HIP(hipGraphDestroy(graph));
  EXPECT_HIP(hipFree(x));
  EXPECT_HIP(hipFree(y));
  EXPECT_HIP(hipStreamDestroy(stream));
}

TEST_F(HipTest, StreamCallbacksRunInOrder) {
  Kernels kernels;
  Stream stream = nullptr;
  ASSERT_HIP(hipStreamCreate(&stream));
  struct Calls {
    std::atomic<int> count{0};
    std::atomic<int> errors{0};
  } calls;
  auto callback = [](Stream, Error error, void* data) {
    auto* c = static_cast<Calls*>(data);
    c->errors += error != kSuccess;
    ++c->count;
  };
  for (int i = 0; i < 10; ++i) {
    ASSERT_EQ(kSuccess, kernels.launch("empty", 1, 64, stream));
    ASSERT_HIP(hipStreamAddCallback(stream, callback, &calls, 0));
  }
  ASSERT_HIP(hipStreamSynchronize(stream));
  EXPECT_EQ(10, calls.count.load());
  EXPECT_EQ(0, calls.errors.load());
  EXPECT_HIP(hipStreamDestroy(stream));
}

TEST_F(HipTest, StreamValuesAreWrittenAndWaitedFor) {
  Stream stream = nullptr;
  ASSERT_HIP(hipStreamCreate(&stream));
  void* memory = nullptr;
  ASSERT_HIP(hipHostMalloc(&memory, 64, 0));
  auto* words = static_cast<uint32_t*>(memory);
  words[0] = words[1] = 0;
  constexpr unsigned kGreaterEqual = 0;
  ASSERT_HIP(hipStreamWaitValue32(stream, &words[0], 3, kGreaterEqual, 0xffffffff));
  ASSERT_HIP(hipStreamWriteValue32(stream, &words[1], 5, 0));
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_EQ(0u, __atomic_load_n(&words[1], __ATOMIC_ACQUIRE));
  __atomic_store_n(&words[0], 4, __ATOMIC_RELEASE);
  ASSERT_HIP(hipStreamSynchronize(stream));
  EXPECT_EQ(5u, __atomic_load_n(&words[1], __ATOMIC_ACQUIRE));
  EXPECT_HIP(hipHostFree(memory));
  EXPECT_HIP(hipStreamDestroy(stream));
}

TEST_F(HipTest, UnsupportedCallsAreErrors) {
  if (control() == nullptr) GTEST_SKIP() << "a GPU supports them";
  Array array = nullptr;
  ChannelFormat format{32, 0, 0, 0, 2};
  EXPECT_NE(kSuccess, api().hipMallocArray(&array, &format, 64, 64, 0));
  IpcHandle handle{};
  auto* memory = device_memory<char>(4096);
  Error error = api().hipIpcGetMemHandle(&handle, memory);
  // HIP 5.7 itself takes no notice of the status.
  bool ignored = api().major() == 5 && api().minor() >= 3;
  EXPECT_EQ(ignored, error == kSuccess) << api().version;
  EXPECT_HIP(hipFree(memory));
  // And the device goes on.
  auto* more = device_memory<char>(64);
  ASSERT_HIP(hipMemset(more, 1, 64));
  EXPECT_EQ(std::vector<char>(64, 1), read_back(more, 64));
  EXPECT_HIP(hipFree(more));
}

TEST_F(HipTest, HeldWorkIsInFlight) {
  if (control() == nullptr) GTEST_SKIP() << "a GPU cannot be held";
  Kernels kernels;
  Stream stream = nullptr;
  ASSERT_HIP(hipStreamCreate(&stream));
  ASSERT_EQ(kSuccess, kernels.launch("empty", 1, 64, stream));
  ASSERT_HIP(hipStreamSynchronize(stream));
  uint64_t first = control()->next_work();
  control()->hold();
  for (int i = 0; i < 5; ++i) ASSERT_EQ(kSuccess, kernels.launch("empty", 1, 64, stream));
  EXPECT_EQ(kNotReady, api().hipStreamQuery(stream));
  EXPECT_EQ(first, control()->next_work());
  control()->release();
  ASSERT_HIP(hipStreamSynchronize(stream));
  std::vector<softgpu_work_t> work(100);
  work.resize(control()->read_work(first, work.data(), work.size()));
  int dispatches = 0;
  for (const auto& w : work) dispatches += std::strcmp(w.name, "empty") == 0;
  EXPECT_EQ(5, dispatches);
  EXPECT_HIP(hipStreamDestroy(stream));
}

TEST_F(HipTest, ManyThreadsAndStreams) {
  Kernels kernels;
  std::atomic<int> bad{0};
  std::atomic<int> rounds{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      constexpr unsigned kCount = 4096;
      Stream stream = nullptr;
      void* pinned_memory = nullptr;
      bad += api().hipStreamCreate(&stream) != kSuccess;
      bad += api().hipHostMalloc(&pinned_memory, kCount * sizeof(float), 0) != kSuccess;
      auto* pinned = static_cast<float*>(pinned_memory);
      auto* x = device_memory<float>(kCount);
      auto* y = device_memory<float>(kCount);
      for (int i = 0; i < 100; ++i, ++rounds) {
        constexpr size_t kBytes = kCount * sizeof(float);
        std::fill_n(pinned, kCount, static_cast<float>(i));
        bad += api().hipMemcpyAsync(x, pinned, kBytes, kHostToDevice, stream) != kSuccess;
        bad += api().hipMemsetAsync(y, 0, kBytes, stream) != kSuccess;
        for (int k = 0; k < 4; ++k) {
          bad += kernels.launch("saxpy", 16, 256, stream, 2.0f, x, y, kCount) != kSuccess;
        }
        bad += api().hipMemcpyAsync(pinned, y, kBytes, kDeviceToHost, stream) != kSuccess;
        bad += api().hipStreamSynchronize(stream) != kSuccess;
        bad += pinned[0] != 8.0f * static_cast<float>(i);
        bad += pinned[kCount - 1] != 8.0f * static_cast<float>(i);
      }
      bad += api().hipFree(x) != kSuccess;
      bad += api().hipFree(y) != kSuccess;
      bad += api().hipHostFree(pinned) != kSuccess;
      bad += api().hipStreamDestroy(stream) != kSuccess;
    });
  }
  for (auto& t : threads) t.join();
  EXPECT_EQ(400, rounds.load());
  EXPECT_EQ(0, bad.load());
}

/// Runs this program as `--child name` and returns its exit status, or -1 after ten minutes.
int run_child(const char* name) {
  std::string program = "/proc/self/exe";
  std::string flag = "--child";
  std::string child = name;
  char* argv[] = {program.data(), flag.data(), child.data(), nullptr};
  pid_t pid = 0;
  if (posix_spawn(&pid, program.c_str(), nullptr, nullptr, argv, environ) != 0) return -2;
  for (int i = 0; i < 60000; ++i) {
    int status = 0;
    if (waitpid(pid, &status, WNOHANG) == pid) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    usleep(10000);
  }
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
  return -1;
}

int child_exit_in_flight() {
  static auto* kernels = new Kernels();
  if (control() != nullptr) control()->hold();
  for (int i = 0; i < 10; ++i) {
    if (kernels->launch("nap", 1, 1, static_cast<Stream>(nullptr), 20) != kSuccess) return 1;
  }
  return 0;
}

int child_fork() {
  auto* memory = device_memory<char>(4096);
  if (api().hipMemset(memory, 1, 4096) != kSuccess) return 1;
  if (api().hipDeviceSynchronize() != kSuccess) return 2;
  pid_t child = fork();
  if (child == 0) std::exit(0);  // with the destructors of the runtime
  int status = 0;
  for (int i = 0; i < 30000; ++i) {
    if (waitpid(child, &status, WNOHANG) == child) {
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return 4;
      return read_back(memory, 1)[0] == 1 ? 0 : 5;
    }
    usleep(10000);
  }
  kill(child, SIGKILL);
  return 3;
}

TEST_F(HipTest, ExitWithWorkInFlight) {
  EXPECT_EQ(0, run_child("exit_in_flight"));
}

TEST_F(HipTest, ForkedChildrenExit) {
  EXPECT_EQ(0, run_child("fork"));
}

}  // namespace

int child(const std::string& name) {
  if (!api().problem.empty()) return 90;
  return name == "fork" ? child_fork() : name == "exit_in_flight" ? child_exit_in_flight() : 99;
}

}  // namespace rocjfr::hip

int main(int argc, char** argv) {
  // Where the test's library lies beside the program; read when HIP is loaded, which is later.
  char path[4096] = {};
  if (readlink("/proc/self/exe", path, sizeof path - 1) > 0) {
    std::string folder = path;
    folder.erase(folder.rfind('/'));
    setenv("SOFTGPU_KERNELS", (folder + "/../lib/libsoftgpu_hip_test_kernels.so").c_str(), 0);
  }
  setenv("SOFTGPU_GPUS", "2", 0);
  if (argc == 3 && std::strcmp(argv[1], "--child") == 0) return rocjfr::hip::child(argv[2]);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
