// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Executables: code objects that were loaded together, and what the program may ask about them.

#ifndef ROCJFR_SOFTGPU_EXECUTABLE_H_
#define ROCJFR_SOFTGPU_EXECUTABLE_H_

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "code_object.h"
#include "hsa_compat.h"
#include "lifecycle.h"

namespace rocjfr::softgpu {

/// A code object of an executable, as the loader's extension describes it.
struct LoadedCode {
  uint64_t handle = 0;  // like those of symbols
  int gpu = 0;
  uint64_t image = 0;  // what it was loaded from
  size_t image_bytes = 0;
  uint64_t base = 0;
  size_t bytes = 0;
};

class Executable {
 public:
  explicit Executable(uint64_t id) : id_(id) {}
  ~Executable();

  hsa_status_t define(const std::string& name, uint64_t address);
  hsa_status_t load(int gpu, const char* image, size_t bytes, uint64_t* handle);
  hsa_status_t freeze();
  bool frozen() const;

  /// Handles of symbols: the executable's id above the symbol's index. 0 where there is none.
  uint64_t find(const std::string& name) const;
  std::vector<uint64_t> all() const;
  bool get(uint64_t handle, CodeSymbol* out) const;

  std::vector<LoadedCode> code() const;
  bool get_code(uint64_t handle, LoadedCode* out) const;

  static uint64_t id_of_symbol(uint64_t handle) { return handle >> kIndexBits; }

 private:
  static constexpr int kIndexBits = 24;

  const uint64_t id_;
  mutable std::mutex mutex_;
  bool frozen_ = false;                                    // guarded by mutex_
  std::vector<std::unique_ptr<CodeObject>> code_objects_;  // guarded by mutex_
  std::vector<LoadedCode> code_;                           // of these; guarded by mutex_
  std::vector<CodeSymbol> symbols_;                        // guarded by mutex_
  std::unordered_map<std::string, size_t> by_name_;        // guarded by mutex_
  std::unordered_map<std::string, uint64_t> defined_;      // guarded by mutex_
};

struct CodeObjectReader {
  const char* data;
  size_t bytes;
  std::shared_ptr<const std::string> file = nullptr;  // what `data` points to, if it was read
};

/// What the handles of executables and of readers stand for.
class Executables {
 public:
  static Executables& instance();

  hsa_executable_t create();
  bool destroy(hsa_executable_t handle);
  std::shared_ptr<Executable> find(hsa_executable_t handle) const;
  std::shared_ptr<Executable> find_owner(hsa_executable_symbol_t symbol) const;

  hsa_code_object_reader_t create_reader(CodeObjectReader reader);
  bool destroy_reader(hsa_code_object_reader_t handle);
  bool find_reader(hsa_code_object_reader_t handle, CodeObjectReader* out) const;

 private:
  Executables() = default;

  mutable ForkSafeMutex mutex_;
  uint64_t next_id_ = 1;                                             // guarded by mutex_
  std::unordered_map<uint64_t, std::shared_ptr<Executable>> by_id_;  // guarded by mutex_
  std::unordered_map<uint64_t, CodeObjectReader> readers_;           // guarded by mutex_
};

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_EXECUTABLE_H_
