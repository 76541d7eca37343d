// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Launches as programs make them that are compiled for a default stream of each thread's own: real
// kernels by their host pointers, and graphs.
#include <cstring>
#include <set>
#include <thread>

#include "hip_fixture.h"

namespace rocjfr::test {
namespace {

struct Dim3 {
  uint32_t x, y, z;
};

// What a compiler makes of a kernel: a fat binary, and the address by which the host knows it.
class CompiledKernel {
 public:
  CompiledKernel(const Hip& hip, const char* source, const char* name)
      : binary_(Bundle(hip.Code(source))), wrapper_{kMagic, 1, binary_.data(), nullptr} {
    const auto load = hip.Function<void** (*)(const void*)>("__hipRegisterFatBinary");
    using Register = void (*)(void**, const void*, char*, const char*, unsigned, void*, void*,
                              Dim3*, Dim3*, int*);
    void** modules = load(&wrapper_);
    hip.Function<Register>("__hipRegisterFunction")(modules, this, const_cast<char*>(name), name,
                                                    ~0u, nullptr, nullptr, nullptr, nullptr,
                                                    nullptr);
  }
  CompiledKernel(const CompiledKernel&) = delete;
  CompiledKernel& operator=(const CompiledKernel&) = delete;
  const void* host() const { return this; }

 private:
  static constexpr uint32_t kMagic = 0x48495046;  // HIPF
  struct Wrapper {
    uint32_t magic, version;
    const void* binary;
    void* unused;
  };
  // Clang's: a count, then offset, size and name of each entry; the host's is empty.
  static std::vector<char> Bundle(const std::vector<char>& code) {
    constexpr size_t kAt = 4096;
    std::vector<char> bundle(kAt + code.size());
    char* to = bundle.data();
    const auto put = [&](const void* from, size_t bytes) {
      memcpy(to, from, bytes);
      to += bytes;
    };
    const auto put_word = [&](uint64_t word) { put(&word, sizeof(word)); };
    put("__CLANG_OFFLOAD_BUNDLE__", 24);
    put_word(2);
    const std::string host = "host-x86_64-unknown-linux--";
    const std::string gpu = "hipv4-amdgcn-amd-amdhsa--gfx1030";
    put_word(kAt);
    put_word(0);
    put_word(host.size());
    put(host.data(), host.size());
    put_word(kAt);
    put_word(code.size());
    put_word(gpu.size());
    put(gpu.data(), gpu.size());
    memcpy(bundle.data() + kAt, code.data(), code.size());
    return bundle;
  }
  const std::vector<char> binary_;
  const Wrapper wrapper_;
};

class HipOwnLaunch : public HipTest {
 protected:
  static constexpr const char* kSource = "extern \"C\" __global__ void empty() {}\n";

  void StartWithKernel() {
    Start();
    kernel_ = std::make_unique<CompiledKernel>(hip(), kSource, "empty");
    Launch("hipLaunchKernel");  // what the runtime does once
    Forget();
  }
  // The two kinds differ in the type of the shared memory's size.
  template <typename Bytes = size_t>
  void Launch(const char* function) const {
    using Function = int (*)(const void*, Dim3, Dim3, void**, Bytes, Hip::Stream);
    ASSERT_EQ(hip().Function<Function>(function)(kernel_->host(), {1, 1, 1}, {64, 1, 1}, nullptr, 0,
                                                 nullptr),
              0)
        << function;
  }
  // The stream of all calls and kernels since the last look.
  int32_t OneStream(size_t kernels) {
    Finish();
    const Sorted sorted(Taken());
    EXPECT_EQ(sorted.dispatches.size(), kernels);
    std::set<int32_t> numbers;
    for (const Activity& dispatch : sorted.dispatches) {
      EXPECT_EQ(NameOf(dispatch), "empty");
      EXPECT_TRUE(dispatch.has_submit);
      numbers.insert(dispatch.submit.submit_stream);
    }
    for (const auto& [id, call] : sorted.calls) {
      if (call.has_submit) numbers.insert(call.submit.submit_stream);
    }
    EXPECT_EQ(numbers.size(), 1u);
    return numbers.empty() ? -2 : *numbers.begin();
  }
  // One kernel each: `own` is on the thread's own stream, `other` on the default one.
  template <typename Own, typename Other>
  void ExpectOwnStream(Own own, Other other) {
    own();
    const int32_t mine = OneStream(1);
    EXPECT_GT(mine, 0);
    int32_t others = -2;
    std::thread([&] {
      own();
      others = OneStream(1);
    }).join();
    EXPECT_GT(others, 0);
    EXPECT_NE(others, mine);
    own();
    EXPECT_EQ(OneStream(1), mine);
    other();
    EXPECT_EQ(OneStream(1), 0);
  }

  std::unique_ptr<CompiledKernel> kernel_;
};

TEST_F(HipOwnLaunch, KernelsByTheirHostPointersAreOnTheThreadsOwnStream) {
  StartWithKernel();
  ExpectOwnStream([&] { Launch("hipLaunchKernel_spt"); }, [&] { Launch("hipLaunchKernel"); });
}

TEST_F(HipOwnLaunch, CooperativeKernelsAreOnTheThreadsOwnStream) {
  StartWithKernel();
  ExpectOwnStream([&] { Launch<uint32_t>("hipLaunchCooperativeKernel_spt"); },
                  [&] { Launch<uint32_t>("hipLaunchCooperativeKernel"); });
}

TEST_F(HipOwnLaunch, GraphsAreOnTheThreadsOwnStream) {
  StartWithKernel();
  if (IsVersion(5, 2)) GTEST_SKIP() << "this version has no hipGraphLaunch_spt";
  const Hip::Stream captured = hip().NewStream(), none = nullptr;
  void *graph = nullptr, *executable = nullptr, *nothing = nullptr;
  void* kernel = EmptyKernel();
  void* no_arguments[1] = {};
  hip().Do("hipStreamBeginCapture", captured, 0);
  hip().Launch(kernel, 1, 64, 0, captured, no_arguments);
  hip().Do("hipStreamEndCapture", captured, &graph);
  hip().Do("hipGraphInstantiate", &executable, graph, nothing, nothing, size_t{0});
  hip().Do("hipGraphLaunch", executable, none);
  Forget();
  ExpectOwnStream([&] { hip().Do("hipGraphLaunch_spt", executable, none); },
                  [&] { hip().Do("hipGraphLaunch", executable, none); });
}

}  // namespace
}  // namespace rocjfr::test
