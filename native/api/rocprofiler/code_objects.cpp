// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "code_objects.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "agents.h"
#include "base/event_count.h"
#include "base/leaky_singleton.h"
#include "code_table.h"
#include "records.h"

namespace rocjfr::sdk {
namespace {

CodeTable& TheTable() {
  return LeakySingleton<CodeTable>();
}

// Kernel ids by the core's refs of names, which are small numbers; 0 not known yet. Above the id
// are the low bits of the table's generation.
constexpr uint32_t kCached = 4096, kIdBits = 40;
std::atomic<uint64_t> g_id_of_ref[kCached] = {};

void Describe(const LoadedKernel& loaded,
              rocprofiler_callback_tracing_code_object_kernel_symbol_register_data_t* kernel) {
  kernel->kernel_object = loaded.object;
  kernel->kernarg_segment_size = loaded.kernarg_bytes;
  kernel->kernarg_segment_alignment = loaded.kernarg_alignment;
  kernel->group_segment_size = loaded.group_bytes;
  kernel->private_segment_size = loaded.private_bytes;
  kernel->sgpr_count = loaded.registers.sgpr;
  kernel->arch_vgpr_count = loaded.registers.arch_vgpr;
  kernel->accum_vgpr_count = loaded.registers.accum_vgpr;
  kernel->kernel_code_entry_byte_offset = loaded.entry_offset;
  if (loaded.entry_offset != 0) {
    kernel->kernel_address.value = loaded.object + static_cast<uint64_t>(loaded.entry_offset);
  }
}

void Describe(const LoadedObject& loaded,
              rocprofiler_callback_tracing_code_object_load_data_t* object) {
  object->agent_id = loaded.agent;
  object->hsa_agent.handle = loaded.hsa_agent;
  object->load_base = loaded.load_base;
  object->load_size = loaded.load_size;
  object->load_delta = loaded.load_delta;
  object->storage_type = loaded.storage;
  if (loaded.storage == ROCPROFILER_CODE_OBJECT_STORAGE_TYPE_FILE) {
    object->storage_file = loaded.file;
  } else {
    object->memory_base = loaded.memory_base;
    object->memory_size = loaded.memory_size;
  }
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
    if (symbol.loaded != nullptr) {
      const auto loaded = symbol.loaded->kernels.find(symbol.text);
      if (loaded != symbol.loaded->kernels.end()) Describe(loaded->second, &kernel);
    }
    record.payload = &kernel;
  } else {
    record.operation = ROCPROFILER_CODE_OBJECT_LOAD;
    object.size = sizeof(object);
    object.code_object_id = symbol.id;
    object.uri = symbol.text.c_str();
    if (symbol.loaded != nullptr) {
      Describe(*symbol.loaded, &object);
      record.payload = &object;
      if (service.Wants(record.operation)) CallTool(thread, service, record, data);
      return;
    }
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
      const uint32_t seen = g_released.Count();
      const Thread* none = nullptr;
      has_it_ = g_owner.compare_exchange_strong(none, &thread);
      if (has_it_ || none == &thread) return;
      const int64_t since_ns = std::min(came_ns, g_calls_since_ns.load());
      const int64_t left_us = (since_ns + wait_ns - NowNs()) / 1000;
      if (left_us <= 0) return;
      g_released.Wait(seen, static_cast<uint32_t>(left_us));
    }
  }
  ~Turn() {
    if (!has_it_) return;
    g_calls_since_ns.store(kNotYet);  // before another one has it
    g_owner.store(nullptr);
    g_released.Notify();
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
  static inline EventCount g_released;

  static int64_t NowNs() noexcept {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

  bool has_it_;
};

// Tells each active context what it has not been told yet.
void TellNew(Thread& thread, Teller teller) {
  CodeTable& table = TheTable();
  bool all_told = true;
  CodeObjectServices().ForEach([&](const Service& service) {
    all_told = all_told && service.context->told_symbols().load() >= table.count();
  });
  if (all_told && Turn::IsFree()) return;
  const Turn turn(thread, teller);
  CodeObjectServices().ForEach([&](const Service& service) {
    std::atomic<uint64_t>& told = service.context->told_symbols();
    uint64_t place = told.load(std::memory_order_acquire);
    while (place < table.count()) {
      if (!told.compare_exchange_weak(place, place + 1)) continue;
      SymbolPtr symbol;
      rocprofiler_user_data_t* data = nullptr;
      try {
        symbol = table.Tell(place, &service, &data);
      } catch (...) {
      }
      if (symbol != nullptr) {
        turn.Calls();
        Call(thread, service, *symbol, ROCPROFILER_CALLBACK_PHASE_LOAD, data);
      }
      place = told.load(std::memory_order_acquire);
    }
  });
}

struct Gone {
  SymbolPtr symbol;
  const Service* service;
  rocprofiler_user_data_t data;
};

// With the table's lock: who is to be told that it is gone.
void TellLater(const SymbolPtr& symbol, uint32_t client, std::vector<Gone>* telling) {
  for (auto& [service, told] : symbol->told) {
    if (told.gone || (client != kAllClients && service->context->client() != client)) continue;
    telling->push_back({symbol, service, told.data});
    told.gone = true;
  }
}

void TellGone(Thread& thread, const Turn& turn, std::vector<Gone>* telling) {
  for (Gone& one : *telling) {
    turn.Calls();
    Call(thread, *one.service, *one.symbol, ROCPROFILER_CALLBACK_PHASE_UNLOAD, &one.data);
  }
}

// What the handle is of goes, its kernels first. Returns its id; 0: it is not known.
uint64_t Unload(Thread& thread, uint64_t handle) {
  CodeTable& table = TheTable();
  const uint64_t id = table.Known(handle);
  // First: a callback that tells of the load has ended then, and written what the tool keeps.
  const Turn turn(thread, Teller::kCaller);
  std::vector<Gone> telling;
  try {
    const std::vector<SymbolPtr> gone = table.Unload(handle);
    std::lock_guard<std::mutex> lock(table.mutex());
    for (const SymbolPtr& symbol : gone) TellLater(symbol, kAllClients, &telling);
  } catch (...) {
  }
  TellGone(thread, turn, &telling);
  return id;
}

// In hip_api_data_t, each argument that is a pointer to a known type has a place for the pointed
// value behind it. So the second argument of these functions is at 32, the third at 40.

// A path, or a kernel's name. False: there is none.
bool ReadText(const rocjfr_call_t& call, uint32_t offset, std::string* text) {
  constexpr size_t kMost = 1 << 16;
  return ReadOwnText(ArgumentAt<const char*>(call, offset), kMost, text);
}

// What a call that loads has had HSA load; without one (0) what HSA has loaded elsewhere.
bool LoadedByHsa(uint64_t handle, uint64_t executable) {
  const std::vector<LoadedObjectPtr> objects = LoadedObjectsOf(executable);
  for (const LoadedObjectPtr& object : objects) TheTable().Loaded(handle, object);
  return !objects.empty();
}

void Loaded(Thread& thread, const rocjfr_call_t& call, bool file) {
  const std::vector<uint64_t> executables = std::move(thread.executables);
  thread.executables.clear();
  const uint64_t handle = MadeHandle(call);
  if (handle == 0) return;
  // By a call within this one, which some releases make.
  if (executables.empty() && handle == thread.loaded && thread.loaded_by > call.correlation_id) {
    return;
  }
  bool loaded = false;
  for (const uint64_t executable : executables) {
    // A handle that is known is another one's by now: its unload was not seen.
    if (!loaded && TheTable().Known(handle) != 0) {
      TheTable().Unloaded(Unload(thread, handle), Outcome::kSuccess);
    }
    loaded = LoadedByHsa(handle, executable) || loaded;
  }
  if (loaded) {
    thread.loaded = handle;
    thread.loaded_by = call.correlation_id;
    return;
  }
  const Outcome outcome = OutcomeOf(call);
  // Its unload was not seen.
  if (outcome == Outcome::kSuccess && TheTable().Known(handle) != 0) {
    TheTable().Unloaded(Unload(thread, handle), Outcome::kSuccess);
  }
  if (file) {
    std::string path;
    ReadText(call, 32, &path);
    return TheTable().Loaded(handle, outcome, 0, "file://" + path);
  }
  const auto what = ArgumentAt<uint64_t>(call, 32);
  char memory[64];
  snprintf(memory, sizeof(memory), "memory://%u#offset=0x%lx", static_cast<unsigned>(getpid()),
           static_cast<unsigned long>(what));
  TheTable().Loaded(handle, outcome, what, memory);
}

}  // namespace

void CodeObjectsOnEnter(Thread& thread, const rocjfr_call_t& call, const HipFunction& function) {
  using Module = HipFunction::Module;
  if (function.module == Module::kLoad || function.module == Module::kLoadData) {
    thread.loads = call.correlation_id;
    thread.executables.clear();
  } else if (function.module == HipFunction::Module::kUnload) {
    const auto handle = ArgumentAt<uint64_t>(call, 16);
    *call.word = TheTable().Known(handle) == 0 ? 0 : Unload(thread, handle);
  } else if (call.submit != nullptr && call.submit->submit_name != 0) {
    if (LaunchedKernel(thread, call, function) == 0) {
      KernelIdOf(thread, Teller::kCaller, call.submit->submit_name, nullptr,
                 AgentOfDevice(call.submit->submit_device));
    }
    TellNew(thread, Teller::kCaller);
  }
}

void CodeObjectsOnExit(Thread& thread, const rocjfr_call_t& call, const HipFunction& function) {
  using Module = HipFunction::Module;
  try {
    switch (function.module) {
      case Module::kNo:
        return;
      case Module::kUnload:
        if (*call.word != 0) TheTable().Unloaded(*call.word, OutcomeOf(call));
        break;
      case Module::kGetFunction: {
        const uint64_t made = MadeHandle(call);
        std::string name;
        if (made == 0 || !ReadText(call, 40, &name)) break;
        TheTable().Found(ArgumentAt<uint64_t>(call, 32), made, name.c_str(), OutcomeOf(call));
        break;
      }
      case Module::kLoad:
      case Module::kLoadData:
        Loaded(thread, call, function.module == Module::kLoad);
    }
  } catch (...) {
    return;
  }
  TellNew(thread, Teller::kCaller);
}

void ExecutableFrozen(Thread& thread, uint64_t executable) {
  if (!g_code_objects_configured.load(std::memory_order_relaxed)) return;
  try {
    // The call that loads it says by which handle the program knows it.
    if (thread.loads != 0 && thread.OpenCall() == thread.loads) {
      thread.executables.push_back(executable);
      return;
    }
    if (!LoadedByHsa(0, executable)) return;
  } catch (...) {
    return;
  }
  TellNew(thread, Teller::kCaller);
}

void ExecutableEnds(Thread& thread, uint64_t executable) {
  auto& loading = thread.executables;
  loading.erase(std::remove(loading.begin(), loading.end(), executable), loading.end());
  if (!TheTable().HasExecutable(executable)) return;
  const Turn turn(thread, Teller::kCaller);
  std::vector<Gone> telling;
  try {
    const std::vector<SymbolPtr> gone = TheTable().Destroyed(executable);
    std::lock_guard<std::mutex> lock(TheTable().mutex());
    for (const SymbolPtr& symbol : gone) TellLater(symbol, kAllClients, &telling);
  } catch (...) {
  }
  TellGone(thread, turn, &telling);
}

uint64_t LaunchedKernel(Thread& thread, const rocjfr_call_t& call, const HipFunction& function) {
  CodeTable& table = TheTable();
  if (!function.launches || call.submit == nullptr || !CodeObjectServices().Any()) return 0;
  const auto handle = ArgumentAt<uint64_t>(call, 16);
  const uint64_t generation = table.generation();
  Thread::LaunchedFunction& cached = thread.launched[(handle >> 4) % Thread::kLaunched];
  if (cached.function == handle && cached.generation == generation) return cached.kernel;
  const char* name = rocjfr_name_symbol(call.submit->submit_name);
  if (name == nullptr) return 0;
  uint64_t kernel = 0;
  try {
    kernel = table.KernelOf(handle, name);
  } catch (...) {
  }
  cached = {handle, generation, kernel};
  return kernel;
}

void ForgetModules() noexcept {
  TheTable().ForgetHandles();
}

uint64_t KernelIdOf(Thread& thread, Teller teller, uint32_t ref, const char* kernel_name,
                    rocprofiler_agent_id_t agent) {
  if (ref == 0 && kernel_name != nullptr) ref = rocjfr_name_ref(kernel_name);
  CodeTable& table = TheTable();
  const uint64_t generation = table.generation() << kIdBits;
  constexpr uint64_t kIdMask = (uint64_t{1} << kIdBits) - 1;
  uint64_t id = 0;
  if (ref != 0 && ref < kCached) {
    const uint64_t cached = g_id_of_ref[ref].load(std::memory_order_relaxed);
    if ((cached & ~kIdMask) == generation) id = cached & kIdMask;
  }
  if (__builtin_expect(id == 0, false)) {
    const char* name = ref == 0 ? kernel_name : rocjfr_name_symbol(ref);
    if (name == nullptr) return 0;
    bool only = false;
    try {
      id = table.KernelNamed(name, agent.handle, &only);
    } catch (...) {
      return 0;
    }
    if (only && ref != 0 && ref < kCached) {
      g_id_of_ref[ref].store(generation | id, std::memory_order_relaxed);
    }
  }
  if (CodeObjectServices().Any()) TellNew(thread, teller);
  return id;
}

const char* KernelName(uint64_t kernel_id) noexcept {
  return TheTable().NameOf(kernel_id);
}

void UnloadCodeObjects(Thread& thread, uint32_t client) {
  const Turn turn(thread, Teller::kCaller);
  std::vector<Gone> telling;
  try {
    TheTable().ForEach([&](const SymbolPtr& symbol) { TellLater(symbol, client, &telling); });
  } catch (...) {
  }
  TellGone(thread, turn, &telling);
}

}  // namespace rocjfr::sdk
