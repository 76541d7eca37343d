// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LinkTest {
  /** Who waits for that acts at once: then nothing may be missing. */
  @Test
  void itIsActiveWhenAllIsConnected() throws Exception {
    URL here = Link.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader copy =
        new URLClassLoader(new URL[] {here}, ClassLoader.getPlatformClassLoader())) {
      Method isActive = copy.loadClass("io.rocjfr.Rocjfr").getMethod("isActive");
      AtomicBoolean early = new AtomicBoolean();
      Supplier<Map<String, Object>> status = Map::of;
      Map<String, Object> agent =
          new HashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            public Object get(Object name) {
              try {
                early.compareAndSet(false, (Boolean) isActive.invoke(null));
              } catch (ReflectiveOperationException e) {
                throw new LinkageError("isActive", e);
              }
              return super.get(name);
            }
          };
      agent.put("protocol", 2);
      agent.put("status", status);
      Method connect = copy.loadClass("io.rocjfr.Link").getDeclaredMethod("connect", Map.class);
      connect.setAccessible(true);
      assertThat(connect.invoke(null, agent)).isEqualTo(true);
      assertThat(early).isFalse();
      assertThat(isActive.invoke(null)).isEqualTo(true);
    }
  }
}
