// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP's values as text: hip_ostream_ops.h, with which HIP's own hipApiString compiles.
#define HIP_PROF_HIP_API_STRING 1
#include "roctracer/hip_ostream_ops.h"
// clang-format off
#include "roctracer/roctracer_hip.h"
// clang-format on

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

namespace {

int g_failures = 0;

void Expect(const std::string& is, const std::string& wanted) {
  if (is == wanted) return;
  ++g_failures;
  fprintf(stderr, "%s, not %s\n", is.c_str(), wanted.c_str());
}
template <typename T>
std::string Text(const T& value) {
  std::ostringstream out;
  roctracer::hip_support::detail::operator<<(out, value);
  return out.str();
}

}  // namespace

int main() {
  Expect(Text(7u), "7");
  Expect(Text(true), "1");
  Expect(Text(static_cast<unsigned char>(65)), "65");
  Expect(Text(hipMemcpyDeviceToHost), "2");
  Expect(Text("a \"b\"\n"), "\"a \\\"b\\\"\\x0a\"");
  const char* none = nullptr;
  Expect(Text(none), "NULL");
  Expect(Text(reinterpret_cast<void*>(0x10)), "0x10");
  hipExtent extent;
  extent.width = 1;
  extent.height = 2;
  extent.depth = 3;
  Expect(Text(extent), "{width=1, height=2, depth=3}");
  Expect(Text(dim3(4, 5, 6)), "{z=6, y=5, x=4}");
  Expect(Text(hipDeviceProp_t()), "{...}");
  hip_api_data_t data = {};
  data.args.hipMemset.value = 9;
  data.args.hipMemset.sizeBytes = 5;
  const char* text = hipApiString(HIP_API_ID_hipMemset, &data);
  const std::string call = text;
  std::free(const_cast<char*>(text));  // by strdup
  Expect(call.substr(call.find(", value")), ", value=9, sizeBytes=5)");
  return g_failures == 0 ? 0 : 1;
}
