// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A running {@code io.rocjfr.load.Load}: sends it requests and reads its answers. */
public final class LoadApp implements AutoCloseable {
  private static final String READY = "load: ready ";
  private static final String OK = "load: ok ";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Jdk jdk;
  private final Program program;

  LoadApp(Jdk jdk, Program program) {
    this.jdk = jdk;
    this.program = program;
    try {
      program.expect(READY);
    } catch (AssertionError e) {
      program.close();
      throw e;
    }
  }

  public Program program() {
    return program;
  }

  /** Does something and waits until it is done. */
  public JsonNode ask(String request) {
    program.send(request);
    return answer(request);
  }

  private JsonNode answer(String request) {
    String line = program.expect("load: ");
    if (!line.startsWith(OK)) {
      throw new AssertionError(request + " failed" + program.describe());
    }
    try {
      return JSON.readTree(line.substring(OK.length()));
    } catch (JsonProcessingException e) {
      throw new AssertionError(request + " was answered with " + line, e);
    }
  }

  /** Asks for a run or one of the scenarios, or ends a run in the background. */
  public LoadCounts load(String request) {
    return LoadCounts.of(ask(request));
  }

  /** All that the process has done so far. */
  public LoadCounts total() {
    return LoadCounts.of(ask("total"));
  }

  /** Runs jcmd on it. */
  public Program.Finished jcmd(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(jdk.tool("jcmd").toString());
    command.add("-J" + Jvm.ATTACH_PATIENCE);
    command.add(Long.toString(program.pid()));
    command.addAll(Arrays.asList(arguments));
    return Program.run(command).expectStatus(0);
  }

  /** Attaches the agent. */
  public Program.Finished attach(String... options) {
    List<String> arguments = new ArrayList<>(List.of("attach", Long.toString(program.pid())));
    arguments.addAll(Arrays.asList(options));
    return Jvm.rocjfr(jdk, arguments.toArray(String[]::new));
  }

  /** Stops a recording of {@code jfr-start} and reads it. */
  public Flight stopRecording(String name, Path folder) {
    Path file = folder.resolve(name + ".jfr");
    ask("jfr-stop name=" + name + " file=" + file);
    return Flight.read(file);
  }

  /** Lets main return. */
  public Program.Finished leave() {
    program.send("return");
    return program.finish();
  }

  @Override
  public void close() {
    program.close();
  }
}
