// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.GpuMemoryEvent;
import io.rocjfr.event.LaunchSiteCountsEvent;
import io.rocjfr.event.LiveGpuAllocationEvent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;

/** Commits what is known of GPU memory, and the counts of calls that were picked. Drain thread. */
final class MemoryReporter {
  /** Beyond so many of one moment allocations that are alike come as one event. */
  private static final int MOST_SINGLE = 20_000;

  private static final String[] COUNTED = {"rocjfr.LaunchSite", "rocjfr.GpuAllocation"};

  private final Tracer tracer;
  private final SiteNames names;
  private final JavaStacks stacks;

  /** Made when it is needed: a process's handle takes 10 ms at the start of a JVM. */
  private ProcessMemory processMemory;

  private final long[][] reported = new long[COUNTED.length][Tracer.SITE_COUNTS];
  private long snapshot;

  MemoryReporter(Tracer tracer, SiteNames names, JavaStacks stacks) {
    this.tracer = tracer;
    this.names = names;
    this.stacks = stacks;
  }

  /** What is allocated, by device and kind. */
  void reportMemory() {
    if (!new GpuMemoryEvent().isEnabled()) {
      return;
    }
    if (processMemory == null) {
      processMemory = new ProcessMemory();
    }
    for (Tracer.Memory row : tracer.memory()) {
      GpuMemoryEvent event = new GpuMemoryEvent();
      event.device = row.device();
      event.kind = MemoryKinds.name(row.kind());
      event.bytes = row.bytes();
      event.count = row.count();
      event.peakBytes = row.peakBytes();
      event.trackedSince = row.trackedSinceMillis();
      event.unknownFrees = row.unknownFrees();
      event.failedFrees = row.failedFrees();
      event.notTracked = row.notTracked();
      event.processBytes = processMemory.bytes(tracer.agentOfDevice(row.device()));
      event.commit();
    }
  }

  /** Each allocation that is live. */
  void reportLive() {
    if (!new LiveGpuAllocationEvent().isEnabled()) {
      return;
    }
    snapshot++;
    long now = System.nanoTime();
    Map<Alike, LiveGpuAllocationEvent> alike = new HashMap<>();
    int[] count = {0};
    tracer.liveAllocations(
        allocation -> {
          LiveGpuAllocationEvent event = event(allocation, now);
          if (count[0]++ < MOST_SINGLE) {
            event.commit();
          } else {
            alike.merge(Alike.of(event), event, MemoryReporter::merge);
          }
        });
    alike.values().forEach(LiveGpuAllocationEvent::commit);
  }

  private LiveGpuAllocationEvent event(Tracer.Allocation allocation, long now) {
    LiveGpuAllocationEvent event = new LiveGpuAllocationEvent();
    event.snapshot = snapshot;
    event.allocationId = allocation.id();
    event.count = 1;
    event.function = names.function(allocation.function());
    event.bytes = allocation.bytes();
    event.age = Math.max(0, now - allocation.beginNanos());
    event.address = allocation.address();
    event.device = allocation.device();
    event.kind = MemoryKinds.name(allocation.kind());
    event.weight = allocation.weight();
    event.allocatedBy = stacks.text(allocation.stack());
    return event;
  }

  private record Alike(String function, String stack, int device, String kind, double weight) {
    static Alike of(LiveGpuAllocationEvent event) {
      return new Alike(event.function, event.allocatedBy, event.device, event.kind, event.weight);
    }
  }

  private static LiveGpuAllocationEvent merge(
      LiveGpuAllocationEvent into, LiveGpuAllocationEvent other) {
    into.allocationId = 0;
    into.address = 0;
    into.count += other.count;
    into.bytes += other.bytes;
    into.age = Math.max(into.age, other.age);
    return into;
  }

  /** What became of the calls since the last time. */
  void reportCounts() {
    for (int kind = 0; kind < COUNTED.length; kind++) {
      long[] now = new long[Tracer.SITE_COUNTS];
      tracer.siteCounts(kind, now);
      long[] last = reported[kind];
      reported[kind] = now;
      if (!Arrays.equals(now, last)) {
        commit(COUNTED[kind], now, last);
      }
    }
  }

  private static void commit(String what, long[] now, long[] last) {
    long[] since = new long[now.length];
    for (int i = 0; i < now.length; i++) {
      since[i] = now[i] - last[i];
    }
    LaunchSiteCountsEvent event = new LaunchSiteCountsEvent();
    event.event = what;
    event.notSampled = since[0];
    event.refusedWeight = since[1] / 256.0;
    event.sites = since[2];
    event.noJavaThread = since[3];
    event.criticalForeignCall = since[4];
    event.jniCriticalRegion = since[5];
    event.excludedThread = since[6];
    event.endOfStack = since[7];
    event.exit = since[8];
    event.nested = since[9];
    event.failed = since[10];
    event.unknownJvm = since[11];
    event.calls = LongStream.of(since).sum() - since[1];
    event.commit();
  }
}
