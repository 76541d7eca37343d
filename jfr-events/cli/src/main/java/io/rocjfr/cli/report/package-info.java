// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** What the rules of the JMC plug-in say of recordings, for the command {@code report}. */
package io.rocjfr.cli.report;
