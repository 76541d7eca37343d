// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Calling what belongs to the user.
#ifndef ROCJFR_BASE_USER_CODE_H_
#define ROCJFR_BASE_USER_CODE_H_

#include <cxxabi.h>

#include <string>

namespace rocjfr {

// Within a catch: lets the C++ library that threw know that its exception is caught. We have a
// library of our own inside, which takes back what it never counted, and the user's would go on
// to say that an exception is on its way.
void SettleException() noexcept;

// Within a catch: what the exception says, or else its type; of what is no C++ exception "".
std::string TextOfException();

// Calls call(). An exception ends here, and threw() is called. pthread_exit and a cancellation end
// the thread: they go on, so that the functions between this and the user are not noexcept, and
// tidy up in destructors.
// (The undefined behaviour sanitizer takes the exception of a forced unwind, which is no object,
// for a null reference.)
template <typename Call, typename Threw>
__attribute__((no_sanitize("undefined"))) inline void CallUser(Call call, Threw threw) {
  try {
    call();
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
    SettleException();
    threw();
  }
}

// What stands in its scope is done also where a thread ends there.
template <typename Function>
class AtScopeEnd {
 public:
  explicit AtScopeEnd(Function function) noexcept : function_(function) {}
  ~AtScopeEnd() { function_(); }
  AtScopeEnd(const AtScopeEnd&) = delete;
  AtScopeEnd& operator=(const AtScopeEnd&) = delete;

 private:
  Function function_;
};

}  // namespace rocjfr
#endif  // ROCJFR_BASE_USER_CODE_H_
