// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fork and exit.
#ifndef ROCJFR_API_ROCPROFILER_LIFECYCLE_H_
#define ROCJFR_API_ROCPROFILER_LIFECYCLE_H_

#include "base/exit.h"
#include "base/fork.h"

namespace rocjfr::sdk {

using rocjfr::Forked;

// From now on a normal end of the process hands over what is in the buffers, before the static
// objects that exist now are destroyed. After that a buffer's callback begins only where its tool
// flushes it.
void DeliverAtExit() noexcept;
// On a thread of ours: user code has run on it, which may have made static objects.
void NoteUserCode() noexcept;
using rocjfr::RenewDelivery;
// The first call: a normal end of the process finalises the tools, after the exit handlers that
// are registered from now on.
void FinishAtExit() noexcept;

// The process has no other thread.
bool OnlyThread() noexcept;

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_LIFECYCLE_H_
