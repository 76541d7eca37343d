// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * The events of a recording as columns, and what pages show of them, worked out once. Knows nothing
 * of windows.
 */
package io.rocjfr.jmc.ui.data;
