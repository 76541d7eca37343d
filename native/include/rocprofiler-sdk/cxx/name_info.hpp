// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of all kinds and their operations, fetched at once:
//   auto names = rocprofiler::sdk::get_buffer_tracing_names();
//   names.at(kind), names.at(kind, operation), names[kind].operations
#ifndef ROCPROFILER_SDK_CXX_NAME_INFO_HPP_
#define ROCPROFILER_SDK_CXX_NAME_INFO_HPP_

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "rocprofiler-sdk/rocprofiler.h"

namespace rocprofiler::sdk {

template <typename Kind>
struct kind_names {
  Kind value{};
  std::string_view name;
  std::vector<std::string_view> operations;  // by number

  std::string_view operator[](size_t operation) const { return operations.at(operation); }
  std::vector<std::pair<rocprofiler_tracing_operation_t, const std::string_view*>> items() const {
    std::vector<std::pair<rocprofiler_tracing_operation_t, const std::string_view*>> all;
    for (const std::string_view& one : operations) {
      all.emplace_back(static_cast<rocprofiler_tracing_operation_t>(all.size()), &one);
    }
    return all;
  }
};

template <typename Kind>
class name_table {
 public:
  void add(Kind kind, std::string_view name) {
    kinds_.resize(static_cast<size_t>(kind) + 1);
    kinds_.back().value = kind;
    kinds_.back().name = name;
  }
  void add(Kind kind, rocprofiler_tracing_operation_t operation, std::string_view name) {
    if (operation < 0) return;
    auto& operations = kinds_.at(kind).operations;
    if (operations.size() <= static_cast<size_t>(operation)) operations.resize(operation + 1);
    operations[operation] = name;
  }
  // std::out_of_range where there is none.
  std::string_view at(Kind kind) const { return kinds_.at(kind).name; }
  std::string_view at(Kind kind, rocprofiler_tracing_operation_t operation) const {
    return kinds_.at(kind).operations.at(operation);
  }
  const kind_names<Kind>& operator[](size_t kind) const { return kinds_.at(kind); }
  std::vector<const kind_names<Kind>*> items() const {
    std::vector<const kind_names<Kind>*> all;
    for (const auto& one : kinds_) all.push_back(&one);
    return all;
  }
  size_t size() const { return kinds_.size(); }
  auto begin() const { return kinds_.begin(); }
  auto end() const { return kinds_.end(); }

 private:
  std::vector<kind_names<Kind>> kinds_;
};

using buffer_name_info = name_table<rocprofiler_buffer_tracing_kind_t>;
using callback_name_info = name_table<rocprofiler_callback_tracing_kind_t>;

inline buffer_name_info get_buffer_tracing_names() {
  using Kind = rocprofiler_buffer_tracing_kind_t;
  buffer_name_info names;
  rocprofiler_iterate_buffer_tracing_kinds(
      [](Kind kind, void* data) {
        const char* name = nullptr;
        rocprofiler_query_buffer_tracing_kind_name(kind, &name, nullptr);
        static_cast<buffer_name_info*>(data)->add(kind, name);
        rocprofiler_iterate_buffer_tracing_kind_operations(
            kind,
            [](Kind of, rocprofiler_tracing_operation_t operation, void* to) {
              const char* text = nullptr;
              rocprofiler_query_buffer_tracing_kind_operation_name(of, operation, &text, nullptr);
              if (text != nullptr) static_cast<buffer_name_info*>(to)->add(of, operation, text);
              return 0;
            },
            data);
        return 0;
      },
      &names);
  return names;
}

inline callback_name_info get_callback_tracing_names() {
  using Kind = rocprofiler_callback_tracing_kind_t;
  callback_name_info names;
  rocprofiler_iterate_callback_tracing_kinds(
      [](Kind kind, void* data) {
        const char* name = nullptr;
        rocprofiler_query_callback_tracing_kind_name(kind, &name, nullptr);
        static_cast<callback_name_info*>(data)->add(kind, name);
        rocprofiler_iterate_callback_tracing_kind_operations(
            kind,
            [](Kind of, rocprofiler_tracing_operation_t operation, void* to) {
              const char* text = nullptr;
              rocprofiler_query_callback_tracing_kind_operation_name(of, operation, &text, nullptr);
              if (text != nullptr) static_cast<callback_name_info*>(to)->add(of, operation, text);
              return 0;
            },
            data);
        return 0;
      },
      &names);
  return names;
}

}  // namespace rocprofiler::sdk
#endif  // ROCPROFILER_SDK_CXX_NAME_INFO_HPP_
