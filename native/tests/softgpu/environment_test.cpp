// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The environment: clock, counts, limits, and what is said about values that make no sense.

#include <dlfcn.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>

#include "hsa_fixture.h"

namespace rocjfr::softgpu::test {
namespace {

int64_t monotonic() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * int64_t{1000000000} + t.tv_nsec;
}

int64_t timestamp() {
  uint64_t value = 0;
  hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &value);
  return static_cast<int64_t>(value);
}

/// Prints the device clock minus CLOCK_MONOTONIC, now and 500 ms later, and how much
/// CLOCK_MONOTONIC advanced between the two. Each reading is between two of CLOCK_MONOTONIC: the
/// best of several.
CHILD(clock_difference) {
  hsa_init();
  auto difference = [](int64_t* at) {
    int64_t best = INT64_MAX;
    int64_t result = 0;
    for (int i = 0; i < 50; ++i) {
      int64_t before = monotonic();
      int64_t device = timestamp();
      int64_t after = monotonic();
      if (after - before >= best) continue;
      best = after - before;
      *at = before + (after - before) / 2;
      result = device - *at;
    }
    return result;
  };
  int64_t first_at = 0;
  int64_t second_at = 0;
  int64_t first = difference(&first_at);
  while (monotonic() - first_at < 500000000) usleep(1000);
  int64_t second = difference(&second_at);
  std::printf("%lld %lld %lld\n", static_cast<long long>(first), static_cast<long long>(second),
              static_cast<long long>(second_at - first_at));
  return 0;
}

/// Prints the agents: C or G, node, bus and device, and for GPUs the UUID.
CHILD(agents) {
  hsa_init();
  hsa_iterate_agents(
      [](hsa_agent_t agent, void*) {
        hsa_device_type_t type{};
        uint32_t node = 0;
        uint32_t bdf = 0;
        char uuid[32] = "";
        hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
        hsa_agent_get_info(agent, static_cast<hsa_agent_info_t>(HSA_AMD_AGENT_INFO_DRIVER_NODE_ID),
                           &node);
        hsa_agent_get_info(agent, static_cast<hsa_agent_info_t>(HSA_AMD_AGENT_INFO_BDFID), &bdf);
        hsa_agent_get_info(agent, static_cast<hsa_agent_info_t>(HSA_AMD_AGENT_INFO_UUID), uuid);
        if (type == HSA_DEVICE_TYPE_CPU) std::printf("C%u ", node);
        if (type == HSA_DEVICE_TYPE_GPU) std::printf("G%u:%x:%s ", node, bdf, uuid + 19);
        return HSA_STATUS_SUCCESS;
      },
      nullptr);
  return 0;
}

std::string agents(const char* sockets, const char* gpus, const char* visible) {
  ChildResult result = run_child(
      "agents",
      {{"SOFTGPU_SOCKETS", sockets}, {"SOFTGPU_GPUS", gpus}, {"ROCR_VISIBLE_DEVICES", visible}});
  EXPECT_EQ(0, result.status) << result.output;
  return result.output;
}

TEST(Environment, NodesAreTheSocketsAndThenTheGpus) {
  EXPECT_EQ("C0 G1:300:0 G2:400:1 ", agents("1", "2", "0,1"));
  EXPECT_EQ("C0 C1 G2:300:0 ", agents("2", "1", "0"));
}

TEST(Environment, RocrShowsTheVisibleGpusInTheOrderOfTheList) {
  EXPECT_EQ("C0 C1 G4:500:2 G2:300:0 ", agents("2", "3", "2,GPU-50f7000000000000"));
  EXPECT_EQ("C0 ", agents("1", "3", "")) << "set and empty";
  EXPECT_EQ("C0 G2:400:1 ", agents("1", "3", "1,7,0")) << "what names none ends the list";
  EXPECT_EQ("C0 G2:400:1 ", agents("1", "3", "1,1,0")) << "and so does a repetition";
}

/// The difference between the clocks before and after two suspends, and that what was before keeps
/// its time.
CHILD(suspend) {
  hsa_init();
  const auto suspend = reinterpret_cast<int (*)(uint64_t)>(dlsym(RTLD_DEFAULT, "softgpu_suspend"));
  const auto device_time =
      reinterpret_cast<uint64_t (*)(uint64_t)>(dlsym(RTLD_DEFAULT, "softgpu_clock_from_monotonic"));
  const auto before = static_cast<uint64_t>(monotonic());
  const uint64_t was = device_time(before);
  suspend(3600000000000u);
  suspend(5u);
  const auto after = static_cast<uint64_t>(monotonic());
  std::printf("%d %llu", was == before && device_time(before) == was ? 1 : 0,
              static_cast<unsigned long long>(device_time(after) - after));
  return 0;
}

