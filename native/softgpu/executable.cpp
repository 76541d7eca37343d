// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "executable.h"

#include <utility>

#include "device_memory.h"
#include "kernel.h"
#include "log.h"
#include "pool.h"

namespace rocjfr::softgpu {
namespace {

std::string kernel_name(const CodeSymbol& symbol) {
  return symbol.name.substr(0, symbol.name.size() - 3);  // without ".kd"
}

}  // namespace

Executable::~Executable() {
  for (const CodeSymbol& s : symbols_) {
    if (s.is_kernel) Kernels::instance().remove(s.address);
  }
  for (const auto& object : code_objects_) Memory::instance().disown(object->base());
}

hsa_status_t Executable::define(const std::string& name, uint64_t address) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (frozen_) return HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
  bool fresh = defined_.emplace(name, address).second;
  return fresh ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED;
}

hsa_status_t Executable::load(int gpu, const char* image, size_t bytes, uint64_t* handle) {
  std::lock_guard<std::mutex> lock(mutex_);
  if (frozen_) return HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
  auto object = std::make_unique<CodeObject>();
  hsa_status_t status = object->load(image, bytes, [this](const std::string& name) {
    auto found = defined_.find(name);
    return found == defined_.end() ? 0 : found->second;
  });
  if (status != HSA_STATUS_SUCCESS) return status;
  if (symbols_.size() + object->symbols().size() >= size_t{1} << kIndexBits) {
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  }
  bool old_blits = object->has_old_blits();
  for (const CodeSymbol& s : object->symbols()) {
    by_name_[s.name] = symbols_.size();
    symbols_.push_back(s);
    if (!s.is_kernel) continue;
    Kernels::instance().add(s.address, kernel_name(s), s.kernarg_bytes, old_blits);
    log(LogLevel::kCall, "gpu %d: kernel %s, %u bytes of arguments, %u of group memory", gpu,
        kernel_name(s).c_str(), s.kernarg_bytes, s.group_bytes);
  }
  Memory::instance().adopt(object->base(), object->bytes(), Pool{Pool::kGpuMemory, gpu});
  *handle = id_ << kIndexBits | code_.size();
  code_.push_back({*handle, gpu, reinterpret_cast<uint64_t>(image), bytes,
                   reinterpret_cast<uint64_t>(object->base()), object->bytes()});
  code_objects_.push_back(std::move(object));
  return HSA_STATUS_SUCCESS;
}

hsa_status_t Executable::freeze() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (frozen_) return HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
  frozen_ = true;
  return HSA_STATUS_SUCCESS;
}

bool Executable::frozen() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return frozen_;
}

uint64_t Executable::find(const std::string& name) const {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = by_name_.find(name);
  return found == by_name_.end() ? 0 : id_ << kIndexBits | found->second;
}

std::vector<uint64_t> Executable::all() const {
  std::lock_guard<std::mutex> lock(mutex_);
  std::vector<uint64_t> handles;
  for (size_t i = 0; i < symbols_.size(); ++i) handles.push_back(id_ << kIndexBits | i);
  return handles;
}

bool Executable::get(uint64_t handle, CodeSymbol* out) const {
  std::lock_guard<std::mutex> lock(mutex_);
  size_t index = handle & ((uint64_t{1} << kIndexBits) - 1);
  if (id_of_symbol(handle) != id_ || index >= symbols_.size()) return false;
  *out = symbols_[index];
  return true;
}

std::vector<LoadedCode> Executable::code() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return code_;
}

bool Executable::get_code(uint64_t handle, LoadedCode* out) const {
  std::lock_guard<std::mutex> lock(mutex_);
  size_t index = handle & ((uint64_t{1} << kIndexBits) - 1);
  if (id_of_symbol(handle) != id_ || index >= code_.size()) return false;
  *out = code_[index];
  return true;
}

Executables& Executables::instance() {
  static Executables* the = new Executables();  // never destroyed
  return *the;
}

hsa_executable_t Executables::create() {
  std::lock_guard<std::mutex> lock(mutex_);
  uint64_t id = next_id_++;
  by_id_[id] = std::make_shared<Executable>(id);
  return {id};
}

bool Executables::destroy(hsa_executable_t handle) {
  std::shared_ptr<Executable> last;  // destroyed after the lock is
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = by_id_.find(handle.handle);
  if (found == by_id_.end()) return false;
  last = std::move(found->second);
  by_id_.erase(found);
  return true;
}

std::shared_ptr<Executable> Executables::find(hsa_executable_t handle) const {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = by_id_.find(handle.handle);
  return found == by_id_.end() ? nullptr : found->second;
}

std::shared_ptr<Executable> Executables::find_owner(hsa_executable_symbol_t symbol) const {
  return find(hsa_executable_t{Executable::id_of_symbol(symbol.handle)});
}

hsa_code_object_reader_t Executables::create_reader(CodeObjectReader reader) {
  std::lock_guard<std::mutex> lock(mutex_);
  uint64_t id = next_id_++;
  readers_[id] = std::move(reader);
  return {id};
}

bool Executables::destroy_reader(hsa_code_object_reader_t handle) {
  std::lock_guard<std::mutex> lock(mutex_);
  return readers_.erase(handle.handle) != 0;
}

bool Executables::find_reader(hsa_code_object_reader_t handle, CodeObjectReader* out) const {
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = readers_.find(handle.handle);
  if (found == readers_.end()) return false;
  *out = found->second;
  return true;
}

}  // namespace rocjfr::softgpu
