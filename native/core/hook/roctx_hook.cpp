// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// AMD's libroctx64 calls callback(ROCTX, op, data) on the calling thread before the level changes,
// with ops 0 Mark, 1 Push, 2 Pop, 3 Start, 4 Stop; Pop has no message, Stop only the id. A pop of
// an empty stack is reported as well.
#include "roctx_hook.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "base/loaded_library.h"
#include "core/java/control.h"
#include "core/record/roctx.h"

namespace rocjfr {
namespace {

struct RoctxData {
  const char* message;
  uint64_t id;
};

using Callback = int (*)(uint32_t domain, uint32_t op, void* data);
std::atomic<void (*)(Callback)> g_register{nullptr};  // read by any thread
bool g_registered = false;
uint64_t g_libraries_seen = 0;

int OnRoctx(uint32_t, uint32_t op, void* data) {
  const auto* roctx = static_cast<const RoctxData*>(data);
  switch (op) {
    case 0:
      RoctxMark(roctx->message);
      break;
    case 1:
      RoctxPush(roctx->message);
      break;
    case 2:
      RoctxPop();
      break;
    case 3:
      RoctxStart(roctx->id, roctx->message, RoctxSource::kAmd);
      break;
    case 4:
      RoctxStop(roctx->id, RoctxSource::kAmd);
      break;
    default:
      break;
  }
  return 0;
}

void Find() {
  if (g_register != nullptr || !LibrariesLoadedSince(&g_libraries_seen)) return;
  const std::string path = FindLoadedLibrary("libroctx64");
  if (path.empty()) return;
  void* handle = dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY);
  if (handle == nullptr) {
    g_libraries_seen = 0;  // still being loaded: look again
    return;
  }
  // Ours calls the core by itself.
  if (dlsym(handle, "rocjfr_roctx_calls_core") == nullptr) {
    g_register = reinterpret_cast<void (*)(Callback)>(dlsym(handle, "roctxRegisterTracerCallback"));
  }
  if (g_register == nullptr) dlclose(handle);
}

}  // namespace

void UpdateRoctxHook(bool wanted) noexcept {
  try {
    if (wanted) Find();
  } catch (...) {
    return;
  }
  if (g_register == nullptr || g_registered == wanted) return;
  g_register.load()(wanted ? &OnRoctx : nullptr);
  g_registered = wanted;
}

bool RoctxFound() noexcept {
  return g_register != nullptr;
}

}  // namespace rocjfr
