// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.resources.Resource;
import java.util.ArrayList;
import java.util.List;

/**
 * The resources of spans: the process's for what the host did, and the process's with a device's
 * for what that did. For one thread.
 */
public final class SpanResources {
  private static final int MAX_DEVICES = 1024;

  private Resource process;
  private String runtimeVersion = "";
  private final List<Resource> devices = new ArrayList<>();

  /**
   * Makes the resources of a process.
   *
   * @param process what is known of the process, e.g. the SDK's resource
   * @param runtimeVersion the version of the HIP runtime, empty if unknown
   */
  public SpanResources(Resource process, String runtimeVersion) {
    this.process = process.merge(resource("gpu.runtime.name", "HIP"));
    know(runtimeVersion);
  }

  /**
   * The runtime may be loaded late: what is asked for from now on has its version.
   *
   * @param version empty, and nothing happens, while it is unknown
   */
  public void know(String version) {
    if (!version.equals(runtimeVersion) && !version.isEmpty()) {
      runtimeVersion = version;
      process = process.merge(resource("gpu.runtime.version", version));
      devices.clear();
    }
  }

  private static Resource resource(String name, String value) {
    return Resource.create(Attributes.of(AttributeKey.stringKey(name), value));
  }

  /** Of what the host did, or several. */
  Resource ofProcess() {
    return process;
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
