// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IType;

class ItemSetTest {
  /** All at one moment, as with a clock that stands, or each at its own. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 1000})
  void eachEventIsNewOnce(long apart) {
    List<IItem> items = Stream.generate(ItemSetTest::item).limit(1000).toList();
    ItemSet set = new ItemSet(items.size());
    for (boolean fresh : new boolean[] {true, false}) {
      for (int i = 0; i < items.size(); i++) {
        assertThat(set.add(items.get(i), i * apart)).as("%d", i).isEqualTo(fresh);
      }
    }
  }

  private static IItem item() {
    return new IItem() {
      @Override
      public IType<?> getType() {
        return null;
      }
    };
  }
}
