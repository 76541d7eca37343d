// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Properties;

/**
 * Loads an agent into another JVM, through the attach API. By reflection, since module jdk.attach
 * belongs to a class loader that ours does not see, and is not in every Java runtime.
 */
final class JvmAttach {
  private static final String VIRTUAL_MACHINE = "com.sun.tools.attach.VirtualMachine";

  private JvmAttach() {}

  static boolean isAvailable() {
    return ModuleLayer.boot().findModule(NeededModules.ATTACH).isPresent();
  }

  /**
   * Loads {@code jar} as an agent.
   *
   * @throws JvmAttachException if the JVM refuses, or the agent fails
   */
  static void load(String pid, Path jar, String options) throws JvmAttachException {
    with(
        pid,
        (type, machine) ->
            type.getMethod("loadAgent", String.class, String.class)
                .invoke(machine, jar.toString(), options));
  }

  /**
   * The system properties of a JVM.
   *
   * @throws JvmAttachException if it does not tell
   */
  static Properties properties(String pid) throws JvmAttachException {
    return (Properties)
        with(pid, (type, machine) -> type.getMethod("getSystemProperties").invoke(machine));
  }

  private interface Use {
    Object of(Class<?> type, Object machine) throws ReflectiveOperationException;
  }

  private static Object with(String pid, Use use) throws JvmAttachException {
    try {
      Class<?> type =
          Class.forName(VIRTUAL_MACHINE, true, ModuleLayer.boot().findLoader(NeededModules.ATTACH));
      Object machine = type.getMethod("attach", String.class).invoke(null, pid);
      try {
        return use.of(type, machine);
      } finally {
        type.getMethod("detach").invoke(machine);
      }
    } catch (InvocationTargetException e) {
      throw new JvmAttachException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new JvmAttachException(e);
    }
  }
}
