// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.demo;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The program's own count of its calls, by function: what a recording of it must show. For one
 * thread.
 */
final class CallCounter {
  private final SortedMap<String, Integer> calls = new TreeMap<>();

  /** {@code functions} with each of its calls counted. */
  <T> T counting(Class<T> type, T functions) {
    InvocationHandler handler = (proxy, method, arguments) -> call(functions, method, arguments);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  SortedMap<String, Integer> calls() {
    return Collections.unmodifiableSortedMap(calls);
  }

  private Object call(Object functions, Method method, Object[] arguments) throws Throwable {
    calls.merge(method.getName(), 1, Integer::sum);
    try {
      return method.invoke(functions, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
