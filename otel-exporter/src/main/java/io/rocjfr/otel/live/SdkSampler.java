// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.live;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingDecision;
import io.rocjfr.otel.span.Activity;
import io.rocjfr.otel.span.HexIds;
import io.rocjfr.otel.span.RootSampler;
import java.util.List;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The SDK's sampler, asked as for a span without parent. One that throws takes nothing.
 *
 * <p>If several applications with separate SDKs run in one JVM, the first of them exports work
 * without an owner, until it ends. A system property names that application.
 */
final class SdkSampler implements RootSampler {
  private static final Logger LOG = Logger.getLogger(SdkSampler.class.getName());

  private static final String OWNER = "rocjfr.otel.orphans.owner";

  private final String token = UUID.randomUUID().toString();
  private final Sampler sampler;
  private boolean owner;
  private boolean failing;

  SdkSampler(Sampler sampler) {
    this.sampler = sampler;
  }

  @Override
  public boolean isResponsible() {
    owner = owner || System.getProperties().putIfAbsent(OWNER, token) == null;
    return owner;
  }

  /** Nothing more will be asked. */
  void end() {
    System.getProperties().remove(OWNER, token);
  }

  @Override
  public boolean samples(long traceHigh, long traceLow, Activity first) {
    try {
      return sampler
              .shouldSample(
                  Context.root(),
                  HexIds.format(traceHigh, traceLow),
                  first.spanName(),
                  SpanKind.INTERNAL,
                  first.spanAttributes(),
                  List.of())
              .getDecision()
          == SamplingDecision.RECORD_AND_SAMPLE;
    } catch (Throwable e) { // the user's code must not end the batch
      if (!failing) {
        failing = true;
        LOG.log(
            Level.WARNING,
            "rocjfr: the sampler failed. Traces that it should judge are not exported",
            e);
      }
      return false;
    }
  }
}
