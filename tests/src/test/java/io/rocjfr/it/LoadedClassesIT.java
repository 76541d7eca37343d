// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.OnEachJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What the agent brings into a traced JVM, to its very end. */
class LoadedClassesIT {
  @TempDir Path folder;

  /** JNA comes with the APIs in C's likeness only, what the command line needs never. */
  @OnEachJdk(always = true)
  void noLibraryIsLoaded(Jdk jdk) throws Exception {
    Path log = folder.resolve("classes.txt");
    Path recording = folder.resolve("ranges.jfr");
    new Jvm(jdk)
        .agent()
        .recordInto(recording)
        .options("-Xlog:class+load=info:file=" + log + ":none:filecount=0")
        .start("io.rocjfr.load.ListenAtExit", "10", "true")
        .finish()
        .expectStatus(0);
    assertThat(Flight.read(recording).marks()).hasSize(10);
    List<String> classes = Files.readAllLines(log);
    assertThat(classes).anyMatch(line -> line.startsWith("io.rocjfr.bridge.Drain "));
    assertThat(classes)
        .noneMatch(
            line ->
                line.startsWith("com.sun.jna.")
                    || line.startsWith("io.rocjfr.jna.")
                    || line.startsWith("org.openjdk.jmc.")
                    || line.startsWith("com.fasterxml.jackson.")
                    || line.startsWith("net.jpountz.")
                    || line.startsWith("picocli.")
                    || line.startsWith("io.rocjfr.cli.")
                    || line.startsWith("com.google.protobuf."));
  }
}
