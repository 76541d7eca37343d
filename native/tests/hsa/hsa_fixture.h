// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program that calls HSA, on the software GPU, under libroctracer64.
#ifndef ROCJFR_TESTS_HSA_HSA_FIXTURE_H_
#define ROCJFR_TESTS_HSA_HSA_FIXTURE_H_

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "collector.h"
#include "rocjfr/hsa_client.h"
#include "roctracer/roctracer_hsa.h"

namespace rocjfr::test {

#define HSA_OK(call) ASSERT_EQ((call), HSA_STATUS_SUCCESS)

constexpr uint32_t kHsaApi = ACTIVITY_DOMAIN_HSA_API;
constexpr uint32_t kHsaWork = ACTIVITY_DOMAIN_HSA_OPS;
constexpr uint32_t kHsaEvt = ACTIVITY_DOMAIN_HSA_EVT;

// What callbacks are told, by name.
struct Told {
  std::mutex mutex;
  std::map<std::string, int> enters, exits;
  std::vector<hsa_evt_data_t> events[HSA_EVT_ID_NUMBER];
  std::vector<std::string> texts;  // of events that carry one

  static void OnCall(uint32_t domain, uint32_t op, const void* data, void* arg) {
    auto* told = static_cast<Told*>(arg);
    const bool exit = static_cast<const hsa_api_data_t*>(data)->phase != 0;
    std::lock_guard<std::mutex> lock(told->mutex);
    ++(exit ? told->exits : told->enters)[roctracer_op_string(domain, op, 0)];
  }
  static void OnEvent(uint32_t, uint32_t op, const void* data, void* arg) {
    auto* told = static_cast<Told*>(arg);
    const auto* event = static_cast<const hsa_evt_data_t*>(data);
    std::lock_guard<std::mutex> lock(told->mutex);
    told->events[op].push_back(*event);
    const char* text = op == HSA_EVT_ID_KSYMBOL   ? event->ksymbol.name
                       : op == HSA_EVT_ID_CODEOBJ ? event->codeobj.uri
                       : op == HSA_EVT_ID_SUBMIT  ? event->submit.kernel_name
                                                  : nullptr;
    if (text != nullptr) told->texts.push_back(text);
  }
};

class HsaProgram : public testing::Test {
 protected:
  // Begins HSA, as of that release.
  void Begin(const char* release = nullptr) {
    if (release != nullptr) setenv("SOFTGPU_ROCM", release, 1);
    HSA_OK(hsa_init());
    hsa_iterate_agents(
        [](hsa_agent_t agent, void* self) {
          hsa_device_type_t type;
          hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
          auto* program = static_cast<HsaProgram*>(self);
          (type == HSA_DEVICE_TYPE_GPU ? program->gpu_ : program->cpu_) = agent;
          return HSA_STATUS_SUCCESS;
        },
        this);
    gpu_pool_ = PoolOf(gpu_);
    cpu_pool_ = PoolOf(cpu_);
  }
  static hsa_amd_memory_pool_t PoolOf(hsa_agent_t agent) {
    hsa_amd_memory_pool_t first = {0};
    hsa_amd_agent_iterate_memory_pools(
        agent,
        [](hsa_amd_memory_pool_t pool, void* to) {
          *static_cast<hsa_amd_memory_pool_t*>(to) = pool;
          return HSA_STATUS_INFO_BREAK;
        },
        &first);
    return first;
  }
  // A copy to the GPU, begun with a signal.
  hsa_status_t Copy(void* to, const void* from, size_t bytes, hsa_signal_t signal) const {
    return hsa_amd_memory_async_copy(to, gpu_, from, cpu_, bytes, 0, nullptr, signal);
  }
  static hsa_signal_t Signal(hsa_signal_value_t value) {
    hsa_signal_t signal = {0};
    EXPECT_EQ(hsa_signal_create(value, 0, nullptr, &signal), HSA_STATUS_SUCCESS);
    return signal;
  }
  static void Await(hsa_signal_t signal) {
    hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
                              HSA_WAIT_STATE_BLOCKED);
  }
  static rocjfr_hsa_info_t Info() {
    rocjfr_hsa_info_t info;
    EXPECT_EQ(rocjfr_hsa(&info), ROCJFR_STATUS_SUCCESS);
    return info;
  }
  static std::map<std::string, int> Names(const std::vector<Kept>& records) {
    std::map<std::string, int> names;
    for (const Kept& kept : records) {
      ++names[roctracer_op_string(kept.record.domain, kept.record.op, kept.record.kind)];
    }
    return names;
  }

  hsa_agent_t gpu_ = {0}, cpu_ = {0};
  hsa_amd_memory_pool_t gpu_pool_ = {0}, cpu_pool_ = {0};
  Collector collector_;
  Told told_;
};

// The tool that counts below ours: before HSA begins.
class Probe {
 public:
  Probe() {
    Dl_info self;
    EXPECT_NE(dladdr(reinterpret_cast<void*>(&rocjfr_abi_version), &self), 0);
    const std::string library = self.dli_fname;
    path_ = library.substr(0, library.rfind('/')) + "/hsaprobe/libhsaprobe.so";
    setenv("HSA_TOOLS_LIB", path_.c_str(), 1);
    handle_ = dlopen(path_.c_str(), RTLD_NOW);
    EXPECT_NE(handle_, nullptr) << dlerror();
  }
  int64_t Calls(const char* name) const {
    return reinterpret_cast<int64_t (*)(const char*)>(dlsym(handle_, "hsaprobe_calls"))(name);
  }
  uint32_t Loads(uint32_t* unloads) const {
    return reinterpret_cast<uint32_t (*)(uint32_t*)>(dlsym(handle_, "hsaprobe_loads"))(unloads);
  }
  uint32_t Foreign() const {
    return reinterpret_cast<uint32_t (*)()>(dlsym(handle_, "hsaprobe_foreign"))();
  }

 private:
  std::string path_;
  void* handle_;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_HSA_HSA_FIXTURE_H_
