// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * What the application's class path sees of the agent: the entry points, and the loader that holds
 * everything else. Knows only the JDK, and of that only java.base and java.instrument.
 */
package io.rocjfr.boot;
