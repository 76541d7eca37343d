// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmc.common.util.TypedPreference;
import org.openjdk.jmc.flightrecorder.rules.TypedResult;

/** Puts lists together. */
final class Lists {
  private Lists() {}

  static List<TypedPreference<?>> join(List<TypedPreference<?>> some, TypedPreference<?>... more) {
    List<TypedPreference<?>> all = new ArrayList<>(some);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }

  static List<TypedResult<?>> join(List<TypedResult<?>> some, List<TypedResult<?>> more) {
    List<TypedResult<?>> all = new ArrayList<>(some);
    all.addAll(more);
    return List.copyOf(all);
  }
}
