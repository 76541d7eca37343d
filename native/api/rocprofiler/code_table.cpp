// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "code_table.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace rocjfr::sdk {
namespace {

using Lock = std::lock_guard<std::mutex>;

// The name without what the runtime puts behind that of a kernel's descriptor.
std::string_view KernelOfSymbol(std::string_view symbol) noexcept {
  constexpr std::string_view kDescriptor = ".kd";
  const size_t end = symbol.size() - std::min(symbol.size(), kDescriptor.size());
  return symbol.substr(end) == kDescriptor ? symbol.substr(0, end) : symbol;
}

template <typename Map>
void DropOldest(Map* map) {
  while (map->size() > kMostPending) map->erase(map->begin());
}

}  // namespace

Symbol& CodeTable::Add() {
  const uint64_t place = count_.load(std::memory_order_relaxed);
  return *(all_[place] = std::make_shared<Symbol>());
}

// The last that was added has what it is.
void CodeTable::Publish() noexcept {
  count_.fetch_add(1, std::memory_order_release);
}

void CodeTable::Changed() noexcept {
  generation_.fetch_add(1, std::memory_order_release);
}

// Null: too many.
const char* CodeTable::Keep(const char* name) {
  auto known = names_.find(name);
  if (known == names_.end()) {
    const size_t bytes = strlen(name);
    if (names_.size() >= kMostSymbols || name_bytes_ + bytes > kMostNameBytes) return nullptr;
    known = names_.insert(name).first;
    name_bytes_ += bytes;
  }
  return known->c_str();
}

void CodeTable::AddObject(uint64_t id, uint64_t handle, const Load& load) {
  if (all_.size() >= kMostSymbols) return;
  Object& object = objects_[id];
  object.handle = handle;
  object.place = count_.load(std::memory_order_relaxed);
  if (handle != 0) modules_.emplace(handle, id);  // of several objects the first
  if (load.loaded != nullptr) executables_[load.loaded->executable].push_back(id);
  Symbol& symbol = Add();
  symbol.id = id;
  symbol.text = load.uri;
  symbol.image = load.image;
  symbol.loaded = load.loaded;
  Publish();
}

// id 0: a new one.
uint64_t CodeTable::AddKernel(uint64_t object, const char* name, uint64_t id) {
  const char* kept = Keep(name);
  if (kept == nullptr || all_.size() >= kMostSymbols) return 0;
  if (id == 0) id = ++last_kernel_;
  kernels_[id] = {kept, count_.load(std::memory_order_relaxed)};
  OfName& of_name = by_name_[kept];
  if (object == 0) {
    of_name.without_object = id;
  } else {
    of_name.in_objects.push_back(id);
    objects_[object].kernels[kept] = id;
  }
  Symbol& symbol = Add();
  symbol.id = id;
  symbol.is_kernel = true;
  symbol.code_object_id = object;
  symbol.text = kept;
  if (object != 0) symbol.loaded = all_[objects_[object].place]->loaded;
  Publish();
  Changed();
  return id;
}

// Its name stays for a while, for the records of its dispatches.
void CodeTable::TakeOutKernel(uint64_t id) {
  Kernel& kernel = kernels_[id];
  all_.erase(kernel.place);
  const auto of_name = by_name_.find(kernel.name);
  if (of_name != by_name_.end()) {
    auto& ids = of_name->second.in_objects;
    ids.erase(std::remove(ids.begin(), ids.end(), id), ids.end());
    if (ids.empty() && of_name->second.without_object == 0) by_name_.erase(of_name);
  }
  gone_.push_back(id);
  for (; gone_.size() > kMostGone; gone_.pop_front()) {
    const auto oldest = kernels_.find(gone_.front());
    // Not one that is here again.
    if (oldest != kernels_.end() && all_.count(oldest->second.place) == 0) kernels_.erase(oldest);
  }
}

void CodeTable::MapFunction(uint64_t object, uint64_t function, uint64_t kernel) {
  const auto [mapped, added] = functions_.emplace(function, kernel);
  if (!added && mapped->second == kernel) return;
  mapped->second = kernel;
  objects_[object].functions.push_back(function);
  Changed();
}

void CodeTable::DropEnded(uint64_t handle) {
  for (auto one = left_.begin(); one != left_.end();) {
    one = one->second.ended && one->second.handle == handle ? left_.erase(one) : std::next(one);
  }
}

void CodeTable::Restore(uint64_t code_object_id) {
  const auto found = left_.find(code_object_id);
  if (found == left_.end()) return;
  const Left left = std::move(found->second);
  left_.erase(found);
  if (modules_.count(left.handle) != 0) return;  // another's by now
  AddObject(code_object_id, left.handle, left.load);
  if (objects_.count(code_object_id) == 0) return;
  for (const auto& [id, name] : left.kernels) AddKernel(code_object_id, name.c_str(), id);
  for (const auto& [function, kernel] : left.functions) {
    MapFunction(code_object_id, function, kernel);
  }
}

