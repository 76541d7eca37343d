// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "lifecycle.h"

#include "base/exit.h"
#include "buffer.h"
#include "clients.h"

namespace rocjfr::sdk {
namespace {

void Deliver() {
  Finalize();
  Buffer::StopAll(CurrentThread());
}

}  // namespace

void DeliverAtExit() noexcept {
  rocjfr::DeliverAtExit(&Deliver);
}

}  // namespace rocjfr::sdk
