// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A stub HIP runtime, loaded from beside the test program, and a program that calls it.
#ifndef ROCJFR_TESTS_CORE_STUB_H_
#define ROCJFR_TESTS_CORE_STUB_H_

#include <alloca.h>
#include <dlfcn.h>
#include <limits.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>

#include "../stubhip/stubhip.h"

namespace rocjfr::test {

// ROOT/bin/PROGRAM -> ROOT/lib/stubhip-GENERATION
inline std::string StubFolder(const std::string& generation) {
  char self[PATH_MAX] = "";
  if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0) abort();
  std::string path = self;
  for (int i = 0; i < 2; ++i) path.resize(path.rfind('/'));
  return path + "/lib/stubhip-" + generation;
}

// Arguments as they stand in hip_api_data_t.
struct NoArguments {};
struct CopyArguments {
  const void* dst = nullptr;
  const void* src = nullptr;
  uint64_t bytes = 0;
  uint32_t kind = 0;
  uint32_t padding = 0;
  uint64_t stream = 0;
};
struct LaunchArguments {
  const void* function = nullptr;
  uint32_t grid[3] = {1, 1, 1};
  uint32_t group[3] = {1, 1, 1};
  uint32_t lds = 0;
  uint32_t padding = 0;
  uint64_t stream = 0;
};
struct StreamArgument {
  uint64_t stream = 0;
};

class Stub {
 public:
  // generation: tracer, future, register or none.
  explicit Stub(const std::string& generation) {
    const std::string path = StubFolder(generation) + "/libamdhip64.so";
    library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) {
      fprintf(stderr, "%s\n", dlerror());
      abort();
    }
    enter_ = Symbol<decltype(&stubhip_enter)>("stubhip_enter");
    exit_ = Symbol<decltype(&stubhip_exit)>("stubhip_exit");
    submit_ = Symbol<decltype(&stubhip_submit)>("stubhip_submit");
    complete_ = Symbol<decltype(&stubhip_complete)>("stubhip_complete");
    frame_bytes_ = Symbol<decltype(&stubhip_frame_bytes)>("stubhip_frame_bytes");
  }

  template <typename Function>
  Function Symbol(const char* name) const {
    return reinterpret_cast<Function>(dlsym(library_, name));
  }

  // One call of function `id`; `body` is what the runtime does in it.
  template <typename Arguments, typename Body>
  void Call(uint32_t id, const Arguments& arguments, Body body, int result = 0) const {
    stubhip_call_t call;
    call.frame = alloca(FrameBytes());
    enter_(&call, id, &arguments, std::is_empty_v<Arguments> ? 0 : sizeof(arguments));
    body();
    call.result = result;
    exit_(&call);
  }
  void Call(uint32_t id) const {
    stubhip_call_t call;
    call.frame = alloca(FrameBytes());
    enter_(&call, id, nullptr, 0);
    exit_(&call);
  }
  // A call that returns `result`; silent: without setting the last error.
  void Return(uint32_t id, int result, uint32_t silent = 0) const {
    const uint64_t none[8] = {};
    stubhip_call_t call;
    call.frame = alloca(FrameBytes());
    enter_(&call, id, none, sizeof(none));
    call.result = result;
    call.silent = silent;
    exit_(&call);
  }
  size_t FrameBytes() const { return frame_bytes_(); }
  // The same, and the runtime asks from another place on the stack: as HIP 6 does when it submits a
  // graph's kernel, after it has made it.
  [[gnu::noinline]] stubhip_command_t SubmitFromElsewhere(uint32_t op, size_t further = 256) const {
    void* const room = alloca(further);
    __asm__ volatile("" : : "r"(room) : "memory");
    const stubhip_command_t command = Submit(op);
    __asm__ volatile("" : : "r"(room) : "memory");
    return command;
  }
  stubhip_command_t Submit(uint32_t op) const {
    stubhip_command_t command;
    submit_(op, &command);
    return command;
  }
  // The runtime names a kernel as it was launched, unless the work says otherwise.
  bool Complete(const stubhip_command_t& command, stubhip_work_t work) const {
    const bool any = work.kernel != nullptr && strcmp(work.kernel, kAnyKernel) == 0;
    if (any && command.kernel != nullptr) work.kernel = command.kernel;
    return complete_(&command, &work) != 0;
  }
  static constexpr const char* kAnyKernel = "named_by_the_runtime";
  // A call that submits one command, which is returned.
  template <typename Arguments>
  stubhip_command_t CallAndSubmit(uint32_t id, const Arguments& arguments, uint32_t op) const {
    stubhip_command_t command;
    Call(id, arguments, [&] { command = Submit(op); });
    if constexpr (std::is_same_v<Arguments, LaunchArguments>) {
      command.kernel = static_cast<const char*>(arguments.function);
    }
    return command;
  }

  // Memory that the program allocates, or has HIP know, at this address.
  void Malloc(uint64_t address, uint64_t bytes, uint32_t id = STUBHIP_hipMalloc) const {
    uint64_t out = 0;
    const struct {
      uint64_t* place;
      uint64_t value, bytes;
      uint32_t flags, padding;
    } arguments{&out, 0, bytes, 1, 0};
    Call(id, arguments, [&] { out = address; });
  }
  void Register(uint64_t address, uint64_t bytes) const {
    const struct {
      uint64_t address, bytes;
      uint32_t flags, padding;
    } arguments{address, bytes, 0, 0};
    Call(STUBHIP_hipHostRegister, arguments, [] {});
  }
  void Free(uint64_t address) const {
    const struct { uint64_t address; } arguments{address};
    Call(STUBHIP_hipFree, arguments, [] {});
  }

  uint32_t Callbacks() const { return Symbol<uint32_t (*)()>("stubhip_callbacks")(); }
  uint64_t HookCalls() const { return Symbol<uint64_t (*)()>("stubhip_calls")(); }
  void SetLastId(uint32_t id) const { Symbol<void (*)(uint32_t)>("stubhip_set_last_id")(id); }
  void SetFrame(uint32_t bytes, uint32_t mode) const {
    Symbol<decltype(&stubhip_set_frame)>("stubhip_set_frame")(bytes, mode);
  }

 private:
  void* library_;
  decltype(&stubhip_enter) enter_;
  decltype(&stubhip_exit) exit_;
  decltype(&stubhip_submit) submit_;
  decltype(&stubhip_complete) complete_;
  decltype(&stubhip_frame_bytes) frame_bytes_;
};

constexpr stubhip_work_t kCopyWork = {0x11F4, 1, 3, 1000, 2000, 4096, nullptr};
constexpr stubhip_work_t kKernelWork = {0x11F0, 1, 3, 1000, 2000, 0, Stub::kAnyKernel};
constexpr stubhip_work_t kMarkerWork = {0x11FE, 1, 3, 1000, 1000, 0, nullptr};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_STUB_H_
