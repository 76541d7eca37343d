// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

/**
 * What one GPU of this machine said of itself at a moment. What it does not tell is NaN, or -1
 * where it is a whole number.
 *
 * @param pciAddress where it is, as the kernel writes it: {@code 0000:03:00.0}
 * @param agentId its driver node, as in the events of work; -1 if it has none, or several that
 *     cannot be told apart
 * @param busy the share of time in which any part of it worked lately, 0 to 1
 * @param memoryBusy the share of time in which its memory controller worked lately, 0 to 1
 * @param memoryUsed bytes of its own memory that all processes together use
 * @param memoryTotal bytes of its own memory
 * @param power watts
 * @param edgeTemperature at the edge of the chip, in degrees Celsius
 * @param junctionTemperature at its hottest place
 * @param memoryTemperature of its memory
 * @param graphicsClock of the cores that run kernels, in hertz
 * @param memoryClock of the memory, in hertz
 */
public record GpuReading(
    String pciAddress,
    int agentId,
    double busy,
    double memoryBusy,
    long memoryUsed,
    long memoryTotal,
    double power,
    double edgeTemperature,
    double junctionTemperature,
    double memoryTemperature,
    long graphicsClock,
    long memoryClock) {}
