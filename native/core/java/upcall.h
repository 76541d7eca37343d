// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A call of our static Java method, from inside a call of the runtime on a thread of the
// application. It is made only if that is safe, and it leaves no trace.
#ifndef ROCJFR_CORE_JAVA_UPCALL_H_
#define ROCJFR_CORE_JAVA_UPCALL_H_

#include <cstdint>

#include "base/own_stack.h"

union jvalue;
struct _jmethodID;

namespace rocjfr {

// Why Java was not entered, or what came of it.
enum class Upcalled : uint8_t {
  kDone,
  kNoJavaThread,         // the thread is not attached, or not any more
  kCriticalForeignCall,  // of the foreign-function API: the JVM takes it for running Java code
  kJniCritical,          // a critical region of JNI, in which a collector may wait for it
  kExcluded,             // Java says that JFR does not record the thread
  kEndOfStack,           // too little of it is left, or it is not the thread's own
  kExit,                 // the JVM's exit has begun
  kNested,               // this thread is in an upcall
  kFailed,               // Java says so, or threw
  kUnknownJvm,           // it is not read (JvmProblem): where the thread is in it is unknown
};
constexpr uint32_t kUpcallCauses = 10;

// What is kept of a thread.
struct UpcallState {
  OwnStack stack;
  bool inside = false;
};

// A class of ours with static methods that return an int.
struct JavaSink {
  void* type = nullptr;  // a global reference
  _jmethodID* site = nullptr;
  _jmethodID* allocation = nullptr;
};
// nullptr until Java has given it (rocjfr_set_site_sink).
const JavaSink* TheSink() noexcept;

// Calls the method and gives what it returned, where Java was entered. An exception that is pending
// stays pending; one that the method throws is none of the application's and goes.
Upcalled CallJava(UpcallState& thread, _jmethodID* method, const jvalue* arguments,
                  int32_t* result) noexcept;

// From now on nobody enters Java. Waits for those who are in it, who may hold locks of the runtime;
// a second at most. False: somebody still is.
bool EndUpcalls() noexcept;
// For tests: undoes it.
void AllowUpcalls() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_JAVA_UPCALL_H_
