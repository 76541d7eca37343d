// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// AMD's libroctx64 calls callback(ROCTX, op, data) on the calling thread before the level changes.
// The ops are 0 Mark, 1 Push, 2 Pop, 3 Start, 4 Stop. Pop has no message, Stop only the id. A pop
// of an empty stack is reported as well.
//
// There is one callback. As with HIP's hook another tool's is never pushed out; where this library
// was preloaded both are called, the tool's first.
#include "roctx_hook.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "base/loaded_library.h"
#include "chained_hook.h"
#include "core/java/control.h"
#include "core/record/roctx.h"
#include "core/runtime/tracer_slot.h"

namespace rocjfr {
namespace {

struct RoctxData {
  const char* message;
  uint64_t id;
};

using Callback = int (*)(uint32_t domain, uint32_t op, void* data);

struct Library {
  void (*register_callback)(Callback);
  // Where it keeps the only callback, if that could be read off its code; else nullptr.
  void* const volatile* slot;
};
std::atomic<const Library*> g_library{nullptr};  // never freed
std::atomic<uint64_t> g_libraries_seen{0};
bool g_registered = false;
std::atomic<bool> g_slot_refuted{false};  // it did not hold our callback after registering it
std::atomic<Callback> g_other{nullptr};   // of a tool that has the slot
std::atomic<Callback> g_tool{nullptr};    // of a tool that gets what ours gets

int OnRoctx(uint32_t domain, uint32_t op, void* data) {
  if (const Callback tool = g_tool.load(std::memory_order_acquire)) tool(domain, op, data);
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

Callback Owner(const Library& library) noexcept {
  return reinterpret_cast<Callback>(__atomic_load_n(library.slot, __ATOMIC_RELAXED));
}

bool Readable(const Library& library) noexcept {
  return library.slot != nullptr && !g_slot_refuted.load(std::memory_order_relaxed);
}

void Register(const Library& library) noexcept {
  library.register_callback(&OnRoctx);
  g_registered = true;
  if (library.slot != nullptr && Owner(library) != &OnRoctx) g_slot_refuted.store(true);
}

}  // namespace

namespace {

// False: it is still being loaded.
bool TakeIfAmds(const char* path) {
  void* handle = dlopen(path, RTLD_NOLOAD | RTLD_LAZY);
  if (handle == nullptr) return false;
  // Ours calls the core by itself.
  const bool ours = dlsym(handle, "rocjfr_roctx_calls_core") != nullptr;
  void* function = ours ? nullptr : dlsym(handle, "roctxRegisterTracerCallback");
  if (function == nullptr) {
    dlclose(handle);
    return true;
  }
  const auto* library =
      new Library{reinterpret_cast<void (*)(Callback)>(function), FindTracerSlot(function)};
  const Library* none = nullptr;
  if (!g_library.compare_exchange_strong(none, library)) {
    delete library;
    dlclose(handle);
  }
  return true;
}

}  // namespace

void FindRoctx() noexcept {
  if (RoctxFound()) return;
  try {
    uint64_t seen = g_libraries_seen.load();
    if (!LibrariesChangedSince(&seen)) return;
    std::vector<std::string> paths;  // ours may be there beside AMD's
    EachLoadedLibrary([&](const char* path) {
      if (strncmp(FileName(path), "libroctx64", strlen("libroctx64")) == 0) paths.push_back(path);
      return false;
    });
    bool all = true;
    for (size_t i = 0; i < paths.size() && !RoctxFound(); ++i) {
      all = TakeIfAmds(paths[i].c_str()) && all;
    }
    if (all) g_libraries_seen.store(seen);  // or else looked at again
  } catch (...) {
  }
}

void UpdateRoctxHook(bool wanted) noexcept {
  const Library* library = g_library.load(std::memory_order_acquire);
  if (library == nullptr) return;
  if (!Readable(*library)) {
    if (g_registered == wanted) return;
    if (wanted) {
      Register(*library);
    } else {
      library->register_callback(nullptr);
      g_registered = false;
    }
    return;
  }
  const Callback owner = Owner(*library);
  const bool others = owner != nullptr && owner != &OnRoctx;
  // Whose callback replaced ours, or was there first, and whoever took its own back.
  if (owner != &OnRoctx) g_tool.store(Chains() ? owner : nullptr, std::memory_order_release);
  if (wanted && owner != &OnRoctx && (!others || Chains())) {
    Register(*library);
  } else if (!wanted && owner == &OnRoctx) {
    library->register_callback(g_tool.load());
  }
  g_registered = wanted;
  g_other.store(others && !Chains() ? owner : nullptr, std::memory_order_relaxed);
}

bool RoctxFound() noexcept {
  return g_library.load(std::memory_order_acquire) != nullptr;
}

std::string RoctxOtherTool() {
  const Callback other = g_other.load(std::memory_order_relaxed);
  Dl_info place;
  if (other == nullptr) return "";
  const bool known = dladdr(reinterpret_cast<void*>(other), &place) != 0;
  return std::string(known ? FileName(place.dli_fname) : "another tool") + " (roctx)";
}

}  // namespace rocjfr
