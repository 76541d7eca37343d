// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "user_code.h"

#include <dlfcn.h>
#include <unwind.h>

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace rocjfr {
namespace {

// As the C++ ABI for these processors lays them out, of which <cxxabi.h> only has the names.
struct Globals {
  char* caught;  // the header of the exception that is being caught
  unsigned int uncaught;
};
constexpr size_t kUnwindHeaderOffset = 80;
constexpr char kGnuClass[] = "\0++CCUNG";  // a number, lowest byte first

// The count of the library that made the exception: its clean-up function lies there.
Globals* GlobalsOf(const _Unwind_Exception& exception) noexcept {
  Dl_info thrower, globals;
  auto* clean_up = reinterpret_cast<void*>(exception.exception_cleanup);
  if (dladdr(clean_up, &thrower) == 0) return nullptr;
  void* library = dlopen(thrower.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) library = dlopen(nullptr, RTLD_LAZY);  // the program itself
  if (library == nullptr) return nullptr;
  void* function = dlsym(library, "__cxa_get_globals");
  dlclose(library);
  // Of that very library, not of one that it needs.
  if (function == nullptr || dladdr(function, &globals) == 0 ||
      globals.dli_fbase != thrower.dli_fbase) {
    return nullptr;
  }
  return reinterpret_cast<Globals* (*)()>(function)();
}

}  // namespace

void SettleException() noexcept {
  auto* ours = reinterpret_cast<Globals*>(abi::__cxa_get_globals());
  // One that was thrown by the same library has been counted up and down by now.
  if (static_cast<int>(ours->uncaught) >= 0 || ours->caught == nullptr) return;
  _Unwind_Exception exception;
  memcpy(&exception, ours->caught + kUnwindHeaderOffset, sizeof(exception));
  if (memcmp(&exception.exception_class, kGnuClass, 8) != 0) return;
  ++ours->uncaught;
  Globals* theirs = GlobalsOf(exception);
  if (theirs != nullptr && theirs != ours && theirs->uncaught != 0) --theirs->uncaught;
}

std::string TextOfException() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (type == nullptr) return {};
  try {
    throw;
  } catch (const std::exception& exception) {
    return exception.what();
  } catch (const char* text) {
    if (text != nullptr) return text;
  } catch (const std::string& text) {
    return text;
  } catch (...) {
  }
  char* readable = abi::__cxa_demangle(type->name(), nullptr, nullptr, nullptr);
  const std::string name = readable != nullptr ? readable : type->name();
  free(readable);
  return name;
}

}  // namespace rocjfr
