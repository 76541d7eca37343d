// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Makes code objects for tests: ELF files with kernel descriptors and variables, without a
// compiler.

#ifndef ROCJFR_TESTS_SOFTGPU_CODE_OBJECT_BUILDER_H_
#define ROCJFR_TESTS_SOFTGPU_CODE_OBJECT_BUILDER_H_

#include <cstdint>
#include <string>
#include <vector>

namespace rocjfr::softgpu::test {

class CodeObjectBuilder {
 public:
  CodeObjectBuilder& kernel(const std::string& name, uint32_t kernarg_bytes,
                            uint32_t group_bytes = 0);

  /// A variable of 8 bytes with that value.
  CodeObjectBuilder& variable(const std::string& name, uint64_t value);

  /// A variable of 8 bytes that holds the address of another symbol, perhaps one that is undefined
  /// here, plus an offset.
  CodeObjectBuilder& pointer(const std::string& name, const std::string& target, int64_t offset);

  std::vector<char> build() const;

 private:
  struct Symbol {
    std::string name;
    std::vector<char> data;
    std::string target;  // of a pointer
    int64_t offset = 0;
  };
  std::vector<Symbol> symbols_;
};

}  // namespace rocjfr::softgpu::test

#endif  // ROCJFR_TESTS_SOFTGPU_CODE_OBJECT_BUILDER_H_
