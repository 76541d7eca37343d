// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import java.lang.invoke.MethodHandles;
import java.util.concurrent.Callable;

/** What an application defines beside the agent's classes to act in their name. */
public final class Intruder implements Callable<Object> {
  @Override
  public Object call() throws Exception {
    return MethodHandles.privateLookupIn(
        Class.forName("jdk.jfr.internal.JVM", false, null), MethodHandles.lookup());
  }
}
