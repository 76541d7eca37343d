// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * What is wrong with the use of the GPU, and what to do about it: one class per rule, all of them
 * in {@link io.rocjfr.jmc.rules.GpuRules}. They run in JMC and without it.
 *
 * <p>There is no rule on the status that calls return: the events do not hold it. {@link
 * io.rocjfr.jmc.rules.FailedCallsRule} concludes it from what programs do after a failure.
 */
package io.rocjfr.jmc.rules;
