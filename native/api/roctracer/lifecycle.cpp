// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "lifecycle.h"

#include "base/exit.h"
#include "core_link.h"
#include "pools.h"
#include "sink.h"
#include "thread.h"

namespace rocjfr::roctracer {
namespace {

// Later handlers may be the program's own, which call HIP and roctx.
void Finish() {
  SilenceCallbacks();
}

void Deliver() {
  WaitForWorkInFlightAtExit();
  FlushAllPools();
  Pool::StopAll(CurrentThread());
}

}  // namespace

void DeliverAtExit() noexcept {
  rocjfr::DeliverAtExit(&Deliver);
}

void NoteUserCode() noexcept {
  if (rocjfr::NoteUserCode()) RenewDeliverySoon();
}

void FinishAtExit() noexcept {
  rocjfr::FinishAtExit(&Finish);
}

}  // namespace rocjfr::roctracer
