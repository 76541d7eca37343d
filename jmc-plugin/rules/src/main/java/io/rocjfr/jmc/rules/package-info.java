// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * What is wrong with the use of the GPU, and what to do about it: one class per rule, all of them
 * in {@link io.rocjfr.jmc.rules.GpuRules}. They run in JMC and without it.
 *
 * <p>The events hold what calls returned as far as it is asked for. In recordings that do not
 * {@link io.rocjfr.jmc.rules.FailedCallsRule} concludes it from what programs do after a failure.
 */
package io.rocjfr.jmc.rules;
