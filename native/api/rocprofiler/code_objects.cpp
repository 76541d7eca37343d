// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "code_objects.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>

#include "base/never_destroyed.h"
#include "base/switch.h"
#include "records.h"

namespace rocjfr::sdk {
namespace {

// A code object or a kernel, until it is unloaded.
struct Symbol {
  uint64_t id = 0;  // of its kind, from 1
  bool is_kernel = false;
  uint64_t code_object_id = 0;  // of a kernel
  std::string text;             // a kernel's name, a code object's URI
  uint64_t module = 0;          // a code object's handle
  uint64_t image = 0;
  // What contexts that were told of it keep until it is unloaded. Not erased, since the user may be
  // writing there.
  struct Told {
    rocprofiler_user_data_t data;
    bool gone = false;
  };
  std::map<const Service*, Told> told;
};

struct Symbols {
  std::mutex mutex;  // never held while the user is called
  // By place: in the order in which they became known.
  std::map<uint64_t, std::shared_ptr<Symbol>> all;
  std::atomic<uint64_t> count{0};  // places
  struct Kernel {
    uint64_t id;
    uint64_t code_object_id;  // that it was found in last
  };
  std::vector<const char*> names;                   // by id, from 1
  std::unordered_map<std::string, Kernel> kernels;  // by name
  size_t bytes = 0;                                 // of these names
  uint64_t code_objects = 0;

