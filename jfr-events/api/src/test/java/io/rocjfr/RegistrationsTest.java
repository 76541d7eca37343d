// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RegistrationsTest {
  /** What the agent has been told. */
  private final List<String> told = new ArrayList<>();

  /** Registers a name, and returns what undoes that; null: there is no agent. */
  private Function<String, Runnable> agent;

  private final Registrations<Function<String, Runnable>> all = new Registrations<>(() -> agent);

  private ActivityListener.Registration add(String name) {
    return all.add(name, function -> function.apply(name));
  }

  private void connect() {
    agent =
        name -> {
          told.add("+" + name);
          return () -> told.add("-" + name);
        };
    all.connected();
  }

  @Test
  void isToldAtOnceOfAnAgentThatIsThere() {
    connect();
    ActivityListener.Registration one = add("one");
    add("two");
    assertThat(told).containsExactly("+one", "+two");
    one.close();
    one.close();
    assertThat(told).containsExactly("+one", "+two", "-one");
  }

  @Test
  void waitsForTheAgentAndIsToldOnce() {
    ActivityListener.Registration one = add("one");
    assertThat(told).isEmpty();
    connect();
    assertThat(told).containsExactly("+one");
    all.connected();
    assertThat(told).containsExactly("+one");
    one.close();
    assertThat(told).containsExactly("+one", "-one");
  }

  @Test
  void whatWasClosedBeforeIsNotTold() {
    ActivityListener.Registration one = add("one");
    add("two");
    one.close();
    connect();
    assertThat(told).containsExactly("+two");
  }

  @Test
  void anOlderAgentWithoutTheFunctionChangesNothing() {
    ActivityListener.Registration one = add("one");
    all.connected();
    assertThat(told).isEmpty();
    one.close();
  }
}
