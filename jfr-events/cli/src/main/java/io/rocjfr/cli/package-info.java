// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** The command line of rocjfr.jar: summary, attach and check. */
package io.rocjfr.cli;