TEST(Environment, ASuspendMovesTheDeviceClockOnly) {
  EXPECT_EQ("1 3600000000005", run_child("suspend", {}).output);
}

struct Differences {
  long long first = 0;
  long long second = 0;
  long long between = 0;
};

Differences measure(const char* offset, const char* drift) {
  Differences d;
  ChildResult result = run_child("clock_difference", {{"SOFTGPU_CLOCK_OFFSET_NS", offset},
                                                      {"SOFTGPU_CLOCK_DRIFT_PPM", drift}});
  EXPECT_EQ(0, result.status) << result.output;
  EXPECT_EQ(3,
            std::sscanf(result.output.c_str(), "%lld %lld %lld", &d.first, &d.second, &d.between))
      << result.output;
  return d;
}

constexpr double kToleranceNs = 50000;  // for a busy machine

TEST(EnvironmentTest, ClockIsMonotonicByDefault) {
  Differences d = measure("", "");
  EXPECT_NEAR(0, static_cast<double>(d.first), kToleranceNs);
  EXPECT_NEAR(0, static_cast<double>(d.second), kToleranceNs);
}

TEST(EnvironmentTest, ClockHasItsOffset) {
  Differences d = measure("3600000000000", "0");
  EXPECT_NEAR(3.6e12, static_cast<double>(d.first), kToleranceNs);
  EXPECT_NEAR(3.6e12, static_cast<double>(d.second), kToleranceNs);
  d = measure("-1000000", "0");
  EXPECT_NEAR(-1e6, static_cast<double>(d.second), kToleranceNs);
}

TEST(EnvironmentTest, ClockDrifts) {
  Differences d = measure("0", "10000");
  double drift = static_cast<double>(d.second - d.first) / static_cast<double>(d.between) * 1e6;
  EXPECT_NEAR(10000, drift, 300);
  d = measure("0", "-2500.5");
  drift = static_cast<double>(d.second - d.first) / static_cast<double>(d.between) * 1e6;
  EXPECT_NEAR(-2500.5, drift, 300);
}

// Signals, timestamps and the control functions agree with each other.
CHILD(clock_consistency) {
  hsa_init();
  Devices devices = find_devices();
  ScopedQueue queue(devices.gpus[0]);
  ScopedSignal done(1);
  uint64_t begin = softgpu_clock_now();
  queue.barrier_and({}, done.signal);
  if (!done.wait_zero()) return 1;
  uint64_t end = static_cast<uint64_t>(timestamp());
  hsa_amd_profiling_dispatch_time_t time{};
  if (hsa_amd_profiling_get_dispatch_time(devices.gpus[0], done.signal, &time)) return 2;
  if (time.start < begin || time.end > end || time.start >= time.end) return 3;
  softgpu_work_t work{};
  if (softgpu_read_work(softgpu_next_work() - 1, &work, 1) != 1) return 4;
  if (work.begin_ns != time.start || work.end_ns != time.end) return 5;
  if (softgpu_clock_from_monotonic(work.begin_monotonic_ns) != work.begin_ns) return 6;
  int64_t off = static_cast<int64_t>(work.begin_ns - work.begin_monotonic_ns);
  return off > 5000000000 && off < 6000000000 ? 0 : 7;  // 5 s and what drifted since the start
}

TEST(EnvironmentTest, AllTimesAreOfOneClock) {
  ChildResult result = run_child("clock_consistency", {{"SOFTGPU_CLOCK_OFFSET_NS", "5000000000"},
                                                       {"SOFTGPU_CLOCK_DRIFT_PPM", "200.5"}});
  EXPECT_EQ(0, result.status) << result.output;
}

/// One dispatch of a kernel without a host function; prints how long the device says it took.
CHILD(dispatch_once) {
  hsa_init();
  hsa_agent_t gpu = find_devices().gpus[0];
  ScopedExecutable executable(gpu, CodeObjectBuilder().kernel("no_such_kernel", 0).build());
  ScopedQueue queue(gpu);
  ScopedSignal done(1);
  queue.dispatch(executable.kernel("no_such_kernel"), nullptr, done.signal);
  if (!done.wait_zero()) return 1;
  hsa_amd_profiling_dispatch_time_t time{};
  if (hsa_amd_profiling_get_dispatch_time(gpu, done.signal, &time)) return 2;
  std::printf("%llu\n", static_cast<unsigned long long>(time.end - time.start));
  return 0;
}

TEST(EnvironmentTest, KernelsTakeTheirLeastTime) {
  ChildResult result = run_child("dispatch_once", {{"SOFTGPU_KERNEL_US", "50000"}});
  ASSERT_EQ(0, result.status) << result.output;
  uint64_t took = std::stoull(result.output.substr(result.output.find('\n') + 1));
  EXPECT_GE(took, 50000000u);
}