  Symbol& Add() {
    const uint64_t place = count.load(std::memory_order_relaxed);
    return *(all[place] = std::make_shared<Symbol>());
  }
  // The last that was added has what it is.
  void Publish() noexcept { count.fetch_add(1, std::memory_order_release); }
};
Symbols& TheSymbols() {
  return NeverDestroyed<Symbols>();
}

// Kernel ids by the core's refs of names, which are small numbers; 0 not known yet.
constexpr uint32_t kCached = 4096;
std::atomic<uint64_t> g_id_of_ref[kCached] = {};

// A program that compiles kernels at run time can make names without end: beyond these bounds
// kernels have the id 0, and code objects are not told.
constexpr size_t kMostSymbols = 1u << 20;
constexpr size_t kMostBytes = 64u << 20;

uint64_t AddKernel(const char* name, uint64_t code_object_id) {
  Symbols& symbols = TheSymbols();
  std::lock_guard<std::mutex> lock(symbols.mutex);
  const size_t bytes = strlen(name);
  if (symbols.kernels.count(name) == 0) {
    if (symbols.kernels.size() >= kMostSymbols || symbols.bytes + bytes > kMostBytes) return 0;
    symbols.bytes += bytes;
  } else if (symbols.all.size() >= kMostSymbols) {
    return symbols.kernels.at(name).id;
  }
  const auto [found, added] =
      symbols.kernels.emplace(name, Symbols::Kernel{symbols.kernels.size() + 1, code_object_id});
  Symbols::Kernel& kernel = found->second;
  // The same name in another module: the same kernel, registered again.
  const bool elsewhere = code_object_id != 0 && code_object_id != kernel.code_object_id;
  if (!added && !elsewhere) return kernel.id;
  kernel.code_object_id = code_object_id;
  Symbol& symbol = symbols.Add();
  symbol.id = kernel.id;
  symbol.is_kernel = true;
  symbol.code_object_id = code_object_id;
  symbol.text = name;
  if (added) symbols.names.push_back(found->first.c_str());
  symbols.Publish();
  return kernel.id;
}

void AddCodeObject(uint64_t module, uint64_t image, const std::string& uri) {
  Symbols& symbols = TheSymbols();
  std::lock_guard<std::mutex> lock(symbols.mutex);
  if (symbols.all.size() >= kMostSymbols) return;
  Symbol& symbol = symbols.Add();
  symbol.id = ++symbols.code_objects;
  symbol.text = uri;
  symbol.module = module;
  symbol.image = image;
  symbols.Publish();
}

uint64_t LoadedCodeObject(uint64_t module) {
  Symbols& symbols = TheSymbols();
  std::lock_guard<std::mutex> lock(symbols.mutex);
  for (auto one = symbols.all.rbegin(); one != symbols.all.rend(); ++one) {
    const Symbol& symbol = *one->second;
    if (!symbol.is_kernel && symbol.module == module) return symbol.id;
  }
  return 0;
}

void Call(Thread& thread, const Service& service, const Symbol& symbol,
          rocprofiler_callback_phase_t phase, rocprofiler_user_data_t* data) {
  rocprofiler_callback_tracing_record_t record = {};
  record.context_id = service.context->id();
  record.thread_id = thread.id;
  record.correlation_id.external.value = service.context->external().Top(thread);
  record.kind = ROCPROFILER_CALLBACK_TRACING_CODE_OBJECT;
  record.phase = phase;
  rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t kernel = {};
  rocprofiler_callback_tracing_code_object_load_data_t object = {};
  if (symbol.is_kernel) {
    record.operation = ROCPROFILER_CODE_OBJECT_DEVICE_KERNEL_SYMBOL_REGISTER;
    kernel.size = sizeof(kernel);
    kernel.kernel_id = symbol.id;
    kernel.code_object_id = symbol.code_object_id;
    kernel.kernel_name = symbol.text.c_str();
    record.payload = &kernel;
  } else {
    record.operation = ROCPROFILER_CODE_OBJECT_LOAD;
    object.size = sizeof(object);
    object.code_object_id = symbol.id;
    object.uri = symbol.text.c_str();
    object.storage_type = symbol.image == 0 ? ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_FILE
                                            : ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_MEMORY;
    if (symbol.image == 0) {
      object.storage_file = -1;
    } else {
      object.memory_base = symbol.image;
    }
    record.payload = &object;
  }
  if (!service.Wants(record.operation)) return;
  CallTool(thread, service, record, data);
}

// One thread tells at a time: with AMD's library HIP's own lock is held meanwhile, so tools keep
// what they are told in tables without one. Who finds nothing to tell waits as well, since what it
// does next may reach the tool before another thread's callback has noted the kernel. Nobody waits
// for its own callback, within one, or for long: a callback may wait for what this thread does. So
// all together wait for one callback only so long, however often they come.
class Turn {
 public:
  Turn(const Thread& thread, Teller teller) {
    const int64_t wait_ns = thread.InCallback()          ? 0
                            : teller == Teller::kRuntime ? kRuntimeWaitNs
                                                         : kCallerWaitNs;
    const int64_t came_ns = NowNs();
    for (;;) {
      const uint32_t position = g_released.Position();
      const Thread* none = nullptr;
      has_it_ = g_owner.compare_exchange_strong(none, &thread);
      if (has_it_ || none == &thread) return;
      const int64_t since_ns = std::min(came_ns, g_calls_since_ns.load());
      const int64_t left_us = (since_ns + wait_ns - NowNs()) / 1000;
      if (left_us <= 0) return;
      g_released.Wait(position, static_cast<uint32_t>(left_us));
    }
  }
  ~Turn() {
    if (!has_it_) return;
    g_calls_since_ns.store(kNotYet);  // before another one has it
    g_owner.store(nullptr);
    g_released.Flip();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  // A callback begins.
  void Calls() const noexcept {
    if (has_it_) g_calls_since_ns.store(NowNs());
  }
  static bool IsFree() noexcept { return g_owner.load() == nullptr; }

 private:
  static constexpr int64_t kCallerWaitNs = 1'000'000'000, kRuntimeWaitNs = 100'000'000;
  static constexpr int64_t kNotYet = INT64_MAX;
  static inline std::atomic<const Thread*> g_owner{nullptr};
  static inline std::atomic<int64_t> g_calls_since_ns{kNotYet};  // of the owner's last callback
  static inline Switch g_released;

  static int64_t NowNs() noexcept {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  bool has_it_;
};

// Tells each active context what it has not been told yet.
void TellNew(Thread& thread, Teller teller) {
  Symbols& symbols = TheSymbols();
  bool all_told = true;
  CodeObjectServices().ForEach([&](const Service& service) {
    all_told = all_told && service.context->told_symbols().load() >= symbols.count.load();
  });
  if (all_told && Turn::IsFree()) return;
  const Turn turn(thread, teller);
  CodeObjectServices().ForEach([&](const Service& service) {
    std::atomic<uint64_t>& told = service.context->told_symbols();
    uint64_t place = told.load(std::memory_order_acquire);
    while (place < symbols.count.load(std::memory_order_acquire)) {
      if (!told.compare_exchange_weak(place, place + 1)) continue;
      std::shared_ptr<const Symbol> symbol;
      rocprofiler_user_data_t* data = nullptr;
      {
        std::lock_guard<std::mutex> lock(symbols.mutex);
        const auto known = symbols.all.find(place);
        if (known != symbols.all.end()) {
          try {
            data = &known->second->told[&service].data;
            data->value = 0;
            symbol = known->second;
          } catch (...) {
          }
        }
      }
      if (symbol != nullptr) {
        turn.Calls();
        Call(thread, service, *symbol, ROCPROFILER_CALLBACK_PHASE_LOAD, data);
      }
      place = told.load(std::memory_order_acquire);
    }
  });
}

// Kernels first, then the code object that holds them. unload: they are gone for everybody.
template <typename Gone>
void TellGone(Thread& thread, bool unload, uint32_t client, Gone gone) {
  // First: a callback that tells of the load has ended then, and written what the tool keeps.
  const Turn turn(thread, Teller::kCaller);
  Symbols& symbols = TheSymbols();
  struct Telling {
    std::shared_ptr<const Symbol> symbol;
    const Service* service;
    rocprofiler_user_data_t data;
  };
  std::vector<Telling> telling;
  try {
    std::lock_guard<std::mutex> lock(symbols.mutex);
    for (const bool kernels : {true, false}) {
      for (auto at = symbols.all.begin(); at != symbols.all.end();) {
        Symbol& symbol = *at->second;
        if (symbol.is_kernel != kernels || !gone(symbol)) {
          ++at;
          continue;
        }
        for (auto& [service, told] : symbol.told) {
          if (told.gone || (client != kAllClients && service->context->client() != client))
            continue;
          telling.push_back({at->second, service, told.data});
          told.gone = true;
        }
        at = unload ? symbols.all.erase(at) : std::next(at);
      }
    }
  } catch (...) {
  }
  for (Telling& one : telling) {
    turn.Calls();
    Call(thread, *one.service, *one.symbol, ROCPROFILER_CALLBACK_PHASE_UNLOAD, &one.data);
  }
}

template <typename T>
T Argument(const rocjfr_call_t& call, uint32_t offset) noexcept {
  T value;
  memcpy(&value, static_cast<const char*>(call.api_data) + offset, sizeof(value));
  return value;
}

// hip_api_data_t has, behind each argument that is a pointer to something known, a place for what
// it points to: the second argument of these functions stands at 32, the third at 40.

// What the first argument points to; 0 for null, and where the runtime did not tell it.
uint64_t Result(const rocjfr_call_t& call) noexcept {
  const auto place = Argument<uint64_t>(call, 16);
  return place == 0 || place == ROCJFR_UNFILLED ? 0 : *reinterpret_cast<const uint64_t*>(place);
}

}  // namespace

void CodeObjectsOnEnter(Thread& thread, const rocjfr_call_t& call, const HipFunction& function) {
  using Module = HipFunction::Module;
  if (function.module == Module::kUnload) {
    const uint64_t id = LoadedCodeObject(Argument<uint64_t>(call, 16));
    if (id == 0) return;
    TellGone(thread, true, kAllClients, [id](const Symbol& symbol) {
      return (symbol.is_kernel ? symbol.code_object_id : symbol.id) == id;
    });
  } else if (function.module != Module::kNo) {
    // A call that fails leaves it as it is; the hook does not tell what a call returns.
    *call.word = Result(call);
  } else if (call.submit != nullptr && call.submit->submit_name != 0) {
    KernelIdOf(thread, Teller::kCaller, call.submit->submit_name, nullptr);
  }
}

void CodeObjectsOnExit(Thread& thread, const rocjfr_call_t& call, const HipFunction& function) {
  using Module = HipFunction::Module;
  if (function.module == Module::kNo || function.module == Module::kUnload) return;
  const uint64_t result = Result(call);
  // A call that failed has left it. (A function that it gets once more is known from before, or
  // becomes so when it is launched.)
  if (result == 0 || result == *call.word) return;
  try {
    if (function.module == Module::kGetFunction) {
      const uint64_t code_object = LoadedCodeObject(Argument<uint64_t>(call, 32));
      const auto* name = Argument<const char*>(call, 40);
      if (name != nullptr) AddKernel(name, code_object);
    } else {
      const auto what = Argument<uint64_t>(call, 32);
      char memory[64];
      snprintf(memory, sizeof(memory), "memory://%u#offset=0x%lx", static_cast<unsigned>(getpid()),
               static_cast<unsigned long>(what));
      const bool file = function.module == Module::kLoad;
      const auto* path = reinterpret_cast<const char*>(what);
      AddCodeObject(result, file ? 0 : what,
                    file ? std::string("file://") + (path == nullptr ? "" : path) : memory);
    }
  } catch (...) {
    return;
  }
  TellNew(thread, Teller::kCaller);
}

void ForgetModules() noexcept {
  Symbols& symbols = TheSymbols();
  std::lock_guard<std::mutex> lock(symbols.mutex);
  for (auto& one : symbols.all) one.second->module = 0;
}

uint64_t KernelIdOf(Thread& thread, Teller teller, uint32_t ref, const char* kernel_name) {
  if (ref == 0 && kernel_name != nullptr) ref = rocjfr_name_ref(kernel_name);
  uint64_t id = ref != 0 && ref < kCached ? g_id_of_ref[ref].load(std::memory_order_relaxed) : 0;
  if (__builtin_expect(id == 0, false)) {
    const char* name = ref == 0 ? kernel_name : rocjfr_name_symbol(ref);
    if (name == nullptr) return 0;
    try {
      id = AddKernel(name, 0);
    } catch (...) {
      return 0;
    }
    if (ref != 0 && ref < kCached) g_id_of_ref[ref].store(id, std::memory_order_relaxed);
  }
  if (CodeObjectServices().Any()) TellNew(thread, teller);
  return id;
}

const char* KernelName(uint64_t kernel_id) noexcept {
  Symbols& symbols = TheSymbols();
  std::lock_guard<std::mutex> lock(symbols.mutex);
  return kernel_id == 0 || kernel_id > symbols.names.size() ? nullptr
                                                            : symbols.names[kernel_id - 1];
}

void UnloadCodeObjects(Thread& thread, uint32_t client) {
  TellGone(thread, false, client, [](const Symbol&) { return true; });
}

}  // namespace rocjfr::sdk
