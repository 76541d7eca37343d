// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import static org.openjdk.jmc.common.item.Attribute.attr;

import io.rocjfr.schema.Field;
import org.openjdk.jmc.common.IMCThread;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.unit.ContentType;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;

/**
 * The fields of the schema as JMC asks for them, with the content types that it derives. An int is
 * a number that can be summed up. A long without annotation is a raw number, which is right for
 * ids.
 */
public final class JmcAttributes {
  public static final IAttribute<String> FUNCTION = text(Field.FUNCTION);
  public static final IAttribute<String> CATEGORY = text(Field.CATEGORY);
  public static final IAttribute<String> RESULT = text(Field.RESULT);
  public static final IAttribute<String> KERNEL = text(Field.KERNEL);
  public static final IAttribute<String> DIRECTION = text(Field.DIRECTION);
  public static final IAttribute<String> MESSAGE = text(Field.MESSAGE);
  public static final IAttribute<IQuantity> BYTES = quantity(Field.BYTES);
  public static final IAttribute<IQuantity> DEVICE = quantity(Field.DEVICE);
  public static final IAttribute<IQuantity> AGENT_ID = quantity(Field.AGENT_ID);
  public static final IAttribute<IQuantity> STREAM = quantity(Field.STREAM);
  public static final IAttribute<IQuantity> DEPTH = quantity(Field.DEPTH);
  public static final IAttribute<IQuantity> DEVICES = quantity(Field.DEVICES);
  public static final IAttribute<Number> QUEUE = raw(Field.QUEUE);
  public static final IAttribute<Number> RANGE_ID = raw(Field.RANGE_ID);
  public static final IAttribute<Number> CORRELATION_ID = raw(Field.CORRELATION_ID);
  public static final IAttribute<Number> EXTERNAL_ID = raw(Field.EXTERNAL_ID);
  public static final IAttribute<String> SPAN_ID = text(Field.SCOPE_SPAN_ID);
  public static final IAttribute<String> GPU_NAME = text(Field.DEVICE_NAME);
  public static final IAttribute<String> API = text(Field.API);
  public static final IAttribute<Boolean> TIMED = flag(Field.TIMED);
  public static final IAttribute<Number> OS_THREAD_ID = raw(Field.OS_THREAD_ID);
  public static final IAttribute<Number> JAVA_THREAD_ID = raw(Field.JAVA_THREAD_ID);
  public static final IAttribute<String> THREAD_NAME = text(Field.THREAD_NAME);
  public static final IAttribute<IMCThread> THREAD = thread(Field.THREAD);
  public static final IAttribute<String> DOMAIN = text(Field.DOMAIN);
  public static final IAttribute<String> CAUSE = text(Field.CAUSE);
  public static final IAttribute<Number> COUNT = raw(Field.COUNT);
  public static final IAttribute<String> KIND = text(Field.KIND);
  public static final IAttribute<IQuantity> WEIGHT = quantity(Field.WEIGHT);
  public static final IAttribute<String> EVENT = text(Field.EVENT);
  public static final IAttribute<IQuantity> REFUSED_WEIGHT = quantity(Field.REFUSED_WEIGHT);
  public static final IAttribute<IQuantity> GRID_X = quantity(Field.GRID_X);
  public static final IAttribute<IQuantity> GRID_Y = quantity(Field.GRID_Y);
  public static final IAttribute<IQuantity> GRID_Z = quantity(Field.GRID_Z);
  public static final IAttribute<IQuantity> WORKGROUP_X = quantity(Field.WORKGROUP_X);
  public static final IAttribute<IQuantity> WORKGROUP_Y = quantity(Field.WORKGROUP_Y);
  public static final IAttribute<IQuantity> WORKGROUP_Z = quantity(Field.WORKGROUP_Z);
  public static final IAttribute<String> PCI_ADDRESS = text(Field.PCI_ADDRESS);
  public static final IAttribute<IQuantity> BUSY = quantity(Field.BUSY);
  public static final IAttribute<IQuantity> MEMORY_USED = quantity(Field.MEMORY_USED);
  public static final IAttribute<IQuantity> MEMORY_TOTAL = quantity(Field.MEMORY_TOTAL);
  public static final IAttribute<IQuantity> POWER = quantity(Field.POWER);
  public static final IAttribute<IQuantity> EDGE_TEMPERATURE = quantity(Field.EDGE_TEMPERATURE);
  public static final IAttribute<IQuantity> JUNCTION_TEMPERATURE =
      quantity(Field.JUNCTION_TEMPERATURE);
  public static final IAttribute<String> STATE = text(Field.STATE);
  public static final IAttribute<String> OTHER_TOOLS = text(Field.OTHER_TOOLS);
  public static final IAttribute<String> OPENCL = text(Field.OPENCL);
  public static final IAttribute<String> NOT_SEEN = text(Field.NOT_SEEN);
  public static final IAttribute<Number> IN_FLIGHT = raw(Field.IN_FLIGHT);
  public static final IAttribute<Number> PENDING_BUSY = raw(Field.PENDING_BUSY);
  public static final IAttribute<Number> PENDING_FINISHED = raw(Field.PENDING_FINISHED);
  public static final IAttribute<Number> PENDING_UNASKED = raw(Field.PENDING_UNASKED);
  public static final IAttribute<Number> PIECES = raw(Field.PIECES);
  public static final IAttribute<Number> LOOK = raw(Field.LOOK);
  public static final IAttribute<Boolean> CHUNK_END = flag(Field.CHUNK_END);
  public static final IAttribute<Boolean> SINGLE = flag(Field.SINGLE);
  public static final IAttribute<Number> PROCESS_KEY = raw(Field.PROCESS_KEY);

  private JmcAttributes() {}

  private static IAttribute<String> text(Field<String> field) {
    return attr(field.fieldName(), field.label(), UnitLookup.PLAIN_TEXT);
  }

  private static IAttribute<Number> raw(Field<Long> field) {
    return attr(field.fieldName(), field.label(), UnitLookup.RAW_NUMBER);
  }

  private static IAttribute<Boolean> flag(Field<Boolean> field) {
    return attr(field.fieldName(), field.label(), UnitLookup.FLAG);
  }

  private static IAttribute<IMCThread> thread(Field<?> field) {
    return attr(field.fieldName(), field.label(), UnitLookup.THREAD);
  }

  private static IAttribute<IQuantity> quantity(Field<? extends Number> field) {
    ContentType<IQuantity> content =
        switch (field.unit()) {
          case BYTES -> UnitLookup.MEMORY;
          case SHARE -> UnitLookup.PERCENTAGE;
          case NANOSECONDS -> UnitLookup.TIMESPAN;
          case EPOCH_MILLIS -> UnitLookup.TIMESTAMP;
          case HERTZ -> UnitLookup.FREQUENCY;
          case NONE, WATTS, CELSIUS -> UnitLookup.NUMBER;
        };
    return attr(field.fieldName(), field.label(), content);
  }
}
