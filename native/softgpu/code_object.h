// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// AMD GPU code objects: ELF shared objects that are mapped, relocated and searched for symbols.
// Their instructions are never looked at. A code object may be anything at all: every offset is
// checked.

#ifndef ROCJFR_SOFTGPU_CODE_OBJECT_H_
#define ROCJFR_SOFTGPU_CODE_OBJECT_H_

#include <elf.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hsa_compat.h"

namespace rocjfr::softgpu {

struct CodeSymbol {
  std::string name;  // a kernel's ends in ".kd", as the runtime asks for it
  bool is_kernel = false;
  bool is_const = false;
  uint64_t address = 0;
  uint64_t bytes = 0;
  uint32_t group_bytes = 0;    // of a kernel
  uint32_t private_bytes = 0;  // of a kernel
  uint32_t kernarg_bytes = 0;  // of a kernel
};

class CodeObject {
 public:
  /// The address of a variable that the program defined, or 0.
  using Resolver = std::function<uint64_t(const std::string& name)>;

  CodeObject() = default;
  CodeObject(CodeObject&& other) noexcept;
  CodeObject& operator=(CodeObject&&) = delete;
  ~CodeObject();

  /// Maps and relocates. On an error the object is as before.
  hsa_status_t load(const char* image, size_t bytes, const Resolver& resolve);

  void* base() const { return base_; }
  size_t bytes() const { return bytes_; }
  const std::vector<CodeSymbol>& symbols() const { return symbols_; }

  /// Whether the runtime's own kernels in it have the arguments of HIP 5.x.
  bool has_old_blits() const;

 private:
  char* base_ = nullptr;
  size_t bytes_ = 0;
  std::vector<CodeSymbol> symbols_;
};

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_CODE_OBJECT_H_
