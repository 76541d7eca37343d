// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.ExternalCorrelation;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Virtual threads of a JVM that tells by neither way which of them runs on a carrier, as the agent
 * says it: there is no table of their ids.
 */
public final class UnknownVirtualThreads {
  private UnknownVirtualThreads() {}

  /** Takes nothing. */
  public static void main(String[] arguments) throws Exception {
    ByteBuffer stack = ByteBuffer.allocateDirect(512).order(ByteOrder.nativeOrder());
    Map<String, Object> agent = new HashMap<>();
    agent.put("protocol", 3);
    agent.put("skippedVirtual", new LongAdder());
    agent.put("evictedVirtual", new LongAdder());
    Supplier<ByteBuffer> stacks = () -> stack;
    agent.put("externalStack", stacks);
    Supplier<ByteBuffer> table = () -> null;
    agent.put("virtualTable", table);
    Method connect = Class.forName("io.rocjfr.Link").getDeclaredMethod("connect", Map.class);
    connect.setAccessible(true);
    connect.invoke(null, agent);
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    ((Thread) start.invoke(null, (Runnable) UnknownVirtualThreads::act)).join();
    System.out.println(
        "unknown: skipped "
            + ExternalCorrelation.skippedOnVirtualThreads()
            + ", pushed "
            + stack.getLong(0));
    ExternalCorrelation.push(7);
    System.out.println("platform: pushed " + stack.getLong(0));
  }

  private static void act() {
    ExternalCorrelation.push(1);
    ExternalCorrelation.pop();
    ExternalCorrelation.scope(2).close();
    System.out.println(
        "unknown: " + (ExternalCorrelation.ofThisThread() == null ? "null" : "a stack"));
  }
}