uint64_t CodeTable::Confirm(uint64_t handle) {
  const auto known = modules_.find(handle);
  if (known != modules_.end()) return known->second;
  const auto load = loads_.find(handle);
  if (load != loads_.end()) {
    AddObject(++last_object_, handle, load->second);
    loads_.erase(load);
  } else {
    for (const auto& [id, left] : left_) {
      if (!left.ended || left.handle != handle) continue;
      Restore(id);  // the unload has failed
      break;
    }
  }
  const auto now = modules_.find(handle);
  return now == modules_.end() ? 0 : now->second;
}

void CodeTable::Loaded(uint64_t handle, Outcome outcome, uint64_t image, std::string uri) {
  if (handle == 0 || outcome == Outcome::kFailure) return;
  const Lock lock(mutex_);
  const bool unknown = outcome == Outcome::kUnknown;
  // One that is loaded is not given out again: the call has failed.
  if (unknown && modules_.count(handle) != 0) return;
  DropEnded(handle);
  if (unknown) {
    loads_[handle] = {image, std::move(uri), nullptr};
    return DropOldest(&loads_);
  }
  loads_.erase(handle);
  modules_.erase(handle);
  AddObject(++last_object_, handle, {image, std::move(uri), nullptr});
}

void CodeTable::Loaded(uint64_t handle, LoadedObjectPtr loaded) {
  const Lock lock(mutex_);
  DropEnded(handle);
  loads_.erase(handle);
  const uint64_t id = ++last_object_;
  AddObject(id, handle, {loaded->memory_base, loaded->uri, loaded});
  if (objects_.count(id) == 0) return;
  for (const auto& [name, kernel] : loaded->kernels) AddKernel(id, name.c_str(), 0);
}

bool CodeTable::HasExecutable(uint64_t executable) {
  const Lock lock(mutex_);
  return executables_.count(executable) != 0;
}

std::vector<SymbolPtr> CodeTable::Destroyed(uint64_t executable) {
  std::vector<SymbolPtr> gone;
  const Lock lock(mutex_);
  const auto objects = executables_.find(executable);
  if (objects == executables_.end()) return gone;
  const std::vector<uint64_t> ids = objects->second;
  for (const uint64_t id : ids) TakeOutObject(id, nullptr, &gone);
  executables_.erase(executable);
  Changed();
  return gone;
}

uint64_t CodeTable::Known(uint64_t handle) {
  const Lock lock(mutex_);
  const auto known = modules_.find(handle);
  return known == modules_.end() ? 0 : known->second;
}

void CodeTable::TakeOutObject(uint64_t id, Left* left, std::vector<SymbolPtr>* gone) {
  const auto found = objects_.find(id);
  if (found == objects_.end()) return;
  const Object object = std::move(found->second);
  objects_.erase(found);
  const auto module = modules_.find(object.handle);
  if (module != modules_.end() && module->second == id) modules_.erase(module);
  for (const uint64_t function : object.functions) {
    const auto mapped = functions_.find(function);
    if (mapped == functions_.end()) continue;
    if (left != nullptr) left->functions.emplace_back(function, mapped->second);
    functions_.erase(mapped);
  }
  std::vector<SymbolPtr> kernels;
  for (const auto& [name, kernel] : object.kernels) {
    const auto at = all_.find(kernels_[kernel].place);
    if (at != all_.end()) kernels.push_back(at->second);
  }
  // In the order in which they became known.
  std::sort(kernels.begin(), kernels.end(),
            [](const SymbolPtr& a, const SymbolPtr& b) { return a->id < b->id; });
  for (const SymbolPtr& kernel : kernels) {
    if (left != nullptr) left->kernels.emplace_back(kernel->id, kernel->text);
    TakeOutKernel(kernel->id);
    gone->push_back(kernel);
  }
  const auto at = all_.find(object.place);
  if (at == all_.end()) return;
  const SymbolPtr symbol = at->second;
  if (left != nullptr) left->load = {symbol->image, symbol->text, symbol->loaded};
  if (symbol->loaded != nullptr) {
    const auto executable = executables_.find(symbol->loaded->executable);
    if (executable != executables_.end()) {
      auto& ids = executable->second;
      ids.erase(std::remove(ids.begin(), ids.end(), id), ids.end());
      if (ids.empty()) executables_.erase(executable);
    }
  }
  all_.erase(at);
  gone->push_back(symbol);
}

std::vector<SymbolPtr> CodeTable::Unload(uint64_t handle) {
  std::vector<SymbolPtr> gone;
  const Lock lock(mutex_);
  loads_.erase(handle);
  const auto known = modules_.find(handle);
  if (known == modules_.end()) return gone;
  const uint64_t id = known->second;
  Left left;
  left.handle = handle;
  TakeOutObject(id, &left, &gone);
  modules_.erase(handle);
  left_[id] = std::move(left);
  DropOldest(&left_);
  Changed();
  return gone;
}

