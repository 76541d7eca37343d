// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.rocjfr.ActivityKind;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is not known of an activity has no attribute, whatever its kind. */
class UnknownInSpansTest {
  /** What a span says of every activity. */
  private static final Set<AttributeKey<?>> ALWAYS =
      Set.of(
          SpanAttributes.TYPE,
          SpanAttributes.SYSTEM,
          SpanAttributes.API_DOMAIN,
          SpanAttributes.QUEUE); // events always have one

  @ParameterizedTest
  @EnumSource(ActivityKind.class)
  void anActivityOfWhichNothingIsKnownHasItsKindOnly(ActivityKind kind) {
    Activity activity = new Activity(); // as events write that a value is not known
    activity.kind = kind;
    Map<AttributeKey<?>, Object> said = SpanShapes.attributes(activity).asMap();
    assertThat(said).containsKeys(SpanAttributes.TYPE, SpanAttributes.SYSTEM);
    assertThat(ALWAYS).containsAll(said.keySet());
  }
}
