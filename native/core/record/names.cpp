// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "names.h"

#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/leaky_singleton.h"
#include "demangler.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr {
namespace {

// A program that compiles kernels at run time can make names without end. Beyond these limits
// kernels are recorded without a name, or with the runtime's spelling.
constexpr size_t kMaxNames = 1u << 20;
constexpr size_t kMaxBytes = 64u << 20;

struct Name {
  std::string symbol;
  std::string demangled;  // once it was asked for
  bool asked = false;
};

struct Table {
  std::mutex mutex;
  std::deque<Name> names;  // never moves an element
  std::unordered_map<std::string_view, uint32_t> refs;
  size_t bytes = 0;
};
Table& TheTable() {
  return LeakySingleton<Table>();
}

}  // namespace

uint32_t InternName(const char* symbol) noexcept {
  if (symbol == nullptr || *symbol == '\0') return 0;
  try {
    Table& table = TheTable();
    std::lock_guard<std::mutex> lock(table.mutex);
    const auto known = table.refs.find(symbol);
    if (known != table.refs.end()) return known->second;
    Name name{symbol, {}, false};
    const size_t bytes = name.symbol.size();
    if (table.names.size() >= kMaxNames || table.bytes + bytes > kMaxBytes) return 0;
    table.names.push_back(std::move(name));
    table.bytes += bytes;
    const auto ref = static_cast<uint32_t>(table.names.size());
    table.refs.emplace(table.names.back().symbol, ref);
    return ref;
  } catch (...) {
    return 0;
  }
}

const char* NameSymbol(uint32_t ref) noexcept {
  Table& table = TheTable();
  std::lock_guard<std::mutex> lock(table.mutex);
  return ref == 0 || ref > table.names.size() ? nullptr : table.names[ref - 1].symbol.c_str();
}

}  // namespace rocjfr

extern "C" {
const char* rocjfr_name_symbol(uint32_t ref) {
  return rocjfr::NameSymbol(ref);
}

const char* rocjfr_name_demangled(uint32_t ref) {
  rocjfr::Table& table = rocjfr::TheTable();
  std::unique_lock<std::mutex> lock(table.mutex);
  if (ref == 0 || ref > table.names.size()) return nullptr;
  rocjfr::Name& name = table.names[ref - 1];
  if (!name.asked) {
    // Without the lock, for which threads wait that launch kernels.
    lock.unlock();
    std::string text;
    if (!rocjfr::Demangle(name.symbol, &text)) return name.symbol.c_str();
    lock.lock();
    if (!name.asked && text != name.symbol && table.bytes + text.size() <= rocjfr::kMaxBytes) {
      name.demangled = std::move(text);
      table.bytes += name.demangled.size();
    }
    name.asked = true;
  }
  return name.demangled.empty() ? name.symbol.c_str() : name.demangled.c_str();
}
}
