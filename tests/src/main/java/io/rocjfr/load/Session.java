// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Rocjfr;
import io.rocjfr.TracerStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** What one process of the load does, request by request. */
final class Session {
  private static final int STREAMS = 4;

  private final Counts total = new Counts();
  private Gpu gpu;
  private long[] streams;
  private int runs;
  private Run background;
  private Listening listening;
  private Flights flights;
  private Garbage garbage;
  private LivingThreads living;
  private Streams stream;
  private HeldSynchronize held;
  private TracesBehind traces;

  /** Does what is asked and returns what it counted. */
  Map<String, Object> handle(Request request) throws IOException {
    return switch (request.verb()) {
      case "hip" -> hip(request);
      case "run" -> run(request);
      case "start" -> startBackground(request);
      case "stop" -> stopBackground();
      case "launchers" -> count(new Scenarios(gpu, streams)::launchers, request);
      case "short" -> count(new Scenarios(gpu, streams)::shortLived, request);
      case "calls" -> count(new Scenarios(gpu, streams)::calls, request);
      case "gaps" -> count(new Scenarios(gpu, streams)::gaps, request);
      case "rings" ->
          count((c, r) -> living = new LivingThreads(gpu, c, r.number("threads", 1)), request);
      case "modules" -> count(new Scenarios(gpu, streams)::modules, request);
      case "processes" -> count(new Scenarios(gpu, streams)::processes, request);
      case "launch-held" -> count(new Scenarios(gpu, streams)::launchHeld, request);
      case "critical" -> count(new Scenarios(gpu, streams)::critical, request);
      case "work" -> Map.of("count", new SoftGpu().writeWork(0, Path.of(request.text("file"))));
      case "total" -> total.toMap();
      case "process" -> ProcessFaults.handle(request);
      case "jfr-start" -> flights().start(request);
      case "jfr-set" -> flights().set(request);
      case "jmx-set" -> flights().setByJmx(request);
      case "jfr-dump" -> flights().dump(request);
      case "jfr-stop" -> flights().stop(request);
      default -> control(request);
    };
  }

  private Map<String, Object> control(Request request) throws IOException {
    switch (request.verb()) {
      case "listen" -> listening = new Listening(request.number("sleep", 0));
      case "unlisten" -> listening.close();
      case "garbage" -> garbage = new Garbage(request.number("threads", 2));
      case "nogarbage" -> garbage.close();
      case "release" -> living.release();
      case "traces-start" -> traces = TracesBehind.start(gpu, streams, request);
      case "hold" -> held = new HeldSynchronize(gpu, streams[0]);
      case "unhold" -> held.release();
      case "gpu-release" -> new SoftGpu().release();
      case "stream" -> stream = new Streams(request.flag("remote"));
      case "stream-await" -> stream.await(request.number("n", 1));
      case "stream-close" -> stream.close();
      case "stream-close-itself" -> stream.closeInHandler();
      case "stream-stop" -> stream.stop();
      default -> {
        return look(request);
      }
    }
    return Map.of();
  }

  private Map<String, Object> look(Request request) throws IOException {
    return switch (request.verb()) {
      case "traces-stop" -> traces.stop(total);
      case "heard" -> listening.counts();
      case "held" -> held.state();
      case "streamed" -> stream.counts();
      case "flush" -> flush();
      case "allocated" -> Map.of("bytes", garbage.allocatedBytes());
      case "status" -> status();
      case "lost" -> new TreeMap<>(Rocjfr.lost());
      case "skipped" -> Map.of("virtual", ExternalCorrelation.skippedOnVirtualThreads());
      case "probe" -> TracerProbe.read();
      case "exiting" -> TracerProbe.exit();
      default -> throw new IllegalArgumentException("unknown: " + request.verb());
    };
  }

  /** Loads HIP, makes the streams. */
  private Map<String, Object> hip(Request request) {
    Counts counts = new Counts();
    gpu = new Gpu(counts, request.number("spin", 200));
    streams = new long[STREAMS];
    for (int i = 0; i < STREAMS; i++) {
      streams[i] = gpu.createStream(counts);
    }
    total.addAll(counts);
    return counts.toMap();
  }

  private Run newRun(Request request) {
    return new Run(gpu, streams, ++runs, request);
  }

  private Map<String, Object> run(Request request) {
    Run run = newRun(request);
    run.start(request.flag("virtual"), "load-" + runs + "-");
    run.finish(false);
    total.addAll(run.counts());
    return run.result();
  }

  private Map<String, Object> startBackground(Request request) {
    background = newRun(request);
    background.start(request.flag("virtual"), "load-" + runs + "-");
    return Map.of();
  }

  private Map<String, Object> stopBackground() {
    background.finish(true);
    total.addAll(background.counts());
    return background.result();
  }

  @FunctionalInterface
  private interface Scenario {
    void play(Counts counts, Request request);
  }

  private Map<String, Object> count(Scenario scenario, Request request) {
    Counts counts = new Counts();
    Map<String, Object> result = new TreeMap<>();
    result.put("begin", Clock.epochNanos());
    scenario.play(counts, request);
    result.put("end", Clock.epochNanos());
    result.putAll(counts.toMap());
    total.addAll(counts);
    return result;
  }

  private Flights flights() {
    if (flights == null) {
      flights = new Flights();
    }
    return flights;
  }

  private static Map<String, Object> flush() {
    boolean all = Rocjfr.flush(Duration.ofMinutes(10));
    if (!all) {
      throw new IllegalStateException("not everything was flushed");
    }
    return Map.of();
  }

  private static Map<String, Object> status() {
    TracerStatus status = Rocjfr.status();
    Map<String, Object> map = new TreeMap<>();
    map.put("active", status.active());
    map.put("state", status.state());
    map.put("runtime", status.runtime());
    map.put("version", status.version());
    map.put("hook", status.hook());
    map.put("devices", status.devices());
    map.put("otherTools", status.otherTools());
    map.put("message", status.message());
    map.put("gpuClockErrorNanos", status.gpuClockErrorNanos());
    return map;
  }
}
