// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.rocjfr.otel.span.GpuSpan;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Where spans go to: an exporter as OpenTelemetry's SDK configures it, from {@code
 * OTEL_EXPORTER_OTLP_*} and what the command line says, and the resource that the environment
 * names.
 *
 * @param exporter sends spans
 * @param resource of the process that was recorded
 * @param requests encodes spans; null leaves it to the exporter
 */
record Target(SpanExporter exporter, Resource resource, GpuRequest.Maker requests) {
  /** Sends nothing anywhere. */
  static Target none() {
    return new Target(SpanExporter.noop(), Resource.getDefault(), null);
  }

  /** Makes the exporter; nothing is sent yet. */
  static Target of(Map<String, String> properties) {
    SpanExporter[] exporter = new SpanExporter[1];
    Resource[] resource = {Resource.getDefault()};
    AutoConfiguredOpenTelemetrySdk.builder()
        .setServiceClassLoader(Target.class.getClassLoader())
        .disableShutdownHook()
        .addPropertiesCustomizer(config -> properties)
        .addResourceCustomizer(
            (found, config) -> {
              resource[0] = found;
              return found;
            })
        .addSpanExporterCustomizer(
            (found, config) -> {
              exporter[0] = found;
              return SpanExporter.noop();
            })
        .build();
    if (exporter[0] == null) {
      throw new IllegalArgumentException("OpenTelemetry is disabled: OTEL_SDK_DISABLED is set");
    }
    return new Target(exporter[0], resource[0], new GpuRequest.Maker());
  }

  /** Exports spans. For one thread. */
  CompletableResultCode export(List<GpuSpan> spans) {
    CompletableResultCode result = null;
    if (requests != null) {
      GpuRequest request = requests.request(spans);
      result = Outgoing.send(exporter, request.toBinaryMessageWriter());
    }
    return result != null ? result : exporter.export(Collections.unmodifiableCollection(spans));
  }
}
