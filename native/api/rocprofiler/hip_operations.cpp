// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "hip_operations.h"

#include <atomic>
#include <cstring>
#include <iterator>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/never_destroyed.h"
#include "hip_signatures.h"
#include "kinds.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::sdk {
namespace {

#define NAME(name) #name,
constexpr const char* kListed[] = {ROCPROFILER_HIP_RUNTIME_APIS(NAME)};
constexpr const char* kCompiler[] = {ROCPROFILER_HIP_COMPILER_APIS(NAME)};
#undef NAME
static_assert(std::size(kListed) == ROCPROFILER_HIP_RUNTIME_API_ID_LAST, "");

// Names under which runtimes report a listed function.
constexpr struct {
  const char* reported;
  const char* listed;
} kAliases[] = {
    {"hipGetDeviceProperties", "hipGetDevicePropertiesR0000"},
    {"hipChooseDeviceR0600", "hipChooseDevice"},
};

struct Table {
  std::mutex mutex;
  std::unordered_map<std::string_view, int32_t> numbers;
  uint32_t count = 0;
  // Written under the mutex; a name is set before its number is given away.
  std::atomic<const char*> names[kMostOperations] = {};

  Table() {
    for (const char* name : kListed) Add(name);
    for (const auto& alias : kAliases) numbers[alias.reported] = numbers.at(alias.listed);
  }
  int32_t Add(const char* name) {
    if (count == kMostOperations) return -1;
    const auto number = static_cast<int32_t>(count);
    numbers.emplace(name, number);
    names[count++].store(name, std::memory_order_release);
    return number;
  }
};
Table& TheTable() {
  return NeverDestroyed<Table>();
}

int32_t NumberOf(const char* name) {
  Table& table = TheTable();
  std::lock_guard<std::mutex> lock(table.mutex);
  const auto found = table.numbers.find(name);
  if (found != table.numbers.end()) return found->second;
  const char* kept = strdup(name);
  return kept == nullptr ? -1 : table.Add(kept);
}

const char* ListedName(const char* name) noexcept {
  for (const auto& alias : kAliases) {
    if (strcmp(name, alias.reported) == 0) return alias.listed;
  }
  return name;
}

HipFunction Describe(const char* name) {
  using Module = HipFunction::Module;
  HipFunction function;
  function.signature = FindSignature(ListedName(name));
  for (uint32_t i = 0; i < std::size(kCompiler); ++i) {
    if (strcmp(name, kCompiler[i]) != 0) continue;
    function.kind = ROCPROFILER_BUFFER_TRACING_HIP_COMPILER_API;
    function.operation = static_cast<int32_t>(i);
    return function;
  }
  function.kind = ROCPROFILER_BUFFER_TRACING_HIP_RUNTIME_API;
  function.operation = NumberOf(name);
  const std::string_view text(name);
  // HIP 5.2 makes copies of what a stream does with memory.
  for (const char* part :
       {"Launch", "Memcpy", "Memset", "StreamWriteValue", "StreamWaitValue", "StreamBatchMemOp"}) {
    if (text.find(part) != std::string_view::npos) function.submits = true;
  }
  if (text.find("Graph") == std::string_view::npos) {
    using Work = HipFunction::Work;
    if (text.find("Launch") != std::string_view::npos) function.work = Work::kKernels;
    if (text.find("Memcpy") != std::string_view::npos) function.work = Work::kCopies;
  }
  for (const char* one :
       {"hipMemcpy", "hipMemcpyAsync", "hipMemcpyWithStream", "hipMemcpyHtoD", "hipMemcpyHtoDAsync",
        "hipMemcpyDtoH", "hipMemcpyDtoHAsync", "hipMemcpyDtoD", "hipMemcpyDtoDAsync",
        "hipMemcpy_spt", "hipMemcpyAsync_spt"}) {
    if (text == one) function.plain_copy = true;
  }
  for (const char* one : {"hipLaunchKernel", "hipExtLaunchKernel", "hipLaunchCooperativeKernel",
                          "hipModuleLaunchKernel", "hipExtModuleLaunchKernel",
                          "hipHccModuleLaunchKernel", "hipModuleLaunchCooperativeKernel"}) {
    if (text == one) function.launches = true;
  }
  // Those of libraries have the same arguments in the same places.
  static constexpr std::pair<const char*, Module> kModules[] = {
      {"hipModuleLoad", Module::kLoad},           {"hipModuleLoadData", Module::kLoadData},
      {"hipModuleLoadDataEx", Module::kLoadData}, {"hipModuleLoadFatBinary", Module::kLoadData},
      {"hipModuleUnload", Module::kUnload},       {"hipModuleGetFunction", Module::kGetFunction},
      {"hipLibraryLoadFromFile", Module::kLoad},  {"hipLibraryLoadData", Module::kLoadData},
      {"hipLibraryUnload", Module::kUnload},      {"hipLibraryGetKernel", Module::kGetFunction},
  };
  for (const auto& [one, module] : kModules) {
    if (text == one) function.module = module;
  }
  for (const char* one :
       {"hipStreamCreate", "hipStreamCreateWithFlags", "hipStreamCreateWithPriority",
        "hipExtStreamCreateWithCUMask", "hipGreenCtxStreamCreate", "hipExecutionCtxStreamCreate"}) {
    if (text == one) function.stream = HipFunction::Stream::kCreate;
  }
  if (text == "hipStreamDestroy") function.stream = HipFunction::Stream::kDestroy;
  return function;
}

std::atomic<const HipFunction*> g_functions[kMostHipApis] = {};
const HipFunction kUnknown;

}  // namespace

std::vector<const char*> HipOperationNames() {
  Table& table = TheTable();
  std::lock_guard<std::mutex> lock(table.mutex);
  std::vector<const char*> names;
  for (uint32_t i = 0; i < table.count; ++i) names.push_back(table.names[i].load());
  return names;
}

const char* HipOperationName(int32_t operation) noexcept {
  if (operation < 0 || operation >= static_cast<int32_t>(kMostOperations)) return nullptr;
  return TheTable().names[operation].load(std::memory_order_acquire);
}

namespace {

[[gnu::cold, gnu::noinline]] const HipFunction& Learn(uint32_t id) noexcept {
  const char* name = rocjfr_api_name(id);
  if (name == nullptr) return kUnknown;
  try {
    const auto* made = new HipFunction(Describe(name));
    const HipFunction* none = nullptr;
    if (g_functions[id].compare_exchange_strong(none, made)) return *made;
    delete made;
    return *none;
  } catch (...) {
    return kUnknown;
  }
}

}  // namespace

const HipFunction& HipFunctionOf(uint32_t id) noexcept {
  if (id >= kMostHipApis) return kUnknown;
  const HipFunction* known = g_functions[id].load(std::memory_order_acquire);
  return __builtin_expect(known != nullptr, true) ? *known : Learn(id);
}

}  // namespace rocjfr::sdk
