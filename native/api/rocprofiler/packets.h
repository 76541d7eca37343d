// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Packets of kernels that HIP's calls put into HSA's queues, where these are intercepted
// (ROCJFR_HSA_DISPATCH=1). They say what the calls do not: the sizes of fills and of kernels in
// graphs, and which copies the runtime makes by a kernel.
#ifndef ROCJFR_API_ROCPROFILER_PACKETS_H_
#define ROCJFR_API_ROCPROFILER_PACKETS_H_

#include <cstdint>
#include <string>

#include "rocprofiler-sdk/fwd.h"

namespace rocjfr::sdk {

struct Packet {
  std::string kernel;  // without .kd
  rocprofiler_dim3_t workgroup = {0, 0, 0}, grid = {0, 0, 0};
  uint32_t private_bytes = 0, group_bytes = 0;
};

// Whether the user has asked for it.
bool PacketsAsked() noexcept;
// An AQL packet of 64 bytes, in a call. Of the calls the newest are kept.
void NotePacket(uint64_t correlation_id, const void* packet, const char* kernel) noexcept;
// Of a kernel that has run: its packet, which is forgotten. False: it is not known.
bool TakePacket(uint64_t correlation_id, const char* kernel, Packet* packet);
// Of a copy that has run: the packet of the runtime's kernel that made it. False: there was none.
bool TakeCopyPacket(uint64_t correlation_id, Packet* packet);

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_PACKETS_H_
