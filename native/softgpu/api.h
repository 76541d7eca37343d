// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the entry points of the HSA API have in common.

#ifndef ROCJFR_SOFTGPU_API_H_
#define ROCJFR_SOFTGPU_API_H_

#include <cxxabi.h>

#include <cstring>
#include <new>
#include <string>
#include <system_error>

#include "hsa_compat.h"

namespace rocjfr::softgpu {

/// Whether hsa_init has been called more often than hsa_shut_down.
bool runtime_is_open();

/// Runs the body of an entry point: no C++ exception of ours reaches the caller.
template <class F>
hsa_status_t entry(F body) {
  if (!runtime_is_open()) return HSA_STATUS_ERROR_NOT_INITIALIZED;
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  } catch (const std::system_error&) {
    return HSA_STATUS_ERROR_OUT_OF_RESOURCES;  // no thread to be had
  } catch (abi::__forced_unwind&) {
    throw;  // the caller's thread is being cancelled inside its own callback
  } catch (...) {
    return HSA_STATUS_ERROR;
  }
}

/// The number that a caller passed as an enumerator. Programs built with newer headers pass numbers
/// that the enumeration of our headers does not have, which may not be read as that type.
template <class Enumeration>
int number_of(const Enumeration& enumerator) {
  static_assert(sizeof(Enumeration) == sizeof(int), "C enumerations are int");
  int number;
  std::memcpy(&number, &enumerator, sizeof number);
  return number;
}

/// Answers of the get_info family: the value has whatever alignment the caller's buffer has.
template <class T>
hsa_status_t put(void* out, T value) {
  std::memcpy(out, &value, sizeof value);
  return HSA_STATUS_SUCCESS;
}

inline hsa_status_t put_text(void* out, const std::string& text) {
  std::memcpy(out, text.c_str(), text.size() + 1);
  return HSA_STATUS_SUCCESS;
}

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_API_H_
