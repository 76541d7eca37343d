// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    rocjfr.getMethod("addListener", listener).invoke(null, deaf(copy, listener));
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
    Map<String, Object> agent = new HashMap<>();
    agent.put("protocol", protocol(copy));
    agent.put("addListener", addListener);
    agent.put("status", status);

    assertThat(connect(copy, agent)).isEqualTo(true);
    assertThat(activeBefore).hasValue(false);
    assertThat(isActive.invoke(null)).isEqualTo(true);
  }

  /** What cannot be registered is not, and the agent is told; all else is connected. */
  @ParameterizedTest
  @ValueSource(classes = {IllegalStateException.class, OutOfMemoryError.class})
  void isConnectedWhollyWhereARegistrationFails(Class<? extends Throwable> type) throws Exception {
    Throwable thrown = type.getConstructor(String.class).newInstance("no room");
    Copy copy = new Copy();
    Class<?> rocjfr = copy.loadClass(API + "Rocjfr");
    Class<?> listener = copy.loadClass(API + "ActivityListener");
    Class<?> source = copy.loadClass(API + "SpanContextSource");
    for (int i = 0; i < 3; i++) {
      rocjfr.getMethod("addListener", listener).invoke(null, deaf(copy, listener));
    }
    rocjfr.getMethod("addSpanContexts", source).invoke(null, deaf(copy, source));
    List<String> told = new ArrayList<>();
    BiFunction<Consumer<Object[]>, Integer, Runnable> addListener =
        (consumer, kinds) -> {
          told.add("listener");
          if (told.size() == 2) {
            LinkTest.<RuntimeException>sneak(thrown);
          }
          return () -> {};
        };
    Function<Predicate<long[]>, Runnable> addSpanContexts =
        predicate -> {
          told.add("source");
          return () -> {};
        };
    Supplier<Map<String, Object>> status = Map::of;
    Map<String, Object> agent = new HashMap<>();
    agent.put("protocol", protocol(copy));
    agent.put("addListener", addListener);
    agent.put("addSpanContexts", addSpanContexts);
    agent.put("status", status);

    assertThatThrownBy(() -> connect(copy, agent)).hasCause(thrown);
    assertThat(told).containsExactly("listener", "listener", "listener", "source");
    assertThat(rocjfr.getMethod("isActive").invoke(null)).isEqualTo(true);
    assertThat(connect(copy, agent)).as("it is connected").isEqualTo(true);
  }

  @Test
  void whatIsPendingIsToldAsTheAgentTellsIt() throws Exception {
    Copy copy = new Copy();
    Class<?> rocjfr = copy.loadClass(API + "Rocjfr");
    Method byDevice = rocjfr.getMethod("pendingWorkByDevice");
    Method status = rocjfr.getMethod("status");
    assertThat(byDevice.invoke(null)).as("no agent").isEqualTo(Map.of());
    assertThat(pending(status.invoke(null))).isEmpty();

    Map<String, Object> facts = new HashMap<>();
    for (String text : List.of("state", "runtime", "version", "hook", "otherTools", "message")) {
      facts.put(text, "");
    }
    facts.put("devices", 1);
    facts.put("gpuClockErrorNanos", -1L);
    facts.put("processKey", 42L);
    Map<Integer, Map<String, Long>> pieces = Map.of(0, Map.of("busy", 3L));
    Supplier<Map<String, Object>> told = () -> facts;
    Supplier<Map<Integer, Map<String, Long>>> pending = () -> pieces;
    assertThat(
            connect(
                copy,
                Map.of("protocol", protocol(copy), "status", told, "pendingWorkByDevice", pending)))
        .isEqualTo(true);

    assertThat(byDevice.invoke(null)).isEqualTo(pieces);
    assertThat(pending(status.invoke(null))).as("of an agent that does not tell").isEmpty();
    facts.put("pending", "GPU 0: 3 busy.");
    assertThat(pending(status.invoke(null))).isEqualTo("GPU 0: 3 busy.");
  }

  private static String pending(Object status) throws ReflectiveOperationException {
    return (String) status.getClass().getMethod("pending").invoke(status);
  }

  private static Object deaf(Copy copy, Class<?> type) {
    return Proxy.newProxyInstance(copy, new Class<?>[] {type}, (proxy, method, arguments) -> null);
  }

  private static Object protocol(Copy copy) throws ReflectiveOperationException {
    Field protocol = copy.loadClass(API + "Link").getDeclaredField("PROTOCOL");
    protocol.setAccessible(true);
    return protocol.get(null);
  }

  private static Object connect(Copy copy, Map<String, Object> agent)
      throws ReflectiveOperationException {
    Method connect = copy.loadClass(API + "Link").getDeclaredMethod("connect", Map.class);
    connect.setAccessible(true);
    return connect.invoke(null, agent);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
