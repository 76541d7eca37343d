// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The texts of all events, each once. */
final class Strings {
  /** Programs that put an id into every name must not exhaust us, nor the browser. */
  private static final int MOST = 200_000;

  private static final String OTHERS = "(others)";

  private final Map<String, Integer> places = new HashMap<>();
  private final List<String> all = new ArrayList<>();

  Strings() {
    place("");
    place(OTHERS);
  }

  /** The place of a text; null is as empty. */
  int place(String text) {
    String wanted = text == null ? "" : text;
    Integer place = places.get(wanted);
    if (place != null) {
      return place;
    }
    if (all.size() >= MOST) {
      return places.get(OTHERS);
    }
    places.put(wanted, all.size());
    all.add(wanted);
    return all.size() - 1;
  }

  List<String> all() {
    return all;
  }
}
