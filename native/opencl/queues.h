// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The program's command queues: their numbers, devices, and whether they have profiling that the
// program did not ask for.
#ifndef ROCJFR_OPENCL_QUEUES_H_
#define ROCJFR_OPENCL_QUEUES_H_

#include <cstdint>
#include <vector>

#include "cl.h"
#include "devices.h"

namespace rocjfr::opencl {

struct Queue {
  cl_command_queue handle = nullptr;
  Device* device = nullptr;  // null: not known
  int32_t number = -1;       // from 1; -1 not known
  bool times = false;        // the device's times can be asked for
  bool hidden = false;       // the program did not ask for them
};

// What is known of the queue; asks the vendor the first time.
Queue FindQueue(cl_command_queue handle) noexcept;

// Whether queues that are made now are to have profiling.
bool AddsProfiling() noexcept;
void SetAlwaysProfiling(bool always) noexcept;
bool AlwaysProfiling() noexcept;
// Whether a queue lives whose profiling is hidden; how many.
uint32_t HiddenQueues() noexcept;
// A queue is about to be made that may have hidden profiling. It counts as one during the life of
// this object. The decision about profiling is made after that. So either the decision sees that
// nobody wants profiling any more, or AnyHidden is true for the thread that restores the tables.
class Hiding {
 public:
  Hiding() noexcept;
  ~Hiding();
  Hiding(const Hiding&) = delete;
  Hiding& operator=(const Hiding&) = delete;
};
bool AnyHidden() noexcept;

// The program has made a queue, with profiling that we added (then `given` are the properties that
// it asked for) or not.
void AddQueue(cl_command_queue handle, bool hidden,
              std::vector<cl_queue_properties> given) noexcept;
// What the program gave; false: ask the vendor.
bool GivenProperties(cl_command_queue handle, std::vector<cl_queue_properties>* given) noexcept;
void RetainQueue(cl_command_queue handle) noexcept;
// Before the vendor's function: the queue may be gone behind it.
void ReleaseQueue(cl_command_queue handle) noexcept;
// The program switches profiling of its own on or off: true where the queue has to keep it.
bool HidesProfiling(cl_command_queue handle) noexcept;
void SetHidden(cl_command_queue handle, bool hidden) noexcept;
// Nobody has seen which queues were released since the last time.
void ForgetQueues() noexcept;

}  // namespace rocjfr::opencl
#endif  // ROCJFR_OPENCL_QUEUES_H_
