// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The loader's lock, which whoever loads a library has while that library's constructor runs.
// For one source of a test program that exports its symbols.
#ifndef ROCJFR_TESTS_CORE_CONSTRUCTOR_H_
#define ROCJFR_TESTS_CORE_CONSTRUCTOR_H_

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>

#include "os_thread.h"
#include "stub.h"

namespace rocjfr::test {

struct Constructing {
  std::function<void()> constructor;
  std::atomic<bool> go{false}, other_done{false};
  std::atomic<pid_t> other{0};

  // The other thread spins until it may call, and sleeps for nothing but a lock.
  void Run() {
    go.store(true);
    while (!other_done.load() && StateOf(other.load()) != 'S') sched_yield();
    constructor();
  }
};
inline std::atomic<Constructing*> g_constructing{nullptr};

// Loads a library whose constructor does the one, while another thread is in the middle of the
// other: where that waits for the loader's lock it does so, else it is done.
inline void ConstructWhile(const std::function<void()>& constructor,
                           const std::function<void()>& other) {
  Constructing constructing;
  constructing.constructor = constructor;
  g_constructing.store(&constructing);
  std::thread thread([&] {
    constructing.other.store(OsThread());
    while (!constructing.go.load()) sched_yield();
    other();
    constructing.other_done.store(true);
    // Not its end, in which it may wait for the loader.
    while (g_constructing.load() != nullptr) sched_yield();
  });
  while (constructing.other.load() == 0) sched_yield();
  std::string folder = StubFolder("");
  folder.resize(folder.rfind('/'));
  void* library = dlopen((folder + "/libcallsinconstructor.so").c_str(), RTLD_NOW);
  g_constructing.store(nullptr);
  thread.join();
  ASSERT_NE(library, nullptr) << dlerror();
}

}  // namespace rocjfr::test

extern "C" __attribute__((visibility("default"))) void InTheConstructor() {
  rocjfr::test::g_constructing.load()->Run();
}
#endif  // ROCJFR_TESTS_CORE_CONSTRUCTOR_H_
