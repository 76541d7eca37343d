// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "batches.h"

#ifndef STUBHIP_SWITCH
#define STUBHIP_SWITCH "DEBUG_CLR_MAX_BATCH_SIZE"
#endif

namespace {

stubhip_batches_t g_batches = {};

int Ask(int (*function)(uint64_t), void* stream) {
  return function == nullptr ? 0 : function(reinterpret_cast<uint64_t>(stream));
}

}  // namespace

extern "C" {
// By this name the real ones are told apart.
STUBHIP_API extern const char* const stubhip_switch;
const char* const stubhip_switch = STUBHIP_SWITCH;

void stubhip_set_batches(const stubhip_batches_t* batches) {
  g_batches = *batches;
}

STUBHIP_API int hipStreamQuery(void* stream) {
  return Ask(g_batches.query, stream);
}
STUBHIP_API int hipStreamSynchronize(void* stream) {
  return Ask(g_batches.synchronize, stream);
}
STUBHIP_API int hipStreamIsCapturing(void* stream, int* status) {
  *status = Ask(g_batches.capturing, stream);
  return 0;
}
STUBHIP_API int hipLaunchHostFunc(void* stream, void (*)(void*), void*) {
  if (g_batches.host_function != nullptr) {
    g_batches.host_function(reinterpret_cast<uint64_t>(stream));
  }
  return 0;
}
STUBHIP_API int hipThreadExchangeStreamCaptureMode(int* mode) {
  *mode = 0;
  return 0;
}
STUBHIP_API int hipSetDevice(int) {
  return 0;
}
STUBHIP_API int hipDevicePrimaryCtxGetState(int device, unsigned* flags, int* active) {
  *flags = 0;
  *active = device == 0 ? 1 : 0;
  return 0;
}
}
