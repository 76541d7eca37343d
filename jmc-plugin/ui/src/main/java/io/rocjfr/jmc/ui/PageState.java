// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import org.openjdk.jmc.common.IState;
import org.openjdk.jmc.common.IWritableState;

/** What JMC keeps of a page from one visit to the next: columns, sashes, settings of charts. */
final class PageState {
  private PageState() {}

  /** Writes a state as it was read. */
  static void copy(IState from, IWritableState to) {
    if (from == null) {
      return;
    }
    for (String key : from.getAttributeKeys()) {
      to.putString(key, from.getAttribute(key));
    }
    for (IState child : from.getChildren()) {
      copy(child, to.createChild(child.getType()));
    }
  }
}
