// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.TracerStatusEvent;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Recording;

/** Of tests/long.sh: LongRecording FILE DISPATCHES writes calls, their kernels and some copies. */
final class LongRecording {
  private LongRecording() {}

  public static void main(String[] args) throws Exception {
    try (Recording recording = new Recording()) {
      List<Class<? extends Event>> types =
          List.of(
              HipApiEvent.class,
              KernelDispatchEvent.class,
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
      for (int i = 1; i <= dispatches; i++) {
        launch(i, base + i * 100L);
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
}