void CodeTable::Unloaded(uint64_t code_object_id, Outcome outcome) {
  const Lock lock(mutex_);
  const auto left = left_.find(code_object_id);
  if (left == left_.end()) return;
  if (outcome == Outcome::kSuccess) {
    left_.erase(left);
  } else if (outcome == Outcome::kFailure) {
    Restore(code_object_id);
  } else {
    left->second.ended = true;
  }
}

void CodeTable::Found(uint64_t handle, uint64_t function, const char* name, Outcome outcome) {
  if (name == nullptr || function == 0 || outcome == Outcome::kFailure) return;
  const Lock lock(mutex_);
  if (outcome == Outcome::kUnknown) {
    // Of one that is known the kernel is known.
    if (functions_.count(function) != 0) return;
    lookups_[function] = {handle, name};
    DropOldest(&lookups_);
    return Changed();
  }
  lookups_.erase(function);
  const uint64_t object = Confirm(handle);
  if (object != 0) {
    const uint64_t kernel = KernelInObject(object, name);
    if (kernel != 0) MapFunction(object, function, kernel);
    return;
  }
  // Of a module that is not known.
  functions_.erase(function);
  if (LoadedByHsa(name) == 0) KernelWithoutObject(name);
  Changed();
}

uint64_t CodeTable::LoadedByHsa(const char* name) {
  const auto of_name = by_name_.find(name);
  if (of_name == by_name_.end() || of_name->second.in_objects.empty()) return 0;
  const uint64_t id = of_name->second.in_objects.back();
  const auto at = all_.find(kernels_[id].place);
  return at != all_.end() && at->second->loaded != nullptr ? id : 0;
}

uint64_t CodeTable::KernelInObject(uint64_t object, const char* name) {
  const auto& kernels = objects_[object].kernels;
  const auto known = kernels.find(name);
  return known != kernels.end() ? known->second : AddKernel(object, name, 0);
}

uint64_t CodeTable::KernelWithoutObject(const char* name) {
  const auto of_name = by_name_.find(name);
  const bool known = of_name != by_name_.end() && of_name->second.without_object != 0;
  return known ? of_name->second.without_object : AddKernel(0, name, 0);
}

void CodeTable::ForgetHandles() {
  const Lock lock(mutex_);
  modules_.clear();
  functions_.clear();
  loads_.clear();
  lookups_.clear();
  left_.clear();
  for (auto& [id, object] : objects_) {
    object.handle = 0;
    object.functions.clear();
  }
  Changed();
}

uint64_t CodeTable::LookedUp(uint64_t function, const char* name) {
  const auto mapped = functions_.find(function);
  if (mapped != functions_.end()) return mapped->second;
  const auto lookup = lookups_.find(function);
  if (lookup == lookups_.end()) return 0;
  const Lookup found = std::move(lookup->second);
  lookups_.erase(lookup);
  if (KernelOfSymbol(found.name) != KernelOfSymbol(name)) return 0;
  // The runtime knows it by this name: so it was found in a module, which was loaded.
  const uint64_t object = Confirm(found.module);
  if (object == 0) return 0;
  const uint64_t kernel = KernelInObject(object, found.name.c_str());
  if (kernel != 0) MapFunction(object, function, kernel);
  return kernel;
}

uint64_t CodeTable::KernelOf(uint64_t function, const char* name) {
  const Lock lock(mutex_);
  uint64_t kernel = LookedUp(function, name);
  if (kernel == 0) kernel = LoadedByHsa(name);
  return kernel != 0 ? kernel : KernelWithoutObject(name);
}

uint64_t CodeTable::KernelNamed(const char* name, uint64_t agent, bool* only) {
  const Lock lock(mutex_);
  const auto of_name = by_name_.find(name);
  *only = true;
  if (of_name == by_name_.end() || of_name->second.in_objects.empty()) {
    return KernelWithoutObject(name);
  }
  const std::vector<uint64_t>& ids = of_name->second.in_objects;
  *only = ids.size() == 1;
  for (auto id = ids.rbegin(); agent != 0 && !*only && id != ids.rend(); ++id) {
    const auto at = all_.find(kernels_[*id].place);
    const bool known = at != all_.end() && at->second->loaded != nullptr;
    if (known && at->second->loaded->agent.handle == agent) return *id;
  }
  return ids.back();
}

const char* CodeTable::NameOf(uint64_t kernel_id) {
  const Lock lock(mutex_);
  const auto known = kernels_.find(kernel_id);
  return known == kernels_.end() ? nullptr : known->second.name;
}

SymbolPtr CodeTable::Tell(uint64_t place, const Service* service, rocprofiler_user_data_t** data) {
  const Lock lock(mutex_);
  const auto known = all_.find(place);
  if (known == all_.end()) return nullptr;
  *data = &known->second->told[service].data;
  (*data)->value = 0;
  return known->second;
}

void CodeTable::ForEach(const std::function<void(const SymbolPtr&)>& visit) {
  const Lock lock(mutex_);
  for (const bool kernels : {true, false}) {
    for (const auto& [place, symbol] : all_) {
      if (symbol->is_kernel == kernels) visit(symbol);
    }
  }
}

}  // namespace rocjfr::sdk
