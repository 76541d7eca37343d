// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  /** The context is attached all the same, and the id around is not that of its work. */
  @ParameterizedTest
  @ValueSource(classes = {IllegalStateException.class, LinkageError.class, Exception.class})
  void whatASpanThrowsReachesNobody(Class<? extends Throwable> type) throws Exception {
    Throwable thrown = type.getConstructor().newInstance();
    assertThat(application.order("throwing", thrown)).isEqualTo(true);
    application.order("close");
    assertThat(application.order("current")).isEqualTo("null");
    application.order("open", ONE);
    assertThat(application.order("throwing", thrown)).isEqualTo(true);
    assertThat(application.order("current")).isEqualTo("here");
    assertThat(agent.current()).isZero();
    application.order("open", ONE);
    assertThat(current()).isEqualTo(ONE);
    application.order("close");
    application.order("close");
    assertThat(application.order("current")).isEqualTo("null");
    assertThat(agent.current()).as("until the scope around ends").isZero();
    application.order("close");
    assertThat(agent.current()).isZero();
    application.order("open", TWO);
    assertThat(current()).isEqualTo(TWO);
    application.order("close");
    assertThat(application.order("failed")).isEqualTo(2L);
  }

  @ParameterizedTest
  @ValueSource(classes = {IllegalStateException.class, LinkageError.class, Exception.class})
  void whatASpanThrowsAsItBeginsReachesNobody(Class<? extends Throwable> type) throws Exception {
    application.order("export", true);
    assertThat(application.order("begin", type.getConstructor().newInstance())).isEqualTo(true);
    assertThat(application.order("failed")).isEqualTo(1L);
    application.order("shutdown");
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
