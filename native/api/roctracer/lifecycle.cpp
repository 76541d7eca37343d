// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "lifecycle.h"

#include "base/exit.h"
#include "core_link.h"
#include "pools.h"
#include "thread.h"

namespace rocjfr::roctracer {
namespace {

void Deliver() {
  WaitForWorkInFlightAtExit();
  FlushAllPools();
  Pool::StopAll(CurrentThread());
}

}  // namespace

void DeliverAtExit() noexcept {
  rocjfr::DeliverAtExit(&Deliver);
}

}  // namespace rocjfr::roctracer
