// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.event.HipApiEvent;
import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuAttributes;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.Aggregators;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemFilter;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/** The figures of tables whose rows JMC makes. */
class ColumnsTest {
  @Test
  void blockedIsTheTimeOfSynchronisationOnly() {
    IItemCollection calls =
        RealEvents.record(
                unused -> {
                  for (String function :
                      new String[] {
                        "hipStreamSynchronize",
                        "hipDeviceSynchronize",
                        "hipMemcpy",
                        "hipStreamCreate",
                        "hipStreamSynchronizeNot"
                      }) {
                    HipApiEvent event = new HipApiEvent();
                    event.begin();
                    event.function = function;
                    event.commit();
                  }
                })
            .apply(ItemFilters.type(EventTypes.HIP_API));
    IItemFilter both =
        ItemFilters.or(
            ItemFilters.equals(GpuAttributes.FUNCTION, "hipStreamSynchronize"),
            ItemFilters.equals(GpuAttributes.FUNCTION, "hipDeviceSynchronize"));
    assertThat(calls.apply(both).getAggregate(Aggregators.count()).longValue()).isEqualTo(2);
    assertThat(Columns.blocked(calls))
        .isEqualTo(calls.apply(both).getAggregate(Aggregators.sum(JfrAttributes.DURATION)));
    assertThat(
            Columns.blocked(calls.apply(ItemFilters.equals(GpuAttributes.FUNCTION, "hipMemcpy"))))
        .isNull();
  }
}
