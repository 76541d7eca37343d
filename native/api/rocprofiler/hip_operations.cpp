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

#include "base/leaky_singleton.h"
#include "catalogue/functions.h"
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

struct Table {
  std::mutex mutex;
  std::unordered_map<std::string_view, int32_t> numbers;
  uint32_t count = 0;
  // Written under the mutex; a name is set before its number is given away.
  std::atomic<const char*> names[kMostOperations] = {};

  Table() {
    for (const char* name : kListed) Add(name);
    for (const auto& alias : catalogue::kAliases)
      numbers[alias.reported] = numbers.at(alias.listed);
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
  return LeakySingleton<Table>();
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
  for (const auto& alias : catalogue::kAliases) {
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
  const uint32_t traits = catalogue::TraitsOf(name);
  const auto has = [traits](uint32_t trait) { return (traits & trait) != 0; };
  function.submits = has(catalogue::kSubmits);
  function.plain_copy = has(catalogue::kPlainCopy);
  function.launches = has(catalogue::kKernel);
  using Work = HipFunction::Work;
  if (has(catalogue::kLaunches) && !has(catalogue::kGraphLaunch)) function.work = Work::kKernels;
  if (has(catalogue::kCopies)) function.work = Work::kCopies;
  // Those of libraries have the same arguments in the same places.
  if (has(catalogue::kModuleLoad)) function.module = Module::kLoad;
  if (has(catalogue::kModuleLoadData)) function.module = Module::kLoadData;
  if (has(catalogue::kModuleUnload)) function.module = Module::kUnload;
  if (has(catalogue::kModuleGetFunction)) function.module = Module::kGetFunction;
  if (has(catalogue::kCreatesStream)) function.stream = HipFunction::Stream::kCreate;
  if (has(catalogue::kDestroysStream)) function.stream = HipFunction::Stream::kDestroy;
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
