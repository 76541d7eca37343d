// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A library that traces from the moment that it is loaded: its constructor, under the loader's
// lock. What it does the test program says, and what another thread is at meanwhile.
extern "C" void InTheConstructor();

namespace {
const bool g_constructed = [] {
  InTheConstructor();
  return true;
}();
}  // namespace

extern "C" __attribute__((visibility("default"))) bool constructed() {
  return g_constructed;
}
