// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where hipRegisterTracerCallback keeps the callback: the runtime offers no way to ask who has its
// only slot, so the address is read off the function's machine code, where that has a known form.
#ifndef ROCJFR_CORE_RUNTIME_TRACER_SLOT_H_
#define ROCJFR_CORE_RUNTIME_TRACER_SLOT_H_

namespace rocjfr {

// nullptr where the code has another form. A caller that registers should look whether its callback
// appears there.
void* const volatile* FindTracerSlot(const void* register_function) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RUNTIME_TRACER_SLOT_H_
