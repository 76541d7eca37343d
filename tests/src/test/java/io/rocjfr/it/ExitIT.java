// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static io.rocjfr.harness.FlightAssert.assertFlight;
import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.Activity;
import io.rocjfr.harness.Flight;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.LoadApp;
import io.rocjfr.harness.LoadCounts;
import io.rocjfr.harness.OnEachJdk;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import io.rocjfr.harness.Repository;
import io.rocjfr.harness.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;

/** However a JVM ends without stopping its recording: what was done before is in the file. */
class ExitIT {
  private static final int SIGTERM = 128 + 15;
  private static final int SIGKILL = 128 + 9;

  private static final long MUCH = 2L << 20;

  /** A chunk is longer as soon as JFR has flushed it once. */
  private static final long SOME = 1L << 14;

  private static final String END_UNKNOWN =
      "It is unknown whether all finished work is in the file";

  @TempDir Path folder;

  private LoadCounts total;

  @OnEachJdk
  void byReturn(Jdk jdk) {
    check(recordUntil(new Jvm(jdk), LoadApp::leave, 0));
  }

  @OnEachJdk
  void bySystemExit(Jdk jdk) {
    check(recordUntil(new Jvm(jdk), ExitIT::exit, 3));
  }

  @OnEachJdk
  void bySigterm(Jdk jdk) {
    check(recordUntil(new Jvm(jdk), load -> load.program().terminate(), SIGTERM));
  }

