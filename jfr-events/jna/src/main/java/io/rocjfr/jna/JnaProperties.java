// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jna;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What our copy of JNA takes for the system properties. Those named {@code jna.} belong to the
 * application's JNA: ours neither reads nor sets them, it has its own here. The build has put calls
 * of these methods in place of those of System, Boolean and Integer (RedirectProperties).
 */
public final class JnaProperties {
  private static final String OWN = "jna.";
  private static final Map<String, String> PROPERTIES = new ConcurrentHashMap<>();

  private JnaProperties() {}

  /** As {@link System#getProperty(String)}. */
  public static String getProperty(String name) {
    return name.startsWith(OWN) ? PROPERTIES.get(name) : System.getProperty(name);
  }

  /** As {@link System#getProperty(String, String)}. */
  public static String getProperty(String name, String otherwise) {
    String value = getProperty(name);
    return value == null ? otherwise : value;
  }

  /** As {@link System#setProperty}. */
  public static String setProperty(String name, String value) {
    return name.startsWith(OWN) ? PROPERTIES.put(name, value) : System.setProperty(name, value);
  }

  /** As {@link System#clearProperty}. */
  public static String clearProperty(String name) {
    return name.startsWith(OWN) ? PROPERTIES.remove(name) : System.clearProperty(name);
  }

  /** As {@link Boolean#getBoolean}. */
  public static boolean getBoolean(String name) {
    return Boolean.parseBoolean(getProperty(name));
  }
}
