// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Beside a core of another version: everything refuses, and says why. The program is run with
// lib/othercore first in the library path.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "roctracer/roctracer.h"
#include "roctracer/roctracer_ext.h"

namespace {

int g_failed = 0;

void Refuses(const char* what, bool refused) {
  const char* text = roctracer_error_string();
  const bool says =
      strstr(text, "version 4711") != nullptr && strncmp(text, what, strlen(what)) == 0;
  if (!refused || !says) {
    printf("%s: refused %d, text %s", what, refused, text);
    ++g_failed;
  }
  free(const_cast<char*>(text));
}

void Nothing(uint32_t, uint32_t, const void*, void*) {}
void NoBuffer(const char*, const char*, void*) {}

}  // namespace

int main() {
  const auto kError = ROCTRACER_STATUS_ERROR;
  const auto kHip = ACTIVITY_DOMAIN_HIP_API;
  uint32_t op = 0;
  roctracer_timestamp_t now = 0;
  roctracer_properties_t properties = {};
  properties.buffer_callback_fun = &NoBuffer;
  roctracer_pool_t* pool = nullptr;
#define REFUSES(function, ...) Refuses(#function "()", function(__VA_ARGS__) == kError)
  REFUSES(roctracer_open_pool, &properties);
  REFUSES(roctracer_open_pool_expl, &properties, &pool);
  REFUSES(roctracer_close_pool);
  REFUSES(roctracer_flush_activity);
  REFUSES(roctracer_enable_op_callback, kHip, 1, &Nothing, nullptr);
  REFUSES(roctracer_enable_domain_callback, kHip, &Nothing, nullptr);
  REFUSES(roctracer_disable_op_callback, kHip, 1);
  REFUSES(roctracer_disable_domain_callback, kHip);
  REFUSES(roctracer_enable_op_activity, kHip, 1);
  REFUSES(roctracer_enable_domain_activity, kHip);
  REFUSES(roctracer_disable_op_activity, kHip, 1);
  REFUSES(roctracer_disable_domain_activity, kHip);
  REFUSES(roctracer_set_properties, kHip, nullptr);
  REFUSES(roctracer_get_timestamp, &now);
  REFUSES(roctracer_op_code, kHip, "hipMalloc", &op, nullptr);
  Refuses("roctracer_op_string()", roctracer_op_string(kHip, 1, 0) == nullptr);
  roctracer_stop();
  roctracer_start();
  if (roctracer_version_major() != 4 || roctracer_default_pool() != nullptr) ++g_failed;
  printf("%d failed\n", g_failed);
  return g_failed == 0 ? 0 : 1;
}
