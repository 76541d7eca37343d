// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.openjdk.jmc.ui.charts;

/** Signatures of JMC's type of this name. */
public interface IQuantitySeries<T> {}
