// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

/**
 * A call of the HIP API.
 *
 * @param function the called function
 * @param kernel what it launches, empty if it launches nothing
 * @param osThreadId the calling thread
 * @param threadName the name of that thread
 * @param correlationId joins the call with the work that it submitted, 0 if there is none
 */
public record ApiCall(
    String function,
    String kernel,
    long osThreadId,
    String threadName,
    long begin,
    long end,
    long correlationId)
    implements Timed {}
