// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * The one model of all figures: busy time, gaps, shares, ranges, percentiles, and how they are
 * written. It knows no source of events; times are nanoseconds of whatever clock the source has.
 */
package io.rocjfr.figures;
