// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which agent of HSA (a node of the driver) a HIP device is. HIP counts the devices that it shows
// from 0, in the order that HIP_VISIBLE_DEVICES gives; the driver counts the machine's CPUs, too.
#ifndef ROCJFR_CORE_RUNTIME_AGENTS_H_
#define ROCJFR_CORE_RUNTIME_AGENTS_H_

#include <cstdint>

#include "runtime.h"

namespace rocjfr {

// Asks HIP and HSA for the place of each on the PCI bus, until both have answered; cheap
// afterwards. Only after the program has initialised HIP, and only on a thread of ours: HIP's
// functions change the calling thread's last error. Takes the loader's lock.
void LearnAgents(const Runtime& runtime) noexcept;
bool AgentsAreKnown() noexcept;
// -1: not known (yet), or not the only one at its place.
int32_t NodeOfDevice(int32_t device) noexcept;
int32_t DeviceOfNode(int32_t node) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RUNTIME_AGENTS_H_
