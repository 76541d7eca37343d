// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The place where hipRegisterTracerCallback keeps the callback. The runtime does not tell who has
// its only slot. So the address is read from the function's machine code, if that has a known form.
#ifndef ROCJFR_CORE_RUNTIME_TRACER_SLOT_H_
#define ROCJFR_CORE_RUNTIME_TRACER_SLOT_H_

namespace rocjfr {

// nullptr where the code has another form. A caller that registers should look whether its callback
// appears there.
void* const volatile* FindTracerSlot(const void* register_function) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RUNTIME_TRACER_SLOT_H_
