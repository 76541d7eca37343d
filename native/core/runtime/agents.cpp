// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "agents.h"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <vector>

#include "base/loaded_library.h"

namespace rocjfr {
namespace {

// hsa_agent_info_t, hsa_amd_agent_info_t
constexpr int kDevice = 17;
constexpr uint32_t kGpu = 1;
constexpr int kDriverNode = 0xA004;
constexpr int kBdf = 0xA006;  // bus << 8 | device << 3 | function
constexpr int kPciDomain = 0xA00F;

struct Agent {
  uint32_t node;
  uint64_t place;  // on the PCI bus
};

// Written once, and then read.
constexpr int32_t kMostDevices = 64;
std::atomic<int32_t> g_node_of_device[kMostDevices];  // node + 1; 0: not known
std::atomic<bool> g_known{false};

uint64_t Place(uint32_t domain, uint32_t bdf) {
  return uint64_t{domain} << 16 | (bdf & 0xFFFF);
}

struct Found {
  int (*info)(uint64_t agent, int attribute, void* value);
  std::vector<Agent> agents;
};

int OnAgent(uint64_t handle, void* data) {
  auto& found = *static_cast<Found*>(data);
  uint32_t type = 0, node = 0, bdf = 0, domain = 0;
  if (found.info(handle, kDevice, &type) != 0 || type != kGpu) return 0;
  if (found.info(handle, kDriverNode, &node) != 0 || found.info(handle, kBdf, &bdf) != 0) return 0;
  if (found.info(handle, kPciDomain, &domain) != 0) domain = 0;
  try {
    found.agents.push_back({node, Place(domain, bdf)});
  } catch (...) {
  }
  return 0;
}

std::vector<Agent> HsaAgents() {
  Found found{};
  const std::string path = FindLoadedLibrary("libhsa-runtime64");
  void* library = path.empty() ? nullptr : dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY);
  if (library == nullptr) return {};
  using Iterate = int (*)(int (*visit)(uint64_t, void*), void*);
  const auto iterate = reinterpret_cast<Iterate>(dlsym(library, "hsa_iterate_agents"));
  found.info = reinterpret_cast<decltype(found.info)>(dlsym(library, "hsa_agent_get_info"));
  if (iterate != nullptr && found.info != nullptr) iterate(&OnAgent, &found);
  dlclose(library);
  return std::move(found.agents);
}

// -1: none, or several that cannot be told apart.
int32_t NodeAt(const std::vector<Agent>& agents, uint64_t place) {
  int32_t node = -1;
  for (const Agent& agent : agents) {
    if (agent.place != place) continue;
    if (node >= 0) return -1;
    node = static_cast<int32_t>(agent.node);
  }
  return node;
}

}  // namespace

bool AgentsAreKnown() noexcept {
  return g_known.load(std::memory_order_acquire);
}

void LearnAgents(const Runtime& runtime) noexcept {
  if (AgentsAreKnown()) return;
  int count = 0;
  if (runtime.device_count == nullptr || runtime.pci_bus_id == nullptr ||
      runtime.device_count(&count) != 0) {
    return;
  }
  try {
    const std::vector<Agent> agents = HsaAgents();
    if (agents.empty()) return;
    for (int32_t device = 0; device < count && device < kMostDevices; ++device) {
      char text[64] = "";
      unsigned domain = 0, bus = 0, slot = 0, function = 0;
      if (runtime.pci_bus_id(text, sizeof(text), device) != 0 ||
          sscanf(text, "%x:%x:%x.%x", &domain, &bus, &slot, &function) != 4) {
        continue;
      }
      const int32_t node = NodeAt(agents, Place(domain, bus << 8 | slot << 3 | function));
      g_node_of_device[device].store(node + 1, std::memory_order_relaxed);
    }
    g_known.store(true, std::memory_order_release);
  } catch (...) {
  }
}

int32_t NodeOfDevice(int32_t device) noexcept {
  if (device < 0 || device >= kMostDevices) return -1;
  return g_node_of_device[device].load(std::memory_order_relaxed) - 1;
}

int32_t DeviceOfNode(int32_t node) noexcept {
  for (int32_t device = 0; node >= 0 && device < kMostDevices; ++device) {
    if (NodeOfDevice(device) == node) return device;
  }
  return -1;
}

}  // namespace rocjfr
