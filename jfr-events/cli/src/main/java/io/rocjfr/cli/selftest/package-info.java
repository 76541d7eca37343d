// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** What {@code rocjfr selftest} compares: a ledger of known work with what was recorded of it. */
package io.rocjfr.cli.selftest;
