// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares a tracer's layout with ours: on a mismatch nothing may be read. Runs when the JVM
 * starts: a record's equals would take longer than all of the rest.
 */
final class LayoutCheck {
  private LayoutCheck() {}

  /**
   * @param ours its text names this jar, for the message
   * @param theirs the library, for the message
   * @throws TracerException names the first fields that differ
   */
  static void check(int abiVersion, List<Layout.Field> fields, Object ours, String theirs)
      throws TracerException {
    List<String> differences = new ArrayList<>();
    if (abiVersion != Layout.ABI_VERSION) {
      differences.add(
          "the layout version is " + Layout.ABI_VERSION + " here and " + abiVersion + " there");
    }
    Map<String, Layout.Field> there = new HashMap<>();
    for (Layout.Field field : fields) {
      there.put(field.name(), field);
    }
    for (Layout.Field here : Layout.FIELDS) {
      Layout.Field other = there.remove(here.name());
      if (other == null) {
        differences.add("field " + here.name() + " is missing there");
      } else if (other.offset() != here.offset() || other.size() != here.size()) {
        differences.add(
            "field "
                + here.name()
                + " is at offset "
                + here.offset()
                + " with "
                + here.size()
                + " bytes here and at offset "
                + other.offset()
                + " with "
                + other.size()
                + " bytes there");
      }
    }
    for (String unknown : there.keySet()) {
      differences.add("field " + unknown + " is unknown here");
    }
    if (!differences.isEmpty()) {
      throw new TracerException(
          ours
              + " does not fit "
              + theirs
              + ": "
              + String.join("; ", differences.subList(0, Math.min(3, differences.size())))
              + ". Use the librocjfr.so of the same release.");
    }
  }
}
