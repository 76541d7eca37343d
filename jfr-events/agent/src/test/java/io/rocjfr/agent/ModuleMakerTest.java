// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Native;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ModuleMakerTest {
  /**
   * A class of a package that the module lacks would be in an unnamed one, without native access.
   */
  @Test
  void theModuleHasAllPackagesOfTheAgentAndJna() throws Exception {
    Set<String> packages = new TreeSet<>();
    for (Class<?> type : new Class<?>[] {Agent.class, Native.class}) {
      Path place = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(place)) {
        addPackages(place, packages);
      } else {
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
          addPackages(jar.getPath("/"), packages);
        }
      }
    }
    packages.add("io.rocjfr.figures"); // of which the jar has one class for the agent
    assertThat(ModuleMaker.PACKAGES).containsExactlyInAnyOrderElementsOf(packages);
  }

  private static void addPackages(Path root, Set<String> packages) throws Exception {
    try (Stream<Path> files = Files.walk(root)) {
      files
          .map(file -> root.relativize(file).toString())
          .filter(name -> name.matches(".*/[^/]*[.]class") && !name.startsWith("META-INF"))
          .forEach(
              name -> packages.add(name.substring(0, name.lastIndexOf('/')).replace('/', '.')));
    }
  }
}
