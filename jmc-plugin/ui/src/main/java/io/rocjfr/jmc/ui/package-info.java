// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * The pages of the group "GPU" in JDK Mission Control. What JMC's own page type can do is defined
 * in pages.xml; here is the rest. Computing is left to {@code io.rocjfr.jmc.model}.
 */
package io.rocjfr.jmc.ui;
