// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.figures.FunctionCatalogue;
import io.rocjfr.figures.Timed;
import io.rocjfr.jmc.model.EventFields.Reader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.unit.IQuantity;
import org.openjdk.jmc.common.unit.UnitLookup;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/**
 * Reads the events of a recording, in the order of their begin. Calls and work are kept for a while
 * for who asks next, as rule after rule does: see {@link KeptReads}.
 */
public final class GpuEvents {
  static final String UNKNOWN = "(unknown)";
  private static final Comparator<Timed> BY_BEGIN = Comparator.comparingLong(Timed::begin);

  private static final KeptReads<Work> DISPATCHES = new KeptReads<>();
  private static final KeptReads<Work> COPIES = new KeptReads<>();
  private static final KeptReads<Work> WORK = new KeptReads<>();
  private static final KeptReads<RecordedCall> CALLS = new KeptReads<>();

  private GpuEvents() {}

  public static List<Work> dispatches(IItemCollection items) {
    return DISPATCHES.of(
        arrays(items, EventTypes.KERNEL_DISPATCH),
        () -> readWork(items, EventTypes.KERNEL_DISPATCH));
  }

  public static List<Work> copies(IItemCollection items) {
    return COPIES.of(
        arrays(items, EventTypes.MEM_COPY), () -> readWork(items, EventTypes.MEM_COPY));
  }

  /** The calls that were sampled, with the application's innermost frame. */
  public static List<LaunchSite> sites(IItemCollection items) {
    List<LaunchSite> sites = new ArrayList<>();
    // The recording has each stack once.
    IdentityHashMap<IMCStackTrace, List<String>> frames = new IdentityHashMap<>();
    for (IItemIterable events : events(items, EventTypes.LAUNCH_SITE)) {
      EventFields fields = new EventFields(events.getType());
      Reader<Long> correlationId = fields.raw(JmcAttributes.CORRELATION_ID, 0);
      IMemberAccessor<IQuantity, IItem> weight = JmcAttributes.WEIGHT.getAccessor(events.getType());
      IMemberAccessor<IMCStackTrace, IItem> stack =
          JfrAttributes.EVENT_STACKTRACE.getAccessor(events.getType());
      for (IItem item : events) {
        IQuantity times = weight == null ? null : weight.getMember(item);
        IMCStackTrace trace = stack == null ? null : stack.getMember(item);
        sites.add(
            new LaunchSite(
                correlationId.of(item),
                trace == null ? List.of() : frames.computeIfAbsent(trace, SiteFrames::ofProgram),
                times == null ? 1 : times.doubleValueIn(UnitLookup.NUMBER_UNITY)));
      }
    }
    return sites;
  }

  /** What was allocated, over time. */
  public static List<MemoryLevel> memory(IItemCollection items) {
    List<MemoryLevel> levels = new ArrayList<>();
    for (IItemIterable events : events(items, EventTypes.GPU_MEMORY)) {
      EventFields fields = new EventFields(events.getType());
      Reader<Long> device = fields.number(JmcAttributes.DEVICE, -1);
      Reader<String> kind = fields.text(JmcAttributes.KIND, UNKNOWN);
      Reader<Long> bytes = fields.quantity(JmcAttributes.BYTES, UnitLookup.BYTE, 0);
      for (IItem item : events) {
        levels.add(
            new MemoryLevel(
                device.of(item).intValue(), kind.of(item), fields.begin(item), bytes.of(item)));
      }
    }
    return levels;
  }

  /** What the GPUs said of themselves, in the order of time. */
  public static List<TelemetryReading> telemetry(IItemCollection items) {
    List<TelemetryReading> readings = new ArrayList<>();
    for (IItemIterable events : events(items, EventTypes.GPU_TELEMETRY)) {
      EventFields fields = new EventFields(events.getType());
      Reader<String> address = fields.text(JmcAttributes.PCI_ADDRESS, UNKNOWN);
      Reader<Long> device = fields.number(JmcAttributes.DEVICE, -1);
      Reader<Double> busy = fields.decimal(JmcAttributes.BUSY, UnitLookup.PERCENT);
      Reader<Long> used = fields.quantity(JmcAttributes.MEMORY_USED, UnitLookup.BYTE, -1);
      Reader<Long> total = fields.quantity(JmcAttributes.MEMORY_TOTAL, UnitLookup.BYTE, -1);
      Reader<Double> power = fields.decimal(JmcAttributes.POWER, UnitLookup.NUMBER_UNITY);
      Reader<Double> edge = fields.decimal(JmcAttributes.EDGE_TEMPERATURE, UnitLookup.NUMBER_UNITY);
      Reader<Double> junction =
          fields.decimal(JmcAttributes.JUNCTION_TEMPERATURE, UnitLookup.NUMBER_UNITY);
      for (IItem item : events) {
        double hottest = junction.of(item);
        readings.add(
            new TelemetryReading(
                address.of(item),
                device.of(item).intValue(),
                fields.begin(item),
                busy.of(item),
                used.of(item),
                total.of(item),
                power.of(item),
                Double.isNaN(hottest) ? edge.of(item) : hottest));
      }
    }
    readings.sort(Comparator.comparingLong(TelemetryReading::time));
    return readings;
  }

