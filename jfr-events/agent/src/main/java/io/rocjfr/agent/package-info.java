// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** Start-up: options, finding the native library, wiring JFR and the public API to the bridge. */
package io.rocjfr.agent;
