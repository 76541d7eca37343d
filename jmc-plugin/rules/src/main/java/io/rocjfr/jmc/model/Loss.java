// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.jmc.model.EventFields.Reader;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;

/**
 * Activity records that were dropped.
 *
 * @param domain what they were about
 * @param cause why they were dropped
 * @param count how many
 */
public record Loss(String domain, String cause, long count) {

  /** All that the recording has. */
  public static List<Loss> read(IItemCollection items) {
    List<Loss> all = new ArrayList<>();
    for (IItemIterable events : items.apply(OwnItems.of(EventTypes.RECORDS_LOST))) {
      EventFields fields = new EventFields(events.getType());
      Reader<String> domain = fields.text(JmcAttributes.DOMAIN, "(unknown)");
      Reader<String> cause = fields.text(JmcAttributes.CAUSE, "(unknown)");
      Reader<Long> count = fields.raw(JmcAttributes.COUNT, 0);
      for (IItem item : events) {
        all.add(new Loss(domain.of(item), cause.of(item), count.of(item)));
      }
    }
    return all;
  }
}
