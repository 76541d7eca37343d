// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "vendors.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <vector>

#include "base/leaky_singleton.h"
#include "base/loaded_library.h"
#include "base/own_memory.h"
#include "wrappers.h"

namespace rocjfr::opencl {

Vendor g_vendors[kMostVendors];
std::atomic<uint32_t> g_vendor_count{0};
std::atomic<const Dispatch*> g_layer_target{nullptr};

namespace {

// What the first entry holds where the loader makes the tables itself (cl_khr_icd 2.0): then
// nobody calls through this one.
constexpr uintptr_t kLoadersTag = 0x4F50454E434C3331;

using GetPlatforms = cl_int(CL_API_CALL*)(cl_uint, cl_platform_id*, cl_uint*);
using GetFunction = void*(CL_API_CALL*)(const char*);

// Somebody finds vendors; and whoever would, too, meanwhile, has him look once more. Nobody waits:
// he may wait for the loader's lock, which others have, and is in a vendor's code, which may call
// us.
std::atomic<bool> g_finding{false}, g_find_again{false};
std::atomic<uint64_t> g_libraries_seen{0};

// The library's own, not one of what it is linked with.
void* OwnSymbol(void* handle, const char* path, const char* name) noexcept {
  void* symbol = dlsym(handle, name);
  Dl_info place;
  if (symbol == nullptr || dladdr(symbol, &place) == 0 || place.dli_fname == nullptr ||
      strcmp(FileName(place.dli_fname), FileName(path)) != 0) {
    return nullptr;
  }
  return symbol;
}

// How a loader asks a vendor's library for its platforms.
GetPlatforms PlatformsOf(void* handle, const char* path) noexcept {
  constexpr char kName[] = "clIcdGetPlatformIDsKHR";
  if (void* symbol = OwnSymbol(handle, path, kName)) return reinterpret_cast<GetPlatforms>(symbol);
  void* symbol = OwnSymbol(handle, path, "clGetExtensionFunctionAddress");
  // A loader has this one, too, which would load all vendors.
  if (symbol == nullptr || strncmp(FileName(path), "libOpenCL", 9) == 0) return nullptr;
  return reinterpret_cast<GetPlatforms>(reinterpret_cast<GetFunction>(symbol)(kName));
}

std::string InfoOf(cl_platform_id platform, const Dispatch& table, cl_platform_info what) {
  char text[256] = "";
  if (table.clGetPlatformInfo == nullptr ||
      table.clGetPlatformInfo(platform, what, sizeof(text) - 1, text, nullptr) != CL_SUCCESS) {
    return "";
  }
  return text;
}

uint32_t VersionOfPlatform(const std::string& text) noexcept {
  unsigned major = 0, minor = 0;
  if (sscanf(text.c_str(), "OpenCL %u.%u", &major, &minor) != 2) return 100;
  return major * 100 + minor * 10;
}

// Makes a table writable as long as it lives; afterwards each page has the access that it had.
class Writable {
 public:
  Writable(const Dispatch* table, uint32_t entries) noexcept {
    const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto at = reinterpret_cast<uintptr_t>(table);
    for (uintptr_t i = at & ~(page - 1); i < at + entries * sizeof(void*); i += page) {
      auto* const begin = reinterpret_cast<void*>(i);
      const int access = AccessTo(begin, page);
      if (access == -1 || count_ == kMostPages) return;
      if ((access & PROT_WRITE) != 0) continue;
      if (mprotect(begin, page, access | PROT_WRITE) != 0) return;
      pages_[count_++] = {begin, page, access};
    }
    is_ = true;
  }
  ~Writable() {
    for (size_t i = 0; i < count_; ++i)
      mprotect(pages_[i].begin, pages_[i].bytes, pages_[i].access);
  }
  Writable(const Writable&) = delete;
  Writable& operator=(const Writable&) = delete;
  explicit operator bool() const noexcept { return is_; }

