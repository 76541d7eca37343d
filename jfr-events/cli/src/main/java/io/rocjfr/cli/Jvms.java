// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/** The JVMs of this user, and how they are called. */
final class Jvms {
  /** Options of java that take the next word. */
  private static final Set<String> TAKE_NEXT =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--limit-modules",
          "--patch-module",
          "--enable-native-access",
          "--source");

  /**
   * One of them.
   *
   * @param main its main class, module or jar; the program's name if it was not started by java
   */
  record Jvm(ProcessId process, String main) {
    /** Whether this is wholly how it is called. */
    boolean is(String name) {
      String file = shortName(main);
      return main.equals(name)
          || file.equals(name)
          || file.equals(name + ".jar")
          || file.substring(file.lastIndexOf('.') + 1).equals(name);
    }

    boolean contains(String part) {
      return main.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }
  }

  private Jvms() {}

  /** All but this command, by their ids. */
  static List<Jvm> all() {
    long own = ProcessHandle.current().pid();
    return ProcessHandle.allProcesses()
        .mapToLong(ProcessHandle::pid)
        .filter(pid -> pid != own)
        .sorted()
        .mapToObj(ProcessId::of)
        .filter(ProcessId::isJvm)
        .map(process -> new Jvm(process, main(process.words())))
        .toList();
  }

  /** The one that is called so. Ends the command if there is none, or more than one. */
  static ProcessId named(String name) {
    List<Jvm> all = all();
    List<Jvm> found = matching(all, jvm -> jvm.is(name));
    if (found.isEmpty()) {
      found = matching(all, jvm -> !name.isBlank() && jvm.contains(name));
    }
    if (found.size() == 1) {
      return ProcessId.ofJvm(found.get(0).process.toString());
    }
    if (found.isEmpty()) {
      String none = "No JVM of this user is called \"" + name + "\".";
      throw all.isEmpty()
          ? new UserError(none + " This user has no JVMs.")
          : new UserError(none + " There are:", lines(all));
    }
    throw new UserError(found.size() + " JVMs match this name. Give the id of one:", lines(found));
  }

  private static List<Jvm> matching(List<Jvm> all, Predicate<Jvm> which) {
    return all.stream().filter(which).toList();
  }

  private static String[] lines(List<Jvm> jvms) {
    return jvms.stream().map(jvm -> "  " + jvm.process + "  " + jvm.main).toArray(String[]::new);
  }

  /** A jar by its file, a class of a module by itself. */
  static String shortName(String main) {
    return main.substring(main.lastIndexOf('/') + 1);
  }

  /** What the words of a command line say of the main class. */
  static String main(List<String> words) {
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("-jar") || word.equals("-m") || word.equals("--module")) {
        return i + 1 < words.size() ? words.get(i + 1) : "";
      }
      if (TAKE_NEXT.contains(word)) {
        i++;
      } else if (!word.startsWith("-") && !word.startsWith("@") && !word.isEmpty()) {
        return word;
      }
    }
    return words.isEmpty() ? "" : words.get(0).substring(words.get(0).lastIndexOf('/') + 1);
  }
}
