// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import io.rocjfr.event.BarrierEvent;
import io.rocjfr.event.GpuMemoryEvent;
import io.rocjfr.event.GpuTelemetryEvent;
import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.LaunchSiteCountsEvent;
import io.rocjfr.event.LaunchSiteEvent;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.PendingCallEvent;
import io.rocjfr.event.RecordsLostEvent;
import io.rocjfr.event.RoctxMarkEvent;
import io.rocjfr.event.RoctxRangeEvent;
import io.rocjfr.event.TracerStatusEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.IItemIterable;
import org.openjdk.jmc.flightrecorder.CouldNotLoadRecordingException;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;

/** Recordings of the events that the agent really writes, as JMC reads them. */
final class RealEvents {
  private RealEvents() {}

  /** One event of each type. */
  static IItemCollection oneOfEach() {
    return record(unused -> {});
  }

  /** One of each, and what {@code more} commits. */
  static IItemCollection record(Consumer<Void> more) {
    List<Event> events =
        List.of(
            new HipApiEvent(),
            new KernelDispatchEvent(),
            new MemCopyEvent(),
            new BarrierEvent(),
            new RoctxRangeEvent(),
            new RoctxMarkEvent(),
            new LaunchSiteEvent(),
            new GpuTelemetryEvent(),
            new RecordsLostEvent(),
            new TracerStatusEvent(),
            new GpuMemoryEvent(),
            new LaunchSiteCountsEvent(),
            new PendingCallEvent());
    try (Recording recording = new Recording()) {
      for (Event event : events) {
        FlightRecorder.register(event.getClass());
        recording.enable(event.getClass()).withoutThreshold();
      }
      recording.start();
      for (Event event : events) {
        event.begin();
        event.commit();
      }
      more.accept(null);
      recording.stop();
      Path file = Files.createTempFile("events", ".jfr");
      recording.dump(file);
      IItemCollection items = JfrLoaderToolkit.loadEvents(file.toFile());
      Files.delete(file);
      return items;
    } catch (IOException | CouldNotLoadRecordingException e) {
      throw new AssertionError(e);
    }
  }

  /** The fields of each event type, as {@code field:content type}. */
  static Map<String, Set<String>> fields() {
    Map<String, Set<String>> fields = new TreeMap<>();
    for (IItemIterable events : oneOfEach()) {
      Set<String> ofType = new TreeSet<>();
      for (IAccessorKey<?> key : events.getType().getAccessorKeys().keySet()) {
        ofType.add(key.getIdentifier() + ":" + key.getContentType().getIdentifier());
      }
      fields.put(events.getType().getIdentifier(), ofType);
    }
    return fields;
  }
}
