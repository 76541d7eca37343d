// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fork and exit.
#ifndef ROCJFR_API_ROCTRACER_LIFECYCLE_H_
#define ROCJFR_API_ROCTRACER_LIFECYCLE_H_

#include "base/exit.h"
#include "base/fork.h"

namespace rocjfr::roctracer {

using rocjfr::Forked;

// From now on a normal end of the process delivers what is unflushed, before the static objects
// that exist now are destroyed.
void DeliverAtExit() noexcept;
// On a thread of ours: user code has run on it, which may have made static objects.
void NoteUserCode() noexcept;
using rocjfr::RenewDelivery;
// From now on a normal end of the process silences the callbacks of calls, after all exit handlers
// that are registered from now on.
void FinishAtExit() noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_LIFECYCLE_H_
