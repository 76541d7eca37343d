// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The process's one T of a file. It is made at the first request and never destroyed. Threads of
// the program and of the runtime, exit handlers and destructors of static objects may use it until
// the very end.
#ifndef ROCJFR_BASE_LEAKY_SINGLETON_H_
#define ROCJFR_BASE_LEAKY_SINGLETON_H_

namespace rocjfr {

// T is a type of the file's own anonymous namespace: there is one object for each type. Throws what
// T's constructor throws.
template <typename T>
T& LeakySingleton() {
  static T* const object = new T;
  return *object;
}

}  // namespace rocjfr
#endif  // ROCJFR_BASE_LEAKY_SINGLETON_H_
