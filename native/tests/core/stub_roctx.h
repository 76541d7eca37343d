// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A stub of AMD's libroctx64, loaded from beside the test program.
#ifndef ROCJFR_TESTS_CORE_STUB_ROCTX_H_
#define ROCJFR_TESTS_CORE_STUB_ROCTX_H_

#include "stub.h"

namespace rocjfr::test {

// ROOT/bin/PROGRAM -> ROOT/lib
inline std::string LibraryFolder() {
  const std::string folder = StubFolder("");
  return folder.substr(0, folder.rfind('/'));
}

class StubRoctx {
 public:
  using Callback = int (*)(uint32_t domain, uint32_t op, void* data);

  StubRoctx() : library_(dlopen(Path().c_str(), RTLD_NOW)) {
    if (library_ == nullptr) {
      fprintf(stderr, "%s\n", dlerror());
      abort();
    }
  }
  void Mark(const char* message) const { Get<void (*)(const char*)>("roctxMarkA")(message); }
  // As a tool does it.
  void Register(Callback callback) const {
    Get<void (*)(Callback)>("roctxRegisterTracerCallback")(callback);
  }
  Callback Slot() const { return Get<Callback (*)()>("stubroctx_callback")(); }

 private:
  static std::string Path() { return LibraryFolder() + "/stubroctx/libroctx64.so.4"; }
  template <typename Function>
  Function Get(const char* name) const {
    return reinterpret_cast<Function>(dlsym(library_, name));
  }
  void* library_;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_CORE_STUB_ROCTX_H_
