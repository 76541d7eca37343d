// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.resources.Resource;
import java.util.ArrayList;
import java.util.List;

/**
 * The resources of spans: the process's for what the host did, and the process's with a device's
 * for what that did. For one thread.
 */
public final class SpanResources {
  private static final int MAX_DEVICES = 1024;

  private final Resource process;
  private final String runtimeVersion;
  private final List<Resource> devices = new ArrayList<>();

  /**
   * Makes the resources of a process.
   *
   * @param process what is known of the process, e.g. the SDK's resource
   * @param runtimeVersion the version of the HIP runtime, empty if unknown
   */
  public SpanResources(Resource process, String runtimeVersion) {
    this.runtimeVersion = runtimeVersion == null ? "" : runtimeVersion;
    this.process = process.merge(Resource.create(runtime().build()));
  }

  private AttributesBuilder runtime() {
    AttributesBuilder attributes = Attributes.builder();
    attributes.put(AttributeKey.stringKey("gpu.runtime.name"), "HIP");
    if (!runtimeVersion.isEmpty()) {
      attributes.put(AttributeKey.stringKey("gpu.runtime.version"), runtimeVersion);
    }
    return attributes;
  }

  Resource of(Activity activity) {
    int device = activity.device;
    if (!activity.isWork() || device < 0 || device >= MAX_DEVICES) {
      return process;
    }
    while (devices.size() <= device) {
      devices.add(null);
    }
    Resource resource = devices.get(device);
    if (resource == null) {
      resource =
          process.merge(
              Resource.builder()
                  .put("hw.id", Integer.toString(device))
                  .put("hw.type", "gpu")
                  .put("hw.vendor", "AMD")
                  .build());
      devices.set(device, resource);
    }
    return resource;
  }
}
