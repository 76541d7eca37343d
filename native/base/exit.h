// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The normal end of the process.
#ifndef ROCJFR_BASE_EXIT_H_
#define ROCJFR_BASE_EXIT_H_

namespace rocjfr {

// Has `deliver` called once when the process ends, before the static objects that exist now are
// destroyed: call it again when there are new ones that `deliver` may come to. Not in a forked
// child. One function for each library.
void DeliverAtExit(void (*deliver)()) noexcept;

// Has `finish` called once when the process ends, after all exit handlers that are registered from
// now on and after `deliver`. Only the first call counts. Not in a forked child. One function for
// each library.
void FinishAtExit(void (*finish)()) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_BASE_EXIT_H_
