// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * What is wrong with the use of the GPU, and what to do about it: one class per rule, all of them
 * in {@link io.rocjfr.jmc.rules.GpuRules}. They run in JMC and without it.
 *
 * <p>What calls return the events hold since rocjfr 0.2, as far as it is asked for. In recordings
 * without it {@link io.rocjfr.jmc.rules.FailedCallsRule} concludes it from what programs do after a
 * failure.
 */
package io.rocjfr.jmc.rules;
