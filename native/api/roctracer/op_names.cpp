// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "op_names.h"

#include <cstring>

#include "domains.h"
#include "hsa_ops.h"
#include "rocjfr/hsa_client.h"

namespace rocjfr::roctracer {
namespace {

struct HipName {
  uint32_t op;
  const char* name;
};
constexpr HipName kHipNames[] = {
#define X(op, name) {op, name},
#include "hip_names.inc"
#undef X
};

// OpenCL command types from CL_COMMAND_NDRANGE_KERNEL on, as hipGetCmdName spells them.
constexpr uint32_t kFirstCommand = 0x11F0;
constexpr const char* kCommands[] = {"KernelExecution",
                                     "Task",
                                     "NativeKernel",
                                     "CopyDeviceToHost",
                                     "CopyHostToDevice",
                                     "CopyDeviceToDevice",
                                     "ReadImage",
                                     "WriteImage",
                                     "CopyImage",
                                     "CopyImageToBuffer",
                                     "CopyBufferToImage",
                                     "MapBuffer",
                                     "MapImage",
                                     "UnmapMemObject",
                                     "Marker",
                                     "AcquireGLObjects",
                                     "ReleaseGLObjects",
                                     "CopyDeviceToHost2D",
                                     "CopyHostToDevice2D",
                                     "CopyDeviceToDevice2D",
                                     "User",
                                     "Barrier",
                                     "MigrateMemObjects",
                                     "FillBuffer",
                                     "FillImage",
                                     "SvmFree",
                                     "SvmMemcpy",
                                     "SvmMemFill",
                                     "SvmMap",
                                     "SvmUnmap"};
constexpr uint32_t kCommandCount = sizeof(kCommands) / sizeof(kCommands[0]);

bool RuntimeKnown() noexcept {
  if (rocjfr_api_last() == 0) rocjfr_poll();
  return rocjfr_api_last() != 0;
}

}  // namespace

const char* HipApiName(uint32_t op) noexcept {
  if (RuntimeKnown()) {
    const char* name = rocjfr_api_name(op);
    return name == nullptr ? "unknown" : name;
  }
  for (const HipName& known : kHipNames) {
    if (known.op == op) return known.name;
  }
  return "unknown";
}

uint32_t HipApiOp(const char* name) noexcept {
  if (RuntimeKnown()) {
    for (uint32_t op = 1; op <= rocjfr_api_last(); ++op) {
      const char* known = rocjfr_api_name(op);
      if (known != nullptr && strcmp(known, name) == 0) return op;
    }
    return 0;
  }
  for (const HipName& known : kHipNames) {
    if (strcmp(known.name, name) == 0) return known.op;
  }
  return 0;
}

const char* HipCommandName(uint32_t kind) noexcept {
  if (RuntimeKnown()) {
    const char* name = rocjfr_kind_name(kind);
    if (name != nullptr) return name;
  }
  if (kind == 0) return "InternalMarker";
  if (kind < kFirstCommand || kind - kFirstCommand >= kCommandCount) return "Unknown command type";
  return kCommands[kind - kFirstCommand];
}

uint32_t HsaApis() noexcept {
  return TheHsaOps().count + 1;
}

const char* HsaApiName(uint32_t op) noexcept {
  const HsaOps& ops = TheHsaOps();
  rocjfr_hsa_function_t function;
  if (op >= ops.count ||
      rocjfr_hsa_function(ops.number_of_op[op], &function) != ROCJFR_STATUS_SUCCESS) {
    return "unknown";
  }
  return function.name;
}

uint32_t HsaApiOp(const char* name) noexcept {
  const uint32_t end = TheHsaOps().count;
  for (uint32_t op = 0; op < end; ++op) {
    if (strcmp(HsaApiName(op), name) == 0) return op;
  }
  return HsaApis();
}

const char* HsaOpName(uint32_t op) noexcept {
  static constexpr const char* kNames[kHsaOps] = {"DISPATCH", "COPY", "BARRIER", "PCSAMPLE"};
  return op < kHsaOps ? kNames[op] : nullptr;
}

const char* HsaEventName(uint32_t op) noexcept {
  static constexpr const char* kNames[kHsaEvents] = {"ALLOCATE", "DEVICE",  "MEMCOPY",
                                                     "SUBMIT",   "KSYMBOL", "CODEOBJ"};
  return op < kHsaEvents ? kNames[op] : nullptr;
}

}  // namespace rocjfr::roctracer
