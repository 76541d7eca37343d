// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "gpu_family.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace rocjfr::sdk {
namespace {

// As in the kernel's drm/amdgpu_drm.h, which many systems do not have.
struct Question {
  uint64_t answer;
  uint32_t answer_bytes;
  uint32_t what;
  uint32_t more[4];
};
constexpr uint32_t kDevice = 0x16;
constexpr unsigned long kAsk = _IOW('d', 0x45, Question);

// The begin of what it answers.
struct Device {
  uint32_t device_id, chip_revision, external_revision, pci_revision, family;
};

int Ioctl(int file, unsigned long request, void* argument) {
  return ioctl(file, request, argument);
}

}  // namespace

uint32_t FamilyOfGpu(const std::string& render_node, AskDriver ask) noexcept {
  const int file = open(render_node.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return 0;
  Device device = {};
  Question question = {reinterpret_cast<uint64_t>(&device), sizeof(device), kDevice, {}};
  const int status = (ask == nullptr ? &Ioctl : ask)(file, kAsk, &question);
  close(file);
  return status == 0 ? device.family : 0;
}

}  // namespace rocjfr::sdk
