// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lists the classes of a folder in a file there, each after its super types. The agent defines them
 * in this order. So it need not search its jar, which takes 10 ms at the start of a JVM.
 *
 * <p>Run by the build: ListClasses.java FOLDER FILE
 */
final class ListClasses {
  private static final String CLASS = ".class";

  private ListClasses() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    List<String> names;
    try (Stream<Path> files = Files.walk(folder)) {
      names =
          files
              .map(file -> folder.relativize(file).toString())
              .filter(name -> name.endsWith(CLASS) && !name.equals("module-info.class"))
              .map(name -> name.substring(0, name.length() - CLASS.length()))
              .sorted()
              .toList();
    }
    Set<String> ordered = new LinkedHashSet<>();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      for (String name : names) {
        add(Class.forName(name.replace('/', '.'), false, loader), loader, ordered);
      }
    }
    Path list = folder.resolve(args[1]);
    // A file that is newer has the jar made anew, and all that is compiled against it.
    if (!Files.exists(list) || !Files.readAllLines(list).equals(List.copyOf(ordered))) {
      Files.write(list, ordered);
    }
  }

  private static void add(Class<?> type, ClassLoader loader, Set<String> ordered) {
    if (type == null || type.getClassLoader() != loader) {
      return; // the JDK's
    }
    add(type.getSuperclass(), loader, ordered);
    for (Class<?> each : type.getInterfaces()) {
      add(each, loader, ordered);
    }
    ordered.add(type.getName().replace('.', '/'));
  }
}
