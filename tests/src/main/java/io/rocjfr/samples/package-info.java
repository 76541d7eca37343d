// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** Programs that show the API, as its users would write them. */
package io.rocjfr.samples;
