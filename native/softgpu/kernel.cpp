// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "kernel.h"

#include <dlfcn.h>

#include <vector>

#include "config.h"
#include "control.h"
#include "log.h"

namespace rocjfr::softgpu {
namespace {

/// The shared objects of SOFTGPU_KERNELS, opened when the first kernel is made known: on a queue's
/// thread, dlopen would wait for a tool that itself calls dlopen in dl_iterate_phdr, as roctracer's
/// does, and that for it.
const std::vector<void*>& kernel_libraries() {
  static const auto* the = [] {
    auto* libraries = new std::vector<void*>();  // never destroyed, never closed
    for (const std::string& path : config().kernels) {
      void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
      if (library != nullptr) {
        libraries->push_back(library);
      } else {
        log(LogLevel::kError, "SOFTGPU_KERNELS: %s", dlerror());
      }
    }
    return libraries;
  }();
  return *the;
}

softgpu_kernel_t host_function(const std::string& kernel) {
  std::string symbol = "softgpu_" + kernel;
  for (void* library : kernel_libraries()) {
    if (void* found = dlsym(library, symbol.c_str())) {
      return reinterpret_cast<softgpu_kernel_t>(found);
    }
  }
  return reinterpret_cast<softgpu_kernel_t>(dlsym(RTLD_DEFAULT, symbol.c_str()));
}

}  // namespace

Kernels& Kernels::instance() {
  static Kernels* the = new Kernels();  // never destroyed
  return *the;
}

void Kernels::add(uint64_t object, const std::string& name, uint32_t kernarg_bytes,
                  bool old_blits) {
  kernel_libraries();
  auto kernel = std::make_shared<Kernel>();
  kernel->name = intern(name);
  kernel->kernarg_bytes = kernarg_bytes;
  kernel->old_blits = old_blits;
  std::lock_guard<std::mutex> lock(mutex_);
  by_object_[object] = Entry{std::move(kernel), false};
}

void Kernels::remove(uint64_t object) {
  std::lock_guard<std::mutex> lock(mutex_);
  by_object_.erase(object);
}

std::shared_ptr<const Kernel> Kernels::find(uint64_t object) {
  std::string unresolved;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = by_object_.find(object);
    if (found == by_object_.end()) return nullptr;
    if (found->second.resolved) return found->second.kernel;
    unresolved = found->second.kernel->name;
  }
  // Outside of the lock, since loading a library runs its constructors.
  BlitFunction old_blit = find_blit(unresolved, true);
  BlitFunction new_blit = find_blit(unresolved, false);
  softgpu_kernel_t host = old_blit == nullptr ? host_function(unresolved) : nullptr;
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = by_object_.find(object);
  if (found == by_object_.end()) return nullptr;
  Entry& entry = found->second;
  if (!entry.resolved) {
    entry.kernel->blit = entry.kernel->old_blits ? old_blit : new_blit;
    entry.kernel->host = host;
    entry.resolved = true;
    if (entry.kernel->blit == nullptr && host == nullptr) {
      log(LogLevel::kError, "kernel %s has no host function softgpu_%s: it does nothing",
          entry.kernel->name, entry.kernel->name);
    }
  }
  return entry.kernel;
}

}  // namespace rocjfr::softgpu
