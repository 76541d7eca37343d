// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** Reads recordings, damaged ones too, for all commands that do. Knows the JDK and figures only. */
package io.rocjfr.recording;
