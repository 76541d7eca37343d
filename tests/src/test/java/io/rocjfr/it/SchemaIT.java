// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.NamesInCode;
import io.rocjfr.harness.Product;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** All that is shipped reads events by the schema: names of events and fields stand there only. */
class SchemaIT {
  /** The schema, the classes that are the events, and what completes recordings' settings. */
  private static final Set<String> SOURCES =
      Set.of("io/rocjfr/schema/", "io/rocjfr/event/", "io/rocjfr/agent/ImpliedSettings");

  /** Names of other things that are spelled like an event's. */
  private static final Set<String> OTHERS =
      Set.of(
          // Of which events launch sites are counted: the value of a field.
          "io.rocjfr.bridge.MemoryReporter.<clinit>: rocjfr.LaunchSite",
          "io.rocjfr.bridge.MemoryReporter.<clinit>: rocjfr.GpuAllocation",
          // A unit.
          "io.rocjfr.cli.page.PageSeries.add: bytes",
          // The id of a rule.
          "io.rocjfr.jmc.rules.RecordsLostRule.<init>: rocjfr.RecordsLost",
          "io.rocjfr.jmc.rules.RecordsLostRule.<clinit>: rocjfr.RecordsLost",
          // Makes the event, in an application that has no schema.
          "io.rocjfr.otel.scope.ScopeEvents.type: rocjfr.SpanScope");

  private static boolean isOurs(JarEntry entry) {
    String name = entry.getName();
    int begin = name.indexOf("io/rocjfr/");
    return begin >= 0
        && name.endsWith(".class")
        && SOURCES.stream().noneMatch(source -> name.startsWith(source, begin));
  }

  private static List<Path> jars() throws IOException {
    Path dist = Product.agent().getParent();
    try (Stream<Path> files = Files.walk(dist)) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  @Test
  void namesOfEventsAndFieldsStandInTheSchemaOnly() throws IOException {
    List<String> found = new ArrayList<>();
    int classes = 0;
    for (Path file : jars()) {
      try (JarFile jar = new JarFile(file.toFile())) {
        for (JarEntry entry :
            (Iterable<JarEntry>) jar.stream().filter(SchemaIT::isOurs)::iterator) {
          try (InputStream in = jar.getInputStream(entry)) {
            found.addAll(NamesInCode.find(in.readAllBytes()));
          }
          classes++;
        }
      }
    }
    assertThat(classes).isGreaterThan(500);
    assertThat(found).as("beside what is known to mean something else").allMatch(OTHERS::contains);
  }

  /** What the search has to find. */
  @SuppressWarnings("UnusedMethod") // it is read, not run
  private static final class Reader {
    private static final String CALL = "rocjfr.HipApi";

    private Reader() {}

    static boolean isCall(RecordedEvent event) {
      return event.getEventType().getName().equals(CALL);
    }

    static long bytes(RecordedEvent event) {
      return event.hasField("bytes") ? event.getLong("bytes") : 0;
    }

    static boolean isCopy(String name) {
      return name.substring("rocjfr.".length()).equals("MemCopy");
    }
  }

  @Test
  void suchNamesAreFound() throws IOException {
    try (InputStream in =
        SchemaIT.class.getResourceAsStream("SchemaIT$" + Reader.class.getSimpleName() + ".class")) {
      assertThat(NamesInCode.find(in.readAllBytes()))
          .containsExactlyInAnyOrder(
              Reader.class.getName() + ".isCall: rocjfr.HipApi",
              Reader.class.getName() + ".bytes: bytes",
              Reader.class.getName() + ".bytes: bytes",
              Reader.class.getName() + ".isCopy: MemCopy");
    }
  }
}
