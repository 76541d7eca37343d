// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Host functions that do nothing. HIP reports a busy stream's work behind them. A stream has only
// one of them at a time. Behind an endless kernel they would fill its queue, and then the next one,
// or a launch of the program, would wait.
#ifndef ROCJFR_CORE_RECORD_URGED_STREAMS_H_
#define ROCJFR_CORE_RECORD_URGED_STREAMS_H_

#include <cstdint>

#include "core/runtime/runtime.h"

namespace rocjfr {

// The program has HIP call functions of its own. HIP runs all host functions one after the other,
// in the order in which their streams come to them. One of the program's may wait for work of a
// stream in which ours would then wait for the program's: no stream gets one from now on.
void NoteHostFunction() noexcept;

// Puts one into the stream, unless its last one has yet to run, too many have (1024), or the
// program has host functions of its own. True: it did. One thread at a time for each stream; a
// client's callback may end it in this.
bool UrgeStream(const Runtime& runtime, int32_t number, void* stream);

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RECORD_URGED_STREAMS_H_
