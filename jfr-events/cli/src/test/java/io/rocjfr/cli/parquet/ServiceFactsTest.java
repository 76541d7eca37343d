// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What OpenTelemetry is told of a service, in whatever order a recording has it. */
class ServiceFactsTest {
  private static ServiceFacts of(String... told) {
    ServiceFacts facts = new ServiceFacts();
    for (int i = 0; i < told.length; i += 2) {
      facts.learn(told[i], told[i + 1]);
    }
    return facts;
  }

  @Test
  void thePropertyGoesFirst() {
    assertThat(of("otel.service.name", "a", "OTEL_SERVICE_NAME", "b").name()).isEqualTo("a");
    assertThat(of("OTEL_SERVICE_NAME", "b", "otel.service.name", "a").name()).isEqualTo("a");
    assertThat(of("OTEL_SERVICE_NAME", "b", "HOME", "/").name()).isEqualTo("b");
    assertThat(
            of(
                    "otel.resource.attributes", "service.version=1",
                    "OTEL_RESOURCE_ATTRIBUTES", "service.version=2")
                .version())
        .isEqualTo("1");
  }

  @Test
  void whatIsBlankSaysNothing() {
    assertThat(of("OTEL_SERVICE_NAME", "b", "otel.service.name", " ").name()).isEqualTo("b");
    assertThat(of("otel.service.name", "a", "otel.service.name", null).name()).isEqualTo("a");
    assertThat(of("OTEL_SERVICE_NAME", "").name()).isNull();
    assertThat(of("OTEL_RESOURCE_ATTRIBUTES", "service.version=,=3").version()).isNull();
  }

  @Test
  void attributesAreDecoded() {
    ServiceFacts facts =
        of("OTEL_RESOURCE_ATTRIBUTES", "team=x, service.version = 1.0%2Bb7+c ,service.name=a%20b");
    assertThat(facts.version()).isEqualTo("1.0+b7+c");
    assertThat(facts.name()).isEqualTo("a b");
    assertThat(of("OTEL_RESOURCE_ATTRIBUTES", "service.version=100%").version()).isEqualTo("100%");
    facts.learn("OTEL_SERVICE_NAME", "c");
    assertThat(facts.name()).isEqualTo("c");
  }
}
