// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** Recordings in the forms of other tools. */
package io.rocjfr.cli.convert;