  /**
   * The hooks of these events drain at the end of a chunk. Without them there is the drain thread,
   * whose period is a fraction of a second.
   */
  @OnEachJdk
  void withTheHooksEventsDisabled(Jdk jdk) throws IOException {
    Path settings = folder.resolve("without.jfc");
    Files.writeString(
        settings,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <configuration version="2.0">
          <event name="rocjfr.RecordsLost"><setting name="enabled">false</setting></event>
          <event name="rocjfr.SpanContext"><setting name="enabled">false</setting></event>
          <event name="rocjfr.TracerStatus"><setting name="enabled">false</setting></event>
        </configuration>
        """);
    Flight flight = recordUntil(new Jvm(jdk), this::leaveWhenDrained, 0, settings);
    assertThat(flight.statuses()).isEmpty();
    check(flight);
  }

  private Program.Finished leaveWhenDrained(LoadApp load) {
    Path soFar = folder.resolve("so-far.jfr");
    do { // JUnit ends a wait in vain
      load.jcmd("JFR.dump", "filename=" + soFar);
    } while (Flight.read(soFar).records() < total.records());
    return load.leave();
  }

  /** As shutdown hooks are: the JVM is not asked any more, so the names come from elsewhere. */
  @OnEachJdk(always = true)
  void threadsThatBeginWhileTheProcessExitsHaveNames(Jdk jdk) {
    Path file = folder.resolve("names.jfr");
    try (LoadApp load = new Jvm(jdk).agent().recordInto(file).startLoad()) {
      load.ask("hip");
      load.ask("exiting");
      load.ask("short threads=2 ops=2");
      load.leave().expectStatus(0);
    }
    assertThat(Flight.read(file).dispatches())
        .extracting(Activity::threadName)
        .containsExactlyInAnyOrder("short-0", "short-0", "short-1", "short-1");
  }

  private static Program.Finished exit(LoadApp load) {
    load.program().send("exit status=3");
    return load.program().finish();
  }

  private Flight recordUntil(Jvm jvm, Function<LoadApp, Program.Finished> end, int status) {
    return recordUntil(jvm, end, status, Product.settings());
  }

  private Flight recordUntil(
      Jvm jvm, Function<LoadApp, Program.Finished> end, int status, Path settings) {
    Path file = folder.resolve("exit.jfr");
    jvm.agent().recordInto(file, settings);
    try (LoadApp load = jvm.startLoad()) {
      load.ask("hip");
      load.ask("run threads=2 ops=500 seed=1");
      load.ask("launchers threads=4 launches=8");
      load.ask("run threads=4 ops=500 seed=2");
      total = load.total();
      end.apply(load).expectStatus(status);
    }
    return Flight.read(file);
  }

  private void check(Flight flight) {
    assertFlight(flight).holdsExactly(total).joinsWorkToCalls().lostNothing();
  }

  /** What JFR had written to its repository can be read, and is summed up; we leave no files. */
  @OnEachJdk
  void bySigkill(Jdk jdk) throws Exception {
    Path temporary = Files.createDirectory(folder.resolve("temporary"));
    Path repository = folder.resolve("repository");
    LoadCounts first;
    Path begun;
    Jvm jvm =
        new Jvm(jdk)
            .agent()
            .options(
                "-Djava.io.tmpdir=" + temporary,
                "-XX:StartFlightRecording:settings=" + Product.settings(),
                // All in one chunk, however long it takes until it is flushed.
                "-XX:FlightRecorderOptions:maxchunksize=1G,repository=" + repository);
    try (LoadApp load = jvm.startLoad()) {
      load.ask("hip");
      load.ask("run threads=2 ops=500 seed=1");
      first = load.total();
      // Ends the chunk: what is in it is on the disk.
      load.jcmd("JFR.dump", "filename=" + folder.resolve("dump.jfr"));
      begun = Repository.lastChunk(repository);
      long size = Files.size(begun);
      load.ask("start threads=2 seed=2 pause=100");
      // JFR writes its buffers as they fill, and once a second marks how far it can be read.
      Repository.awaitFlushed(begun, size + MUCH);
      load.program().kill().expectStatus(SIGKILL);
    }
    assertThat(temporary).isDirectoryNotContaining("glob:**rocjfr*");
    List<Path> chunks = Repository.chunks(repository);
    Path cutChunk = Repository.lastChunk(repository);
    assertThat(cutChunk).as("the last chunk of " + chunks).isEqualTo(begun);

    List<String> summary = new ArrayList<>(List.of("summary", "--json"));
    chunks.stream()
        .filter(chunk -> !chunk.equals(cutChunk))
        .map(Path::toString)
        .forEach(summary::add);
    Program.Finished whole = Jvm.rocjfr(jdk, summary.toArray(String[]::new));
    assertThat(Summary.of(whole.expectStatus(0)).calls()).isEqualTo(first.calls());
    Program.Finished cut = Jvm.rocjfr(jdk, "summary", cutChunk.toString());
    cut.expectStatus(2);
    assertThat(cut.outText() + cut.errText()).contains(cutChunk.getFileName().toString());
    assertThat(cut.outText()).contains("hipModuleLaunchKernel", END_UNKNOWN);
  }

  /** The agent came in the middle of a chunk. */
  @OnEachJdk
  void bySigkillAfterALateAttach(Jdk jdk) throws Exception {
    Path repository = folder.resolve("repository");
    Jvm jvm =
        new Jvm(jdk)
            .options(
                "-XX:StartFlightRecording", "-XX:FlightRecorderOptions:repository=" + repository);
    try (LoadApp load = jvm.startLoad()) {
      Path chunk = Repository.lastChunk(repository);
      load.attach().expectStatus(0);
      load.ask("hip");
      long size = Files.size(chunk);
      load.ask("run threads=2 ops=500 seed=1");
      Repository.awaitFlushed(chunk, size + SOME);
      load.program().kill().expectStatus(SIGKILL);
    }
    Program.Finished cut = Jvm.rocjfr(jdk, "summary", Repository.lastChunk(repository).toString());
    assertThat(cut.outText()).contains(END_UNKNOWN).doesNotContain("All finished work");
  }

  /** Calls of the last second may not have reached the file: not even that there was HIP. */
  @OnEachJdk
  void bySigkillBeforeTheTracerSaysThatThereIsHip(Jdk jdk) throws Exception {
    Path repository = folder.resolve("repository");
    Jvm jvm =
        new Jvm(jdk)
            .agent()
            .options(
                "-XX:StartFlightRecording:settings=" + Product.settings(),
                "-XX:FlightRecorderOptions:repository=" + repository);
    try (LoadApp load = jvm.startLoad()) {
      Repository.awaitFlushed(Repository.lastChunk(repository), SOME);
      load.program().kill().expectStatus(SIGKILL);
    }
    Program.Finished cut =
        Jvm.rocjfr(jdk, "summary", "--fail-on-loss", Repository.lastChunk(repository).toString());
    assertThat(cut.outText()).contains(END_UNKNOWN).doesNotContain("All finished work");
    cut.expectStatus(2);
  }
}
