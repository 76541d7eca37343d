// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** How the agent joins a copy of the API, each test in a copy of its own. */
class LinkTest {
  private static final String API = "io.rocjfr.";

  /** Brings its own copy of the API. */
  private static final class Copy extends ClassLoader {
    Copy() {
      super(LinkTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith(API) || findLoadedClass(name) != null) {
          return super.loadClass(name, resolve);
        }
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
          byte[] bytes = in.readAllBytes();
          return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
          throw new ClassNotFoundException(name, e);
        }
      }
    }
  }

  /** Who waits for {@code isActive()} has its listener told of all that it does from then on. */
  @Test
  void listenersAreThereBeforeTheAgentIsSaidToBe() throws Exception {
    Copy copy = new Copy();
    Class<?> rocjfr = copy.loadClass(API + "Rocjfr");
    Class<?> listener = copy.loadClass(API + "ActivityListener");
    Object deaf =
        Proxy.newProxyInstance(copy, new Class<?>[] {listener}, (proxy, method, arguments) -> null);
    rocjfr.getMethod("addListener", listener).invoke(null, deaf);
    Method isActive = rocjfr.getMethod("isActive");
    AtomicReference<Object> activeBefore = new AtomicReference<>();
    BiFunction<Consumer<Object[]>, Integer, Runnable> addListener =
        (told, kinds) -> {
          try {
            activeBefore.set(isActive.invoke(null));
          } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
          }
          return () -> {};
        };
    Supplier<Map<String, Object>> status = Map::of;
    Class<?> link = copy.loadClass(API + "Link");
    Field protocol = link.getDeclaredField("PROTOCOL");
    protocol.setAccessible(true);
    Map<String, Object> agent = new HashMap<>();
    agent.put("protocol", protocol.get(null));
    agent.put("addListener", addListener);
    agent.put("status", status);
    Method connect = link.getDeclaredMethod("connect", Map.class);
    connect.setAccessible(true);

    assertThat(connect.invoke(null, agent)).isEqualTo(true);
    assertThat(activeBefore).hasValue(false);
    assertThat(isActive.invoke(null)).isEqualTo(true);
  }
}
