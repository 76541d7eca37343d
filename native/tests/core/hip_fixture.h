// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The core under a real HIP runtime. On a machine without a GPU the software GPU has to be on
// LD_LIBRARY_PATH, with the kernels of libtestkernels.so: ctest sees to both.
#ifndef ROCJFR_TESTS_CORE_HIP_FIXTURE_H_
#define ROCJFR_TESTS_CORE_HIP_FIXTURE_H_

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core.h"
#include "drainer.h"
#include "hip.h"
#include "os_thread.h"

namespace rocjfr::test {

// A function of the software GPU's, once HIP has been used; null: there is another GPU.
inline void* OfSoftwareGpu(const char* function) {
  void* library = dlopen("libhsa-runtime64.so.1", RTLD_NOW | RTLD_NOLOAD);
  return library == nullptr ? nullptr : dlsym(library, function);
}
inline bool OnSoftwareGpu() {
  return OfSoftwareGpu("softgpu_suspend") != nullptr;
}

// While it lives the software GPU begins no work; another one does.
class HeldGpu {
 public:
  HeldGpu() { Call("softgpu_hold"); }
  ~HeldGpu() { Call("softgpu_release"); }
  HeldGpu(const HeldGpu&) = delete;
  HeldGpu& operator=(const HeldGpu&) = delete;

 private:
  static void Call(const char* function) {
    if (const auto called = reinterpret_cast<void (*)()>(OfSoftwareGpu(function))) called();
  }
};

class HipTest : public testing::Test {
 protected:
  static constexpr uint32_t kQuiesceMs = 600000, kIdleMs = 60000;

  void Start(const Options& options = {}, uint32_t wanted = kApi | kOps) {
    Initialize(options);
    ASSERT_EQ(rocjfr_set_wanted(wanted), ROCJFR_STATUS_SUCCESS);
    LoadHip();
    rocjfr_poll();
    ASSERT_EQ(RuntimeInfo().hook_state, uint32_t{ROCJFR_HOOK_ON}) << RuntimeInfo().message;
  }
  void LoadHip() {
    hip_ = std::make_unique<Hip>();
    hip_->Do("hipInit", 0u);
  }
  const Hip& hip() const { return *hip_; }
  // 5.2.3 is 50221153.
  bool IsVersion(int major, int minor) const {
    return hip().Version() / 100000 == major * 100 + minor;
  }

  static rocjfr_runtime_info_t RuntimeInfo() {
    rocjfr_runtime_info_t info;
    EXPECT_EQ(rocjfr_runtime(&info), ROCJFR_STATUS_SUCCESS);
    return info;
  }
  // All work is done and all its records are delivered.
  void Finish() const {
    hip().Do("hipDeviceSynchronize");
    EXPECT_EQ(rocjfr_quiesce(kQuiesceMs, kIdleMs), 0u);
    // A call's last record can follow the first, on the runtime's own thread.
    WaitUntilOthersSleep();
  }
  std::vector<Activity> Taken() {
    std::vector<Activity> taken;
    drainer_.Drain(&taken);
    return taken;
  }
  void Forget() {
    Finish();
    Taken();
  }

  void CopyToDevice(void* device, const void* host, size_t bytes) const {
    hip().Do("hipMemcpy", device, host, bytes, int{Hip::kHostToDevice});
  }
  void CopyToHost(void* host, const void* device, size_t bytes) const {
    hip().Do("hipMemcpy", host, device, bytes, int{Hip::kDeviceToHost});
  }
  void CopyAsync(void* to, const void* from, size_t bytes, Hip::Kind kind,
                 Hip::Stream stream) const {
    hip().Do("hipMemcpyAsync", to, from, bytes, int{kind}, stream);
  }
  void FillAsync(void* device, size_t bytes, Hip::Stream stream) const {
    hip().Do("hipMemsetAsync", device, 0, bytes, stream);
  }
  void* EmptyKernel() const {
    return hip().Compile("extern \"C\" __global__ void empty() {}\n", "empty");
  }
  void* SpinKernel() const {
    return hip().Compile("extern \"C\" __global__ void spin(unsigned microseconds) {}\n", "spin");
  }

  std::unique_ptr<Hip> hip_;
  Drainer drainer_;
};

// API calls and operations, sorted out.
struct Sorted {
  std::map<uint64_t, Activity> calls;  // by correlation id
  std::vector<Activity> dispatches, copies, barriers;

  explicit Sorted(const std::vector<Activity>& activities) {
    for (const Activity& activity : activities) {
      const rocjfr_record_t& record = activity.record;
      if (record.domain == ROCJFR_DOMAIN_HIP_API) {
        EXPECT_TRUE(calls.emplace(record.correlation_id, activity).second) << "an id used twice";
      } else if (record.domain == ROCJFR_DOMAIN_HIP_OPS) {
        (record.op == ROCJFR_OP_DISPATCH ? dispatches
         : record.op == ROCJFR_OP_COPY   ? copies
                                         : barriers)
            .push_back(activity);
      }
    }
  }
  // The name of the call that an operation is joined to, "" without one.
  std::string CallOf(const Activity& op) const {
    const auto call = calls.find(op.record.correlation_id);
    if (call == calls.end()) return "";
    const char* name = rocjfr_api_name(call->second.record.op);
    return name == nullptr ? "" : name;
  }
  uint64_t CallsOf(const std::string& function) const {
    uint64_t count = 0;
    for (const auto& call : calls) {
      const char* name = rocjfr_api_name(call.second.record.op);
      count += name != nullptr && name == function ? 1 : 0;
    }
    return count;
  }
  uint64_t CopiesOf(uint8_t direction) const {
    uint64_t count = 0;
    for (const Activity& op : copies) count += op.submit.submit_copy == direction ? 1 : 0;
    return count;
  }
};

inline std::string NameOf(const Activity& dispatch) {
  const char* name = rocjfr_name_demangled(dispatch.record.thread_id);
  return name == nullptr ? "" : name;
}

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_HIP_FIXTURE_H_
