// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A name in a discussion, a stack or a search means one class of the product. */
class SimpleNamesTest {
  private static final Path TOP = Path.of("../..").toAbsolutePath().normalize();

  /** What is built, what is no product, and stand-ins for classes of others. */
  private static final Set<String> ELSEWHERE =
      Set.of(".git", "dist", "shared", "target", "test", "tests", "ui-stubs");

  @Test
  void noTwoClassesShareASimpleName() throws IOException {
    Map<String, List<Path>> places = new TreeMap<>();
    Files.walkFileTree(
        TOP,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return ELSEWHERE.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString();
            if (name.endsWith(".java") && !name.endsWith("-info.java")) {
              places.computeIfAbsent(name, same -> new ArrayList<>()).add(TOP.relativize(file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    // One class of each of three modules, so that the walk is known to have come there.
    assertThat(places).containsKeys("Drain.java", "SpanMaker.java", "TimelinePage.java");
    assertThat(places.values().stream().filter(same -> same.size() > 1)).isEmpty();
  }
}
