// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.model.EventTypes;
import io.rocjfr.jmc.model.GpuAttributes;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jmc.common.item.IAttribute;

/** Rules and pages read fields that the events really have, with the types that JMC gives them. */
class EventFormTest {
  private final Map<String, Set<String>> events = RealEvents.fields();

  @Test
  void dispatchesAndCopies() {
    for (String type : new String[] {EventTypes.KERNEL_DISPATCH, EventTypes.MEM_COPY}) {
      expect(
          type,
          GpuAttributes.DEVICE,
          GpuAttributes.AGENT_ID,
          GpuAttributes.QUEUE,
          GpuAttributes.STREAM,
          GpuAttributes.CORRELATION_ID,
          GpuAttributes.THREAD,
          GpuAttributes.THREAD_NAME);
    }
    expect(EventTypes.KERNEL_DISPATCH, GpuAttributes.KERNEL);
    expect(EventTypes.MEM_COPY, GpuAttributes.DIRECTION, GpuAttributes.BYTES);
    expect(EventTypes.BARRIER, GpuAttributes.CORRELATION_ID, GpuAttributes.QUEUE);
  }

  @Test
  void callsAndRanges() {
    expect(
        EventTypes.HIP_API,
        GpuAttributes.FUNCTION,
        GpuAttributes.KERNEL,
        GpuAttributes.BYTES,
        GpuAttributes.CORRELATION_ID,
        GpuAttributes.OS_THREAD_ID,
        GpuAttributes.THREAD_NAME);
    expect(
        EventTypes.ROCTX_RANGE,
        GpuAttributes.MESSAGE,
        GpuAttributes.DEPTH,
        GpuAttributes.RANGE_ID,
        GpuAttributes.OS_THREAD_ID,
        GpuAttributes.THREAD_NAME);
    expect(EventTypes.ROCTX_MARK, GpuAttributes.MESSAGE);
  }

  @Test
  void lossesAndState() {
    expect(EventTypes.RECORDS_LOST, GpuAttributes.DOMAIN, GpuAttributes.CAUSE, GpuAttributes.COUNT);
    expect(
        EventTypes.TRACER_STATUS,
        GpuAttributes.STATE,
        GpuAttributes.DEVICES,
        GpuAttributes.OTHER_TOOLS);
  }

  @Test
  void telemetryAndSites() {
    expect(
        EventTypes.GPU_TELEMETRY,
        GpuAttributes.PCI_ADDRESS,
        GpuAttributes.DEVICE,
        GpuAttributes.BUSY,
        GpuAttributes.MEMORY_USED,
        GpuAttributes.MEMORY_TOTAL,
        GpuAttributes.POWER,
        GpuAttributes.EDGE_TEMPERATURE,
        GpuAttributes.JUNCTION_TEMPERATURE);
    expect(EventTypes.LAUNCH_SITE, GpuAttributes.CORRELATION_ID, GpuAttributes.WEIGHT);
  }

  private void expect(String type, IAttribute<?>... attributes) {
    for (IAttribute<?> attribute : attributes) {
      assertThat(events.get(type))
          .as(type)
          .contains(attribute.getIdentifier() + ":" + attribute.getContentType().getIdentifier());
    }
  }
}
