// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * The pages of the group "GPU" in JDK Mission Control; pages.xml has their order and columns.
 * Computing is left to {@code io.rocjfr.jmc.ui.data}.
 */
package io.rocjfr.jmc.ui;
