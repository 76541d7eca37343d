// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which external id is in force on a thread, while scopes come and go. */
class ScopesTest {
  private static final String ONE = "1111111111111111";
  private static final String TWO = "2222222222222222";

  private final FakeAgent agent = new FakeAgent();
  private Deployment application;

  @BeforeEach
  void install() throws Exception {
    application = new Deployment(ClassLoader.getPlatformClassLoader(), agent.functions());
    assertThat(application.order("install")).isEqualTo(true);
  }

  private String current() {
    return String.format("%016x", agent.current());
  }

  @Test
  void aScopeThatBeganWhileNothingWasWantedHidesTheOneAroundIt() {
    application.order("open", ONE);
    assertThat(current()).isEqualTo(ONE);
    agent.tracing.set(false);
    application.order("open", TWO);
    agent.tracing.set(true);
    assertThat(current()).isEqualTo(TWO);
    application.order("close");
    assertThat(current()).isEqualTo(ONE);
    agent.tracing.set(false);
    application.order("close");
    agent.tracing.set(true);
    assertThat(agent.current()).isZero();
  }

  @Test
  void aScopeFromBeforeIsNotKnown() {
    agent.tracing.set(false);
    application.order("open", ONE);
    agent.tracing.set(true);
    assertThat(agent.current()).isZero();
    application.order("open", TWO);
    assertThat(current()).isEqualTo(TWO);
    application.order("close");
    application.order("close");
    assertThat(agent.current()).isZero();
  }

  @Test
  void idsThatAreLeftInsideAScopeGoWithIt() {
    application.order("push", 7L);
    application.order("open", ONE);
    application.order("push", 77L);
    application.order("push", 78L);
    assertThat(agent.current()).isEqualTo(78);
    application.order("close");
    assertThat(agent.current()).isEqualTo(7);
  }
}