TEST(EnvironmentTest, MissingKernelsAreNamed) {
  ChildResult result =
      run_child("dispatch_once", {{"SOFTGPU_KERNELS", "/absent/one.so:/absent/two.so"}});
  ASSERT_EQ(0, result.status) << result.output;
  for (const char* expected :
       {"[softgpu] SOFTGPU_KERNELS: /absent/one.so: ",
        "[softgpu] SOFTGPU_KERNELS: /absent/two.so: ",
        "[softgpu] kernel no_such_kernel has no host function softgpu_no_such_kernel"}) {
    EXPECT_NE(std::string::npos, result.output.find(expected)) << expected << result.output;
  }
}

/// Prints what is configured, as the API shows it.
CHILD(shape) {
  hsa_init();
  Devices devices = find_devices();
  char name[64] = {};
  size_t size = 0;
  uint32_t wavefront = 0;
  hsa_agent_get_info(devices.gpus.back(), HSA_AGENT_INFO_NAME, name);
  hsa_agent_get_info(devices.gpus.back(), HSA_AGENT_INFO_WAVEFRONT_SIZE, &wavefront);
  hsa_amd_memory_pool_get_info(pools_of(devices.gpus.back())[0], HSA_AMD_MEMORY_POOL_INFO_SIZE,
                               &size);
  std::printf("%zu %s %u %zu\n", devices.gpus.size(), name, wavefront, size >> 20);
  return 0;
}

TEST(EnvironmentTest, CountsAndLimits) {
  ChildResult result = run_child(
      "shape", {{"SOFTGPU_GPUS", "3"}, {"SOFTGPU_VRAM_MB", "64"}, {"SOFTGPU_GFX", "gfx90a"}});
  EXPECT_EQ("3 gfx90a 64 64\n", result.output);
  EXPECT_EQ("1 gfx1030 32 4096\n", run_child("shape").output);
}

TEST(EnvironmentTest, MalformedValuesGetOneLineAndTheDefault) {
  struct Case {
    const char* name;
    const char* value;
    const char* valid;
  };
  const Case cases[] = {
      {"SOFTGPU_GPUS", "0", "a whole number from 1 to 8; using 1"},
      {"SOFTGPU_GPUS", "two", "a whole number from 1 to 8; using 1"},
      {"SOFTGPU_GPUS", "99999999999999999999", "a whole number from 1 to 8; using 1"},
      {"SOFTGPU_VRAM_MB", "4G", "a whole number from 1 to 1048576; using 4096"},
      {"SOFTGPU_VRAM_MB", "-1", "a whole number from 1 to 1048576; using 4096"},
      {"SOFTGPU_GFX", "gfx", "the name of a GPU such as gfx1030 or gfx90a; using gfx1030"},
      {"SOFTGPU_GFX", "navi21", "the name of a GPU such as gfx1030 or gfx90a; using gfx1030"},
      {"SOFTGPU_COPY_MBPS", "fast", "a whole number from 0 to 10000000; using 0"},
      {"SOFTGPU_KERNEL_US", "1.5", "a whole number from 0 to 60000000; using 0"},
      {"SOFTGPU_CLOCK_DRIFT_PPM", "nan",
       "a number from -100000 to 100000, such as 200 or -12.5; using 0"},
      {"SOFTGPU_CLOCK_DRIFT_PPM", "2e9",
       "a number from -100000 to 100000, such as 200 or -12.5; using 0"},
      {"SOFTGPU_CLOCK_DRIFT_PPM", "12ppm",
       "a number from -100000 to 100000, such as 200 or -12.5; using 0"},
      {"SOFTGPU_LOG", "5", "a whole number from 0 to 4; using 0"},
      {"SOFTGPU_LOG", " 1", "a whole number from 0 to 4; using 0"},
  };
  for (const Case& c : cases) {
    std::string expected = std::string("[softgpu] ") + c.name + " is '" + c.value +
                           "'; valid: " + c.valid + "\n1 gfx1030 32 4096\n";
    EXPECT_EQ(expected, run_child("shape", {{c.name, c.value}}).output);
  }
  // The lower limit is the age of the machine.
  std::string output =
      run_child("shape", {{"SOFTGPU_CLOCK_OFFSET_NS", "-9000000000000000000"}}).output;
  EXPECT_EQ(0u, output.find("[softgpu] SOFTGPU_CLOCK_OFFSET_NS is '-9000000000000000000'; valid: "
                            "a whole number from -"))
      << output;
}

}  // namespace
}  // namespace rocjfr::softgpu::test
