// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Another tool's registration, which is ours to pass on, while a thread is at the hook.
#include <gtest/gtest.h>

#include <thread>

#include "core.h"
#include "core/record/clients.h"
#include "core/runtime/runtime.h"
#include "stub.h"

extern "C" void hipRegisterTracerCallback(rocjfr::TracerCallback callback);

namespace rocjfr::test {
namespace {

int OfATool(uint32_t, uint32_t, void*) {
  return -1;
}

// It may be unloaded as soon as it has taken its callback back.
TEST(Registration, IsTakenBackAtOnce) {
  Initialize();
  const Stub stub("tracer");
  rocjfr_poll();
  auto* slot = stub.Symbol<TracerCallback (*)()>("stubhip_slot_now");
  hipRegisterTracerCallback(&OfATool);
  ASSERT_EQ(slot(), &OfATool);
  SetWanted([&] {  // with the lock
    std::thread([&] {
      hipRegisterTracerCallback(nullptr);
      EXPECT_EQ(slot(), nullptr);
    }).join();
    return false;
  });
}

}  // namespace
}  // namespace rocjfr::test
