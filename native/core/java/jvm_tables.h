// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What libjvm says of itself in the tables that it exports for debuggers (gHotSpotVMStructs,
// gHotSpotVMTypes, gHotSpotVMIntConstants; vmStructs.hpp of OpenJDK).
#ifndef ROCJFR_CORE_JAVA_JVM_TABLES_H_
#define ROCJFR_CORE_JAVA_JVM_TABLES_H_

#include <cstddef>
#include <cstdint>

namespace rocjfr {

// Of the libjvm that is loaded; it stays loaded.
class JvmTables {
 public:
  static constexpr ptrdiff_t kNone = -1;

  JvmTables() noexcept;
  ~JvmTables();
  JvmTables(const JvmTables&) = delete;
  JvmTables& operator=(const JvmTables&) = delete;
  // Whether there is a libjvm that has them: others than HotSpot have none.
  bool Exist() const noexcept;
  // Where a field of an object is; kNone: there is no such field.
  ptrdiff_t Offset(const char* type, const char* field) const noexcept;
  // 0: there is no such type.
  uint64_t BytesOf(const char* type) const noexcept;
  // False: there is no such constant.
  bool Constant(const char* name, int32_t* value) const noexcept;
  // Of an option of the JVM, false if it has none of that name; `otherwise` where that cannot be
  // read.
  bool IsOn(const char* flag, bool otherwise) const noexcept;

 private:
  // Where a static field is; 0: nowhere.
  uint64_t StaticField(const char* type, const char* field) const noexcept;
  uint64_t FieldWord(const char* type, const char* field, const char* word,
                     uint64_t otherwise) const noexcept;
  void* const lib_;
};

}  // namespace rocjfr
#endif  // ROCJFR_CORE_JAVA_JVM_TABLES_H_
