// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.rocjfr.ActivityKind;
import io.rocjfr.CopyDirection;
import io.rocjfr.otel.span.Activity;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/** What each device did, for metrics. */
final class DeviceUse {
  static final int DEVICES = 64;

  /** Of one device. */
  static final class Device {
    final LongAdder received = new LongAdder();
    final LongAdder transmitted = new LongAdder();
    final LongAdder kernels = new LongAdder();
    final LongAdder kernelNanos = new LongAdder();
  }

  private final KernelTimes kernelTimes = new KernelTimes();
  private final RequestTimes requestTimes = new RequestTimes();
  private final AtomicReferenceArray<Device> devices = new AtomicReferenceArray<>(DEVICES);

  void add(Activity activity) {
    boolean kernel = activity.kind == ActivityKind.KERNEL_DISPATCH;
    if (kernel && activity.isTimed()) {
      kernelTimes.add(activity.kernel, activity.end - activity.begin);
    }
    if (activity.isTimed() && (kernel || activity.kind == ActivityKind.MEM_COPY)) {
      requestTimes.add(activity.externalId, activity.end - activity.begin);
    }
    int index = activity.device;
    if (!(kernel || activity.kind == ActivityKind.MEM_COPY) || index < 0 || index >= DEVICES) {
      return;
    }
    Device device = devices.get(index);
    if (device == null) {
      device = new Device();
      devices.set(index, device);
    }
    if (kernel) {
      device.kernels.increment();
      device.kernelNanos.add(activity.end - activity.begin);
    } else if (activity.direction == CopyDirection.HOST_TO_DEVICE) {
      device.received.add(activity.bytes);
    } else if (activity.direction == CopyDirection.DEVICE_TO_HOST) {
      device.transmitted.add(activity.bytes);
    }
  }

  /** How long kernels took. */
  KernelTimes kernelTimes() {
    return kernelTimes;
  }

  /** For which requests it worked. */
  RequestTimes requestTimes() {
    return requestTimes;
  }

  /** Null if it did nothing. */
  Device device(int index) {
    return devices.get(index);
  }
}