  /** Dispatches and copies. */
  public static List<Work> work(IItemCollection items) {
    return WORK.of(
        arrays(items, EventTypes.KERNEL_DISPATCH, EventTypes.MEM_COPY),
        () -> {
          List<Work> work = new ArrayList<>(dispatches(items));
          work.addAll(copies(items));
          work.sort(BY_BEGIN);
          return work;
        });
  }

  public static List<RecordedCall> calls(IItemCollection items) {
    return CALLS.of(
        arrays(items, EventTypes.HIP_API, EventTypes.OPENCL_API),
        () -> {
          List<RecordedCall> calls = new ArrayList<>();
          addCalls(items, EventTypes.HIP_API, calls);
          addCalls(items, EventTypes.OPENCL_API, calls);
          calls.sort(BY_BEGIN);
          return calls;
        });
  }

  private static void addCalls(IItemCollection items, String type, List<RecordedCall> calls) {
    for (IItemIterable events : events(items, type)) {
      EventFields fields = new EventFields(events.getType());
      Reader<String> function = fields.text(JmcAttributes.FUNCTION, UNKNOWN);
      Reader<String> category = fields.text(JmcAttributes.CATEGORY, "");
      Reader<String> kernel = fields.text(JmcAttributes.KERNEL, "");
      Reader<Long> actor = actor(fields);
      Reader<String> threadName = fields.text(JmcAttributes.THREAD_NAME, UNKNOWN);
      Reader<Long> correlationId = fields.raw(JmcAttributes.CORRELATION_ID, 0);
      // JMC reads an empty text as null or as empty: both are success where there is the field.
      String success = fields.has(JmcAttributes.RESULT) ? "" : null;
      Reader<String> result = fields.text(JmcAttributes.RESULT, success);
      for (IItem item : events) {
        String called = function.of(item);
        String recorded = category.of(item);
        calls.add(
            new RecordedCall(
                called,
                recorded.isEmpty() ? FunctionCatalogue.categoryOf(called) : recorded,
                kernel.of(item),
                actor.of(item),
                threadName.of(item),
                fields.begin(item),
                fields.end(item),
                correlationId.of(item),
                result.of(item)));
      }
    }
  }

  /**
   * Who acted, as a number: a Java thread by its Java thread id, since a virtual one changes OS
   * threads; any other by the OS thread's id, negated.
   */
  public static Reader<Long> actor(EventFields fields) {
    Reader<Long> javaThread = fields.raw(JmcAttributes.JAVA_THREAD_ID, -1);
    Reader<Long> osThread = fields.raw(JmcAttributes.OS_THREAD_ID, 0);
    return item -> {
      long id = javaThread.of(item);
      return id > 0 ? id : -osThread.of(item);
    };
  }

  private static List<Work> readWork(IItemCollection items, String type) {
    List<Work> work = new ArrayList<>();
    boolean dispatch = type.equals(EventTypes.KERNEL_DISPATCH);
    for (IItemIterable events : events(items, type)) {
      EventFields fields = new EventFields(events.getType());
      Reader<String> name =
          fields.text(dispatch ? JmcAttributes.KERNEL : JmcAttributes.DIRECTION, UNKNOWN);
      Reader<Long> device = fields.number(JmcAttributes.DEVICE, -1);
      Reader<Long> agent = fields.number(JmcAttributes.AGENT_ID, -1);
      Reader<String> deviceName = fields.text(JmcAttributes.GPU_NAME, "");
      Reader<Long> queue = fields.raw(JmcAttributes.QUEUE, -1);
      Reader<Boolean> timed = fields.timed();
      Reader<Long> bytes = fields.quantity(JmcAttributes.BYTES, UnitLookup.BYTE, 0);
      Reader<Long> correlationId = fields.raw(JmcAttributes.CORRELATION_ID, 0);
      for (IItem item : events) {
        boolean hasTimes = timed.of(item);
        work.add(
            new Work(
                dispatch,
                name.of(item),
                device.of(item).intValue(),
                agent.of(item).intValue(),
                deviceName.of(item),
                queue.of(item),
                fields.begin(item),
                // The event has a tick, which is no length.
                hasTimes ? fields.end(item) : fields.begin(item),
                bytes.of(item),
                correlationId.of(item),
                hasTimes));
      }
    }
    work.sort(BY_BEGIN);
    return work;
  }

  /** How many of our events with a duration JMC gave again: see {@link ItemSet}. */
  public static long repeated(IItemCollection recording) {
    long repeated = 0;
    for (String type : EventTypes.WITH_DURATION) {
      repeated += ItemSet.count(arrays(recording, type));
      for (IItemIterable events : events(recording, type)) {
        repeated -= events.getItemCount();
      }
    }
    return repeated;
  }

  /** The events of a type, each once; to be gone through once. */
  static List<IItemIterable> events(IItemCollection items, String type) {
    List<IItemIterable> arrays = arrays(items, type);
    ItemSet seen = ItemSet.of(arrays);
    return arrays.stream().map(array -> once(array, seen)).toList();
  }

  private static IItemIterable once(IItemIterable array, ItemSet seen) {
    EventFields fields = new EventFields(array.getType());
    return array.apply(item -> seen.add(item, fields.begin(item)));
  }

  static List<IItemIterable> arrays(IItemCollection items, String... types) {
    List<IItemIterable> arrays = new ArrayList<>();
    items.apply(OwnItems.of(types)).forEach(arrays::add);
    return arrays;
  }
}
