// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "demangler.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/detached_thread.h"
#include "base/exit.h"
#include "base/loaded_library.h"

namespace rocjfr {
namespace {

// A demangler's need of stack grows with the name, and whoever asks may have less. GNU's takes some
// 340 KiB for the longest that it takes; LLVM's has no bound of its own, so the name has one.
constexpr size_t kStackBytes = 4u << 20;
constexpr size_t kLongestForComgr = 8192, kComgrStackBytes = kLongestForComgr * 4096;

// AMD's code object manager, as amd_comgr.h of all releases has it.
struct Comgr {
  struct Data {
    uint64_t handle;
  };
  static constexpr int kSuccess = 0, kBytes = 9;  // of status, of kinds of data

  int (*create)(int kind, Data* data) = nullptr;
  int (*set)(Data data, size_t bytes, const char* text) = nullptr;
  int (*get)(Data data, size_t* bytes, char* text) = nullptr;
  int (*release)(Data data) = nullptr;
  int (*demangle)(Data mangled, Data* demangled) = nullptr;

  bool Find(void* library) noexcept {
    const auto find = [library](const char* name, auto* function) {
      *function = reinterpret_cast<std::remove_pointer_t<decltype(function)>>(dlsym(library, name));
      return *function != nullptr;
    };
    return find("amd_comgr_create_data", &create) && find("amd_comgr_set_data", &set) &&
           find("amd_comgr_get_data", &get) && find("amd_comgr_release_data", &release) &&
           find("amd_comgr_demangle_symbol_name", &demangle);
  }

  bool Read(Data data, std::string* text) const {
    size_t bytes = 0;
    if (get(data, &bytes, nullptr) != kSuccess || bytes == 0) return false;
    text->resize(bytes);
    if (get(data, &bytes, &(*text)[0]) != kSuccess) return false;
    while (!text->empty() && text->back() == '\0') text->pop_back();
    return !text->empty();
  }

  bool Demangle(const std::string& mangled, std::string* text) const {
    Data in, out;
    if (create(kBytes, &in) != kSuccess) return false;
    bool read = false;
    if (set(in, mangled.size(), mangled.data()) == kSuccess && demangle(in, &out) == kSuccess) {
      read = Read(out, text) && *text != mangled;
      release(out);
    }
    release(in);
    return read;
  }
};

// By one that HIP has loaded.
bool DemangleByComgr(const std::string& mangled, std::string* text) {
  if (mangled.size() > kLongestForComgr || !CallsBeforeExit::Begin()) return false;
  const struct EndOfCalls {
    ~EndOfCalls() { CallsBeforeExit::End(); }
  } end;
  std::vector<std::string> paths;
  EachLoadedLibrary([&paths](const char* path) {
    if (std::string_view(FileName(path)).substr(0, 12) == "libamd_comgr") paths.push_back(path);
    return false;
  });
  bool read = false;
  for (const std::string& path : paths) {
    void* library = dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY);
    if (library == nullptr) continue;
    Comgr comgr;
    read = comgr.Find(library) && comgr.Demangle(mangled, text);
    dlclose(library);
    if (read) break;
  }
  return read;
}

bool DemangleByGnu(const std::string& mangled, std::string* text) {
  int status = 0;
  char* demangled = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
  if (demangled == nullptr) return false;
  const struct Freed {
    char* memory;
    ~Freed() { free(memory); }
  } freed{demangled};
  *text = demangled;
  return true;
}

using Demangler = bool (*)(const std::string& mangled, std::string* text);

// On a thread with such a stack.
bool Apart(size_t stack_bytes, Demangler demangler, const std::string& mangled,
           std::string* text) noexcept {
  struct Task {
    Demangler demangler;
    const std::string& mangled;
    std::string* text;
    bool done;
  } task{demangler, mangled, text, false};
  const bool ran = RunOnStack(
      stack_bytes,
      [](void* data) -> void* {
        auto* todo = static_cast<Task*>(data);
        try {
          todo->done = todo->demangler(todo->mangled, todo->text);
        } catch (...) {
        }
        return nullptr;
      },
      &task);
  return ran && task.done;
}

uint32_t HashOf(std::string_view text) noexcept {
  uint32_t hash = 2166136261u;
  for (const char one : text) hash = (hash ^ static_cast<uint8_t>(one)) * 16777619u;
  return hash;
}

// Of a template's instance: the names that stand before its arguments. Else the mangled one.
std::string Shorten(const std::string& mangled) {
  std::string_view rest = mangled;
  rest.remove_prefix(2);
  std::string names;
  const auto skip = [&rest](std::string_view text) {
    if (rest.substr(0, text.size()) != text) return false;
    rest.remove_prefix(text.size());
    return true;
  };
  const auto add = [&names](std::string_view name) {
    if (!names.empty()) names += "::";
    names += name;
  };
  if (skip("N")) {
    while (skip("K") || skip("V") || skip("r")) {
    }
  }
  if (skip("St")) add("std");
  for (;;) {
    skip("L");  // of internal linkage
    size_t length = 0, digits = 0;
    while (digits < rest.size() && digits < 5 && rest[digits] >= '0' && rest[digits] <= '9') {
      length = length * 10 + static_cast<size_t>(rest[digits++] - '0');
    }
    if (length == 0 || length > rest.size() - digits) break;
    const std::string_view name = rest.substr(digits, length);
    add(name == "_GLOBAL__N_1" ? "(anonymous namespace)" : name);
    rest.remove_prefix(digits + length);
  }
  if (names.empty() || rest.empty() || rest[0] != 'I') return mangled;
  char end[32];
  snprintf(end, sizeof(end), "<\u2026#%08x>", HashOf(mangled));
  return names + end;
}

}  // namespace

bool Demangle(const std::string& symbol, std::string* result) noexcept {
  try {
    // The runtime names a code object's kernel descriptor "<mangled>.kd".
    std::string mangled = symbol;
    if (mangled.size() > 3 && mangled.compare(mangled.size() - 3, 3, ".kd") == 0) {
      mangled.resize(mangled.size() - 3);
    }
    if (mangled.compare(0, 2, "_Z") != 0 ||
        (!Apart(kStackBytes, &DemangleByGnu, mangled, result) &&
         !Apart(kComgrStackBytes, &DemangleByComgr, mangled, result))) {
      *result = mangled.compare(0, 2, "_Z") == 0 ? Shorten(mangled) : mangled;
    }
    return true;
  } catch (...) {
    return false;
  }
}

}  // namespace rocjfr
