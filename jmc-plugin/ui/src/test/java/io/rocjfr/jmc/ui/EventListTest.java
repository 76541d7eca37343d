// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.model.JmcAttributes;
import io.rocjfr.jmc.ui.data.Made;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;

class EventListTest {
  @Test
  void anIdThatThereIsNotIsEmpty() {
    IItemCollection calls =
        Made.items(
            made -> {
              made.call("hipFree", 7, 0, 0, 1000);
              made.within(9);
              made.call("hipLaunchKernel", 7, 3, 2000, 1000);
            });
    List<Object> values = new ArrayList<>();
    ItemListBuilder list =
        new ItemListBuilder() {
          @Override
          public void addColumn(
              String id,
              String name,
              String description,
              boolean right,
              IMemberAccessor<?, IItem> accessor) {
            calls.forEach(
                some -> some.forEach(call -> values.add(id + " " + accessor.getMember(call))));
          }
        };
    EventList.addId(list, JmcAttributes.EXTERNAL_ID);
    EventList.addId(list, JmcAttributes.CORRELATION_ID);
    assertThat(values)
        .contains("externalId null", "externalId 9", "correlationId null", "correlationId 3")
        .doesNotContain("externalId 0", "correlationId 0");
  }
}
