// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP's arguments as HIP's header has them: roctracer_rocjfr_arguments.
#include <algorithm>
#include <cstring>
#include <iterator>

#include "roctracer/roctracer.h"

namespace {

struct Row {
  const char* function;
  const char* arguments;
};

#define A(name, offset, type) #name " " #offset " " #type ","
#define F(function, arguments) {#function, arguments},
constexpr Row kRows[] = {
#include "hip_arguments.inc"
};
#undef F
#undef A

}  // namespace

extern "C" ROCTRACER_API const char* roctracer_rocjfr_arguments(const char* function) {
  if (function == nullptr) return nullptr;
  const auto found = std::find_if(std::begin(kRows), std::end(kRows), [=](const Row& row) {
    return strcmp(row.function, function) == 0;
  });
  return found == std::end(kRows) ? nullptr : found->arguments;
}
