// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

/**
 * What a GPU said of itself at one time.
 *
 * @param device HIP's ordinal, -1 if unknown
 * @param busy in percent, NaN if unknown, like power in watts and temperature in degrees Celsius
 * @param memoryUsed in bytes, -1 if unknown, like the total
 */
public record TelemetryReading(
    String pciAddress,
    int device,
    long time,
    double busy,
    long memoryUsed,
    long memoryTotal,
    double power,
    double temperature) {}
