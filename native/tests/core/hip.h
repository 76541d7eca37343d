// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The HIP functions that the tests use, from whichever runtime is found: $ROCJFR_HIP_LIBRARY, or
// libamdhip64.so of the highest number. Nothing is linked, so that one binary runs on all of them.
#ifndef ROCJFR_TESTS_CORE_HIP_H_
#define ROCJFR_TESTS_CORE_HIP_H_

#include <dlfcn.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace rocjfr::test {

class Hip {
 public:
  using Stream = void*;
  enum Kind { kHostToHost = 0, kHostToDevice = 1, kDeviceToHost = 2, kDeviceToDevice = 3 };

  Hip() {
    UseTestKernels();
    const char* chosen = getenv("ROCJFR_HIP_LIBRARY");
    const std::vector<std::string> names =
        chosen != nullptr ? std::vector<std::string>{chosen} : Numbered("libamdhip64.so");
    for (const std::string& name : names) {
      if ((library_ = dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL)) != nullptr) break;
    }
    if (library_ == nullptr) throw std::runtime_error(std::string("no HIP runtime: ") + dlerror());
    for (const std::string& name : Numbered("libhiprtc.so")) {
      if (dlsym(library_, "hiprtcCompileProgram") != nullptr) break;
      if (hiprtc_ == nullptr) hiprtc_ = dlopen(name.c_str(), RTLD_NOW);
    }
  }

  // Calls a function by name with the arguments as given: integers, pointers and size_t only.
  template <typename... Args>
  int operator()(const char* name, Args... args) const {
    return reinterpret_cast<int (*)(Args...)>(Find(library_, name))(args...);
  }
  template <typename... Args>
  int Rtc(const char* name, Args... args) const {
    void* from = hiprtc_ == nullptr ? library_ : hiprtc_;
    return reinterpret_cast<int (*)(Args...)>(Find(from, name))(args...);
  }
  // The same, and the call must succeed.
  template <typename... Args>
  void Do(const char* name, Args... args) const {
    const int status = (*this)(name, args...);
    if (status != 0)
      throw std::runtime_error(std::string(name) + " returned " + std::to_string(status));
  }

  void* library() const { return library_; }
  template <typename Pointer>
  Pointer Function(const char* name) const {
    return reinterpret_cast<Pointer>(Find(library_, name));
  }
  void* Malloc(size_t bytes) const {
    void* memory = nullptr;
    Do("hipMalloc", &memory, bytes);
    return memory;
  }
  Stream NewStream() const {
    Stream stream = nullptr;
    Do("hipStreamCreate", &stream);
    return stream;
  }
  int Version() const {
    int version = 0;
    Do("hipRuntimeGetVersion", &version);
    return version;
  }
  // Compiles `source` to a code object.
  std::vector<char> Code(const std::string& source) const {
    void* program = nullptr;
    const char* text = source.c_str();
    const void* none = nullptr;
    if (Rtc("hiprtcCreateProgram", &program, text, "test.hip", 0, none, none) != 0) {
      throw std::runtime_error("hiprtcCreateProgram failed");
    }
    const char* options[] = {"--offload-arch=gfx1030"};
    if (Rtc("hiprtcCompileProgram", program, 1, static_cast<const char**>(options)) != 0) {
      throw std::runtime_error("hiprtcCompileProgram failed");
    }
    size_t size = 0;
    Rtc("hiprtcGetCodeSize", program, &size);
    std::vector<char> code(size);
    Rtc("hiprtcGetCode", program, code.data());
    return code;
  }
  // The function `name` of the compiled source, and its module if that is asked for.
  void* Compile(const std::string& source, const char* name, void** module_out = nullptr) const {
    const std::vector<char> code = Code(source);
    void* module = nullptr;
    Do("hipModuleLoadData", &module, static_cast<const void*>(code.data()));
    void* function = nullptr;
    Do("hipModuleGetFunction", &function, module, name);
    if (module_out != nullptr) *module_out = module;
    return function;
  }
  void Launch(void* function, uint32_t grid, uint32_t block, uint32_t lds, Stream stream,
              void** arguments) const {
    void** none = nullptr;
    Do("hipModuleLaunchKernel", function, grid, 1u, 1u, block, 1u, 1u, lds, stream, arguments,
       none);
  }

  // The kernels of the software GPU lie beside the test: bin/test, lib/libtestkernels.so. (A test's
  // ENVIRONMENT in CMake cannot hold two variables when gtest_discover_tests sets it.)
  static void UseTestKernels() {
    char self[4096];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof(self));
    if (length <= 0) return;
    const std::string path(self, static_cast<size_t>(length));
    const std::string folder = path.substr(0, path.rfind('/'));
    setenv("SOFTGPU_KERNELS", (folder + "/../lib/libtestkernels.so").c_str(), 0);
  }

 private:
  // name.20 ... name.5
  static std::vector<std::string> Numbered(const std::string& name) {
    std::vector<std::string> names;
    for (int number = 20; number >= 5; --number)
      names.push_back(name + "." + std::to_string(number));
    return names;
  }
  static void* Find(void* library, const char* name) {
    void* symbol = dlsym(library, name);
    if (symbol == nullptr) throw std::runtime_error(std::string("no function ") + name);
    return symbol;
  }

  void* library_ = nullptr;
  void* hiprtc_ = nullptr;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_HIP_H_
