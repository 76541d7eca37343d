// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.LaunchSiteEvent;
import io.rocjfr.event.LiveGpuAllocationEvent;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.TracerStatusEvent;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import jdk.jfr.Event;
import jdk.jfr.Recording;

/**
 * Of tests/long.sh: LongRecording FILE DISPATCHES [BETWEEN] writes calls, their kernels, some copies,
 * a launch site for one in BETWEEN calls and what memory is live at the end.
 */
final class LongRecording {
  private static final int ALLOCATIONS = 20_000;

  private LongRecording() {}

  public static void main(String[] args) throws Exception {
    try (Recording recording = new Recording()) {
      List<Class<? extends Event>> types =
          List.of(
              HipApiEvent.class,
              KernelDispatchEvent.class,
              LaunchSiteEvent.class,
              LiveGpuAllocationEvent.class,
              MemCopyEvent.class,
              TracerStatusEvent.class);
      types.forEach(type -> recording.enable(type).withoutThreshold());
      recording.setMaxSize(0);
      recording.start();
      TracerStatusEvent status = new TracerStatusEvent();
      status.processKey = 1;
      status.devices = 2;
      status.commit();
      HipApiEvent now = new HipApiEvent();
      now.begin();
      long base = now.startTicks();
      int dispatches = Integer.parseInt(args[1]);
      int between = args.length > 2 ? Integer.parseInt(args[2]) : 100;
      Random random = new Random(1);
      for (int i = 1; i <= dispatches; i++) {
        if (random.nextInt(between) == 0) {
          site(i, random.nextInt(16), between);
        }
        launch(i, base + i * 100L);
      }
      for (int i = 1; i <= ALLOCATIONS; i++) {
        allocation(i);
      }
      recording.stop();
      recording.dump(Path.of(args[0]));
    }
  }

  private static void launch(int id, long ticks) {
    HipApiEvent call = new HipApiEvent();
    call.function = "hipModuleLaunchKernel";
    call.correlationId = id;
    call.threadName = "worker-" + id % 8;
    call.osThreadId = 100 + id % 8;
    call.setTimes(ticks, 30);
    call.commit();
    KernelDispatchEvent kernel = new KernelDispatchEvent();
    kernel.kernel = "kernel_" + id % 40;
    kernel.correlationId = id;
    kernel.device = id % 2;
    kernel.queue = id % 4;
    kernel.threadName = call.threadName;
    kernel.osThreadId = call.osThreadId;
    kernel.gridX = 1 + id % 1000;
    kernel.workgroupX = 64;
    kernel.setTimes(ticks + 40, 20 + id % 97);
    kernel.commit();
    if (id % 10 == 0) {
      MemCopyEvent copy = new MemCopyEvent();
      copy.direction = "HostToDevice";
      copy.bytes = id % 100_000;
      copy.correlationId = id;
      copy.setTimes(ticks + 50, 10 + id % 50);
      copy.commit();
    }
  }

  /** By as many ways as there are depths. */
  private static void site(int id, int depth, int weight) {
    if (depth > 0) {
      site(id, depth - 1, weight);
      return;
    }
    LaunchSiteEvent site = new LaunchSiteEvent();
    site.correlationId = id;
    site.function = "hipModuleLaunchKernel";
    site.kernel = "kernel_" + id % 40;
    site.weight = weight;
    site.commit();
  }

  private static void allocation(int id) {
    LiveGpuAllocationEvent live = new LiveGpuAllocationEvent();
    live.snapshot = 1;
    live.allocationId = id;
    live.count = 1;
    live.function = "hipMalloc";
    live.bytes = 4096L * (1 + id % 5);
    live.age = id;
    live.address = 0x7F0000000000L + 65536L * id;
    live.device = id % 2;
    live.kind = "device";
    live.weight = 1;
    live.allocatedBy = "a.Worker.step" + id % 100 + "(Worker.java:" + (10 + id % 100) + ")";
    live.commit();
  }
}
