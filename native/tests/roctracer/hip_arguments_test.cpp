// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The table of arguments agrees with HIP's own header, here where that is 5.x's: later ones lack
// two of the functions.
#include <hip/hip_runtime_api.h>
// After it, whose types this one needs.
#include <hip/amd_detail/hip_prof_str.h>

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <type_traits>

#include "roctracer/roctracer.h"

namespace {

int g_failures = 0;

void Expect(bool right, const char* function, const char* what) {
  if (right) return;
  ++g_failures;
  fprintf(stderr, "%s: %s is not as HIP has it\n", function, what);
}

// The bytes of a type of the table.
constexpr size_t I32 = 4, U32 = 4, U64 = 8, U16 = 2, U8 = 1, P = 8, PP = 8, P32 = 8, TEXT = 8;

[[maybe_unused]] hip_api_data_t* g_data = nullptr;  // never looked at: for types

}  // namespace

#define A(name, offset, type)                                \
  Expect(offsetof(Args, name) == (offset), function, #name); \
  Expect(sizeof(args->name) == (type), function, "the size of " #name);
#define F(name, arguments)                                                \
  {                                                                       \
    using Args = std::remove_reference_t<decltype(g_data->args.name)>;    \
    const Args* const args = nullptr;                                     \
    const char* const function = #name;                                   \
    const char* const text = roctracer_rocjfr_arguments(function);        \
    Expect(text != nullptr && text[0] != '\0', function, "the function"); \
    static_cast<void>(args);                                              \
    arguments                                                             \
  }

int main() {
  Expect(offsetof(hip_api_data_t, args) == 16, "hip_api_data_t", "args");
  Expect(roctracer_rocjfr_arguments("hipNothing") == nullptr, "hipNothing", "the function");
  Expect(roctracer_rocjfr_arguments(nullptr) == nullptr, "NULL", "the function");
  const char* const memcpy_arguments = roctracer_rocjfr_arguments("hipMemcpy");
  Expect(strcmp(memcpy_arguments, "dst 0 P,src 8 P,sizeBytes 16 U64,kind 24 I32,") == 0,
         "hipMemcpy", "the text");
#if HIP_VERSION_MAJOR == 5
#include "hip_arguments.inc"
#endif
  if (g_failures == 0) printf("as in HIP %d.%d\n", HIP_VERSION_MAJOR, HIP_VERSION_MINOR);
  return g_failures == 0 ? 0 : 1;
}
