// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "packets.h"

#include <hsa/hsa.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>
#include <vector>

#include "base/leaky_singleton.h"

namespace rocjfr::sdk {
namespace {

// Work of some calls is never reported.
constexpr size_t kMostCalls = 65536;
struct Packets {
  std::mutex mutex;
  std::map<uint64_t, std::vector<Packet>> of_calls;  // the oldest first
};
Packets& ThePackets() {
  return LeakySingleton<Packets>();
}

std::string_view WithoutSuffix(const char* kernel) noexcept {
  constexpr std::string_view kSuffix = ".kd";
  std::string_view name = kernel == nullptr ? "" : kernel;
  const bool has =
      name.size() > kSuffix.size() && name.substr(name.size() - kSuffix.size()) == kSuffix;
  return has ? name.substr(0, name.size() - kSuffix.size()) : name;
}

// The first one of the call of which `is` is true.
template <typename Is>
bool Take(uint64_t correlation_id, Is is, Packet* packet) {
  Packets& packets = ThePackets();
  std::lock_guard<std::mutex> lock(packets.mutex);
  const auto call = packets.of_calls.find(correlation_id);
  if (call == packets.of_calls.end()) return false;
  std::vector<Packet>& all = call->second;
  const auto found = std::find_if(all.begin(), all.end(), is);
  if (found == all.end()) return false;
  *packet = std::move(*found);
  all.erase(found);
  if (all.empty()) packets.of_calls.erase(call);
  return true;
}

}  // namespace

bool PacketsAsked() noexcept {
  static const bool asked = [] {
    const char* value = getenv("ROCJFR_HSA_DISPATCH");
    return value != nullptr && strcmp(value, "1") == 0;
  }();
  return asked;
}

void NotePacket(uint64_t correlation_id, const void* packet, const char* kernel) noexcept {
  hsa_kernel_dispatch_packet_t dispatch;
  memcpy(&dispatch, packet, sizeof(dispatch));
  if ((dispatch.header >> HSA_PACKET_HEADER_TYPE & 0xFF) != HSA_PACKET_TYPE_KERNEL_DISPATCH) return;
  try {
    Packet noted;
    noted.kernel = WithoutSuffix(kernel);
    noted.workgroup = {dispatch.workgroup_size_x, dispatch.workgroup_size_y,
                       dispatch.workgroup_size_z};
    noted.grid = {dispatch.grid_size_x, dispatch.grid_size_y, dispatch.grid_size_z};
    noted.private_bytes = dispatch.private_segment_size;
    noted.group_bytes = dispatch.group_segment_size;
    Packets& packets = ThePackets();
    std::lock_guard<std::mutex> lock(packets.mutex);
    packets.of_calls[correlation_id].push_back(std::move(noted));
    while (packets.of_calls.size() > kMostCalls) packets.of_calls.erase(packets.of_calls.begin());
  } catch (...) {
  }
}

bool TakePacket(uint64_t correlation_id, const char* kernel, Packet* packet) {
  const std::string_view name = WithoutSuffix(kernel);
  return !name.empty() &&
         Take(
             correlation_id, [&](const Packet& one) { return one.kernel == name; }, packet);
}

bool TakeCopyPacket(uint64_t correlation_id, Packet* packet) {
  constexpr std::string_view kCopies = "__amd_rocclr_copy";
  const auto is = [&](const Packet& one) {
    return one.kernel.compare(0, kCopies.size(), kCopies) == 0;
  };
  return Take(correlation_id, is, packet);
}

}  // namespace rocjfr::sdk
