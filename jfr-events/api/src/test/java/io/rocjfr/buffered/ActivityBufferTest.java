// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.buffered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Of a copy of the API whose agent is this test. */
@Timeout(1800)
class ActivityBufferTest {
  private final AtomicInteger destroyed = new AtomicInteger();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private volatile String status;

  private Object[] call(String function, Object[] arguments) {
    if (function.equals("destroy")) {
      destroyed.incrementAndGet();
      begun.countDown();
      try {
        mayEnd.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return new Object[] {status, "as the test wants it", null};
    }
    return new Object[] {null, null, 7L};
  }

  private AutoCloseable buffer(ClassLoader copy) throws Exception {
    BiFunction<String, Object[], Object[]> agent = this::call;
    Map<String, Object> functions = new HashMap<>();
    functions.put("protocol", 3);
    functions.put("buffered", agent);
    Method connect = copy.loadClass("io.rocjfr.Link").getDeclaredMethod("connect", Map.class);
    connect.setAccessible(true);
    connect.invoke(null, functions);
    Class<?> buffer = copy.loadClass(ActivityBuffer.class.getName());
    Constructor<?> create = buffer.getDeclaredConstructors()[0];
    create.setAccessible(true);
    return (AutoCloseable) create.newInstance(null, null);
  }

  private static URLClassLoader copy() {
    URL here = ActivityBuffer.class.getProtectionDomain().getCodeSource().getLocation();
    return new URLClassLoader(new URL[] {here}, ClassLoader.getPlatformClassLoader());
  }

  /** Its handle may be another one's by then. */
  @Test
  void isGivenBackOnceByHoweverManyThreads() throws Exception {
    try (URLClassLoader copy = copy()) {
      AutoCloseable buffer = buffer(copy);
      Thread other =
          new Thread(
              () -> {
                try {
                  buffer.close();
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
              });
      other.start();
      begun.await();
      buffer.close(); // nothing, since the other one is about it
      mayEnd.countDown();
      other.join();
      buffer.close();
      assertThat(destroyed).hasValue(1);
    }
  }

  @Test
  void canBeClosedAgainWhereItWasBusy() throws Exception {
    try (URLClassLoader copy = copy()) {
      AutoCloseable buffer = buffer(copy);
      mayEnd.countDown();
      status = "ERROR_BUFFER_BUSY";
      assertThatThrownBy(buffer::close).hasMessageContaining("as the test wants it");
      status = null;
      buffer.close();
      buffer.close();
      assertThat(destroyed).hasValue(2);
    }
  }
}
