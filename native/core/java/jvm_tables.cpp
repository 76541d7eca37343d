// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "jvm_tables.h"

#include <dlfcn.h>

#include <cstring>

namespace rocjfr {
namespace {

// A table: where it begins, the bytes of an entry, and where in an entry what stands.
class Table {
 public:
  Table(void* lib, const char* array, const char* stride) noexcept
      : lib_(lib), stride_(Number(stride)) {
    const auto* begin = static_cast<const char* const*>(Symbol(array));
    if (begin != nullptr) begin_ = *begin;
  }
  template <typename Visit>
  void ForEach(const char* first_field, Visit visit) const noexcept {
    const uint64_t first = Number(first_field);
    if (begin_ == nullptr || stride_ == 0) return;
    for (const char* entry = begin_; Text(entry, first) != nullptr; entry += stride_) visit(entry);
  }
  uint64_t Number(const char* symbol) const noexcept {
    const auto* number = static_cast<const uint64_t*>(Symbol(symbol));
    return number == nullptr ? 0 : *number;
  }
  static const char* Text(const char* entry, uint64_t offset) noexcept {
    return At<const char*>(entry, offset);
  }
  template <typename Value>
  static Value At(const char* entry, uint64_t offset) noexcept {
    Value value{};
    memcpy(&value, entry + offset, sizeof(value));
    return value;
  }

 private:
  void* Symbol(const char* name) const noexcept {
    return lib_ == nullptr ? nullptr : dlsym(lib_, name);
  }
  void* const lib_;
  const char* begin_ = nullptr;
  const uint64_t stride_;
};

}  // namespace

JvmTables::JvmTables() noexcept : lib_(dlopen("libjvm.so", RTLD_NOLOAD | RTLD_LAZY)) {}

JvmTables::~JvmTables() {
  if (lib_ != nullptr) dlclose(lib_);
}

bool JvmTables::Exist() const noexcept {
  return lib_ != nullptr && dlsym(lib_, "gHotSpotVMStructs") != nullptr;
}

uint64_t JvmTables::FieldWord(const char* type, const char* field, const char* word,
                              uint64_t otherwise) const noexcept {
  const Table table(lib_, "gHotSpotVMStructs", "gHotSpotVMStructEntryArrayStride");
  const uint64_t type_at = table.Number("gHotSpotVMStructEntryTypeNameOffset");
  const uint64_t field_at = table.Number("gHotSpotVMStructEntryFieldNameOffset");
  const uint64_t word_at = table.Number(word);
  uint64_t found = otherwise;
  table.ForEach("gHotSpotVMStructEntryTypeNameOffset", [&](const char* entry) {
    const char* name = Table::Text(entry, field_at);
    if (name == nullptr || strcmp(name, field) != 0) return;
    if (strcmp(Table::Text(entry, type_at), type) == 0) found = Table::At<uint64_t>(entry, word_at);
  });
  return found;
}

ptrdiff_t JvmTables::Offset(const char* type, const char* field) const noexcept {
  return static_cast<ptrdiff_t>(
      FieldWord(type, field, "gHotSpotVMStructEntryOffsetOffset", static_cast<uint64_t>(kNone)));
}

uint64_t JvmTables::StaticField(const char* type, const char* field) const noexcept {
  return FieldWord(type, field, "gHotSpotVMStructEntryAddressOffset", 0);
}

uint64_t JvmTables::BytesOf(const char* type) const noexcept {
  const Table table(lib_, "gHotSpotVMTypes", "gHotSpotVMTypeEntryArrayStride");
  const uint64_t name_at = table.Number("gHotSpotVMTypeEntryTypeNameOffset");
  const uint64_t size_at = table.Number("gHotSpotVMTypeEntrySizeOffset");
  uint64_t bytes = 0;
  table.ForEach("gHotSpotVMTypeEntryTypeNameOffset", [&](const char* entry) {
    if (strcmp(Table::Text(entry, name_at), type) == 0) bytes = Table::At<uint64_t>(entry, size_at);
  });
  return bytes;
}

bool JvmTables::Constant(const char* name, int32_t* value) const noexcept {
  const Table table(lib_, "gHotSpotVMIntConstants", "gHotSpotVMIntConstantEntryArrayStride");
  const uint64_t name_at = table.Number("gHotSpotVMIntConstantEntryNameOffset");
  const uint64_t value_at = table.Number("gHotSpotVMIntConstantEntryValueOffset");
  bool found = false;
  table.ForEach("gHotSpotVMIntConstantEntryNameOffset", [&](const char* entry) {
    if (strcmp(Table::Text(entry, name_at), name) != 0) return;
    *value = Table::At<int32_t>(entry, value_at);
    found = true;
  });
  return found;
}

// An option is a JVMFlag.
bool JvmTables::IsOn(const char* flag, bool otherwise) const noexcept {
  const uint64_t flags = StaticField("JVMFlag", "flags");
  const uint64_t count = StaticField("JVMFlag", "numFlags");
  const uint64_t bytes = BytesOf("JVMFlag");
  const ptrdiff_t name_at = Offset("JVMFlag", "_name");
  const ptrdiff_t value_at = Offset("JVMFlag", "_addr");
  if (flags == 0 || count == 0 || bytes == 0 || name_at < 0 || value_at < 0) return otherwise;
  const char* entry = Table::Text(reinterpret_cast<const char*>(flags), 0);
  const auto number = Table::At<uint64_t>(reinterpret_cast<const char*>(count), 0);
  for (uint64_t i = 0; i < number; ++i, entry += bytes) {
    const char* name = Table::Text(entry, static_cast<uint64_t>(name_at));
    if (name == nullptr || strcmp(name, flag) != 0) continue;
    const char* value = Table::Text(entry, static_cast<uint64_t>(value_at));
    return value == nullptr ? otherwise : *reinterpret_cast<const bool*>(value);
  }
  return false;
}

}  // namespace rocjfr