 private:
  struct Page {
    void* begin;
    size_t bytes;
    int access;
  };
  static constexpr size_t kMostPages = 4;
  Page pages_[kMostPages] = {};
  size_t count_ = 0;
  bool is_ = false;
};

void Add(cl_platform_id platform) {
  const uint32_t count = g_vendor_count.load();
  auto* table = *reinterpret_cast<Dispatch**>(platform);
  if (count == kMostVendors || table == nullptr) return;
  for (uint32_t i = 0; i < count; ++i) {
    if (g_vendors[i].table == table) return;  // the vendor's second platform
  }
  Vendor& vendor = g_vendors[count];
  const bool tagged = reinterpret_cast<uintptr_t>(table->clGetPlatformIDs) == kLoadersTag;
  vendor.table = table;
  vendor.platform = platform;
  vendor.version = VersionOfPlatform(InfoOf(platform, *table, CL_PLATFORM_VERSION));
  vendor.name = InfoOf(platform, *table, CL_PLATFORM_NAME);
  vendor.entries = 0;
  while (vendor.entries < kTableEntries && VersionOf(vendor.entries) <= vendor.version) {
    ++vendor.entries;
  }
  memcpy(static_cast<void*>(&vendor.original), table, vendor.entries * sizeof(void*));
  vendor.patchable = !tagged && Writable(table, vendor.entries);
  g_vendor_count.store(count + 1, std::memory_order_release);
}

void AddPlatformsOf(const char* path) {
  void* handle = dlopen(path, RTLD_NOLOAD | RTLD_LAZY);
  if (handle == nullptr) return;
  cl_uint count = 0;
  const GetPlatforms platforms = PlatformsOf(handle, path);
  if (platforms != nullptr && platforms(0, nullptr, &count) == CL_SUCCESS && count > 0) {
    std::vector<cl_platform_id> ids(count);
    if (platforms(count, ids.data(), nullptr) == CL_SUCCESS) {
      for (cl_platform_id id : ids) {
        if (id != nullptr) Add(id);
      }
    }
    return;  // the handle is kept: our copy of its table holds addresses in it
  }
  dlclose(handle);
}

bool IsForQueues(uint32_t number) noexcept {
  switch (number) {
    case k_clCreateCommandQueue:
    case k_clCreateCommandQueueWithProperties:
    case k_clRetainCommandQueue:
    case k_clReleaseCommandQueue:
    case k_clGetCommandQueueInfo:
    case k_clSetCommandQueueProperty:
    case k_clGetEventProfilingInfo:
    case k_clGetExtensionFunctionAddressForPlatform:
      return true;
    default:
      return false;
  }
}

void PatchTable(const Vendor& vendor, uint32_t index, Patch patch) noexcept {
  auto* const entries = reinterpret_cast<void**>(vendor.table);
  const auto* const originals = reinterpret_cast<void* const*>(&vendor.original);
  // Only what differs: most calls find nothing to do, and change no page's access.
  const auto each = [&](auto visit) {
    for (uint32_t i = 0; i < vendor.entries; ++i) {
      void* ours = WrapperOf(i, index);
      if (ours == nullptr || originals[i] == nullptr) continue;
      const bool wanted = patch == Patch::kAll || (patch == Patch::kQueues && IsForQueues(i));
      void* const present = __atomic_load_n(&entries[i], __ATOMIC_RELAXED);
      // What another tool has put there since stays; it goes on to ours or to the vendor's.
      if (present != ours && present != originals[i]) continue;
      void* const next = wanted ? ours : originals[i];
      if (present != next) visit(&entries[i], next);
    }
  };
  bool differs = false;
  each([&](void**, void*) { differs = true; });
  if (!differs) return;
  const Writable writable(vendor.table, vendor.entries);
  if (!writable) return;
  each([](void** entry, void* next) { __atomic_store_n(entry, next, __ATOMIC_RELEASE); });
}

}  // namespace

namespace {

void FindNewVendors() noexcept {
  try {
    uint64_t seen = g_libraries_seen.load();
    if (!LibrariesChangedSince(&seen)) return;
    g_libraries_seen.store(seen);
    std::vector<std::string> paths;
    EachLoadedLibrary([&](const char* path) {
      paths.emplace_back(path);
      return false;
    });
    for (const std::string& path : paths) AddPlatformsOf(path.c_str());
  } catch (...) {
  }
}

}  // namespace

bool AreOfOneVendor(const void* known, const void* object) noexcept {
  const Dispatch* table = nullptr;
  return known != nullptr && object != nullptr && ReadOwnMemory(object, &table, sizeof(table)) &&
         table == *static_cast<const Dispatch* const*>(known);
}

void FindVendors() noexcept {
  g_find_again.store(true);
  while (g_find_again.load() && !g_finding.exchange(true)) {
    g_find_again.store(false);
    FindNewVendors();
    g_finding.store(false);
  }
}

bool FindingVendors() noexcept {
  return g_finding.load();
}

void PatchTables(Patch patch) noexcept {
  const uint32_t count = g_vendor_count.load(std::memory_order_acquire);
  for (uint32_t i = 0; i < count; ++i) {
    if (g_vendors[i].patchable) PatchTable(g_vendors[i], i, patch);
  }
}

}  // namespace rocjfr::opencl
