// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "own_stack.h"

#include <pthread.h>

namespace rocjfr {

bool OwnStack::Ask() noexcept {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  void* low = nullptr;
  size_t bytes = 0;
  const bool known = pthread_attr_getstack(&attributes, &low, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  if (!known) return false;
  low_ = reinterpret_cast<uintptr_t>(low);
  high_ = low_ + bytes;
  return true;
}

}  // namespace rocjfr
