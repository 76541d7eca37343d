// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.ui.data.Made;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.ItemToolkit;
import org.openjdk.jmc.flightrecorder.ui.common.ItemList.ItemListBuilder;

/** Lists of calls have a column with what they returned. */
class ResultColumnTest {
  private final IItemCollection calls = Made.items(ResultColumnTest::calls);

  private static void calls(Made made) {
    made.call("hipMalloc", "hipErrorOutOfMemory", 7, 0, 0, 1000);
    made.call("hipFree", "", 7, 0, 2000, 1000);
    made.call("hipModuleLaunchKernel", "unknown", 7, 3, 4000, 1000);
  }

  /** Of each call what the column Result says, beside the column Function. */
  private final class Columns extends ItemListBuilder {
    private final List<Object> functions = new ArrayList<>();
    private final List<Object> results = new ArrayList<>();

    @Override
    @SuppressWarnings("deprecation") // as the lists
    public void addColumn(IAttribute<?> attribute) {
      addColumn(
          attribute.getIdentifier(),
          attribute.getName(),
          attribute.getDescription(),
          false,
          ItemToolkit.accessor(attribute));
    }

    @Override
    public void addColumn(
        String id,
        String name,
        String description,
        boolean right,
        IMemberAccessor<?, IItem> accessor) {
      List<Object> values =
          switch (name) {
            case "Function" -> functions;
            case "Result" -> results;
            default -> new ArrayList<>();
          };
      calls.forEach(some -> some.forEach(call -> values.add(accessor.getMember(call))));
    }

    void check() {
      assertThat(functions).containsExactly("hipMalloc", "hipFree", "hipModuleLaunchKernel");
      assertThat(results).containsExactly("hipErrorOutOfMemory", "", "unknown");
    }
  }

  @Test
  void ofThePagesOfCalls() {
    Columns columns = new Columns();
    CallsPage.addColumns(columns, Made.data(ResultColumnTest::calls));
    columns.check();
  }

  @Test
  void ofCorrelatedCalls() {
    Columns columns = new Columns();
    CorrelationPage.addCallColumns(columns);
    columns.check();
  }
}
