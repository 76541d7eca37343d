// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.figures.Timed;

/**
 * A range that the program named.
 *
 * @param message its name
 * @param depth how many pushed ranges of the thread are around it
 * @param rangeId of a start/stop range, 0 for push/pop
 * @param actor the thread that made it, as {@link GpuEvents} numbers them
 * @param threadName the name of that thread
 */
public record RoctxRange(
    String message, int depth, long rangeId, long actor, String threadName, long begin, long end)
    implements Timed {}
