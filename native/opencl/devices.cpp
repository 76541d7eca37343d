// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "devices.h"

#include <memory>
#include <mutex>
#include <vector>

#include "base/leaky_singleton.h"
#include "core/record/names.h"
#include "vendors.h"

namespace rocjfr::opencl {
namespace {

constexpr size_t kMostDevices = 1024;

struct Devices {
  std::mutex mutex;
  std::vector<std::unique_ptr<Device>> all;
};
Devices& TheDevices() {
  return LeakySingleton<Devices>();
}

Device* Known(Devices& devices, cl_device_id id) noexcept {
  for (const auto& device : devices.all) {
    if (device->id == id) return device.get();
  }
  return nullptr;
}

void Add(Devices& devices, cl_device_id id, const Dispatch& next) {
  if (Known(devices, id) != nullptr || devices.all.size() == kMostDevices) return;
  auto device = std::make_unique<Device>();
  device->id = id;
  device->number = static_cast<int16_t>(devices.all.size());
  char name[256] = "";
  if (next.clGetDeviceInfo(id, CL_DEVICE_NAME, sizeof(name) - 1, name, nullptr) == CL_SUCCESS) {
    device->name = InternName(name);
  }
  devices.all.push_back(std::move(device));
}

// All of its platform, so that numbers do not depend on which is used first.
std::vector<cl_device_id> WithItsPlatform(cl_device_id id, const Dispatch& next) {
  cl_platform_id platform = nullptr;
  cl_uint count = 0;
  std::vector<cl_device_id> ids;
  if (next.clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof(platform), &platform, nullptr) ==
          CL_SUCCESS &&
      next.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) == CL_SUCCESS) {
    ids.resize(count);
    if (next.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr) !=
        CL_SUCCESS) {
      ids.clear();
    }
  }
  ids.push_back(id);  // a part of a device is not in the list
  return ids;
}

}  // namespace

Device* FindDevice(cl_device_id id) noexcept {
  try {
    Devices& devices = TheDevices();
    {
      std::lock_guard<std::mutex> lock(devices.mutex);
      if (Device* known = Known(devices, id)) return known;
    }
    const Dispatch& next = NextOf(id);
    const std::vector<cl_device_id> ids = WithItsPlatform(id, next);
    std::lock_guard<std::mutex> lock(devices.mutex);
    for (cl_device_id each : ids) Add(devices, each, next);
    return Known(devices, id);
  } catch (...) {
    return nullptr;
  }
}

}  // namespace rocjfr::opencl
