// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// JNI's modified UTF-8, which has a character beyond U+FFFF as two surrogates of three bytes each.
#ifndef ROCJFR_BASE_MODIFIED_UTF8_H_
#define ROCJFR_BASE_MODIFIED_UTF8_H_

namespace rocjfr {

// Makes UTF-8 of the text, in its place, which is never longer. A surrogate without its other half
// becomes '?', as Java encodes it, and so does U+0000.
void FromModifiedUtf8(char* text) noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_BASE_MODIFIED_UTF8_H_
