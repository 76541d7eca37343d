// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A real OpenTelemetry Collector on loopback, which writes what it receives into a file. */
public final class Collector implements AutoCloseable {
  private static final int NONE = 3;

  /** The first time, it is built. */
  private static final Duration BUILD = Duration.ofMinutes(20);

  private static String binary;

  private final Path folder;
  private final int grpcPort;
  private final int httpPort;
  private Program program;

  private Collector(Path folder) {
    this.folder = folder;
    grpcPort = freePort();
    httpPort = freePort();
  }

  /** Starts one; skips the calling test where there is none and none can be built. */
  public static Collector start(Path folder) {
    Collector collector = new Collector(folder);
    collector.begin();
    return collector;
  }

  private static synchronized String binary() {
    if (binary == null) {
      Program.Finished found =
          Program.run(new ProcessBuilder(Product.collectorScript().toString()), BUILD);
      Assumptions.assumeFalse(found.status() == NONE, found.errText());
      binary = found.expectStatus(0).out().get(0);
    }
    return binary;
  }

  /** Starts it, again after {@link #kill}, on the same ports. */
  public void begin() {
    String command = binary();
    Path config = folder.resolve("collector.yaml");
    try {
      Files.writeString(
          config,
          """
          receivers:
            otlp:
              protocols:
                grpc: {endpoint: "127.0.0.1:%d", max_recv_msg_size_mib: 64}
                http: {endpoint: "127.0.0.1:%d"}
          exporters:
            file/traces: {path: "%s", append: true, flush_interval: 100ms}
            file/metrics: {path: "%s", append: true, flush_interval: 100ms}
          service:
            telemetry:
              metrics: {level: none}
              logs: {level: warn}
            pipelines:
              traces: {receivers: [otlp], exporters: [file/traces]}
              metrics: {receivers: [otlp], exporters: [file/metrics]}
          """
              .formatted(grpcPort, httpPort, traces(), metrics()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    program = new Program(new ProcessBuilder(List.of(command, "--config", config.toString())));
    awaitPort(grpcPort);
    awaitPort(httpPort);
  }

  private void awaitPort(int port) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
        return;
      } catch (IOException e) {
        if (!program.isAlive() || System.nanoTime() > end) {
          throw new AssertionError("the collector does not listen" + program.describe(), e);
        }
        sleep();
      }
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * A port that nobody uses, and that no client is given while nobody listens there: the kernel
   * takes clients' ports from 32768 on. It is looked at without listening: a child that another
   * thread starts meanwhile has our sockets until its program begins, and who listens there keeps
   * others away.
   */
  static int freePort() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(12_000, 32_000);
      try (Socket socket = new Socket()) {
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return port;
      } catch (BindException e) {
        // Another one, then.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public String grpc() {
    return "http://127.0.0.1:" + grpcPort;
  }

  public String http() {
    return "http://127.0.0.1:" + httpPort;
  }

  private Path traces() {
    return folder.resolve("traces.json");
  }

  private Path metrics() {
    return folder.resolve("metrics.json");
  }

  /** How many bytes of spans it has written. */
  public long received() {
    return traces().toFile().length();
  }

  /** What it has written so far. */
  public OtlpSpans spans() {
    return OtlpSpans.read(traces());
  }

  /** Ends it, so that all it received is written, and reads that. */
  public OtlpSpans finish() {
    program.terminate();
    return OtlpSpans.read(traces());
  }

  /** The metrics that it received, as lines of JSON. After {@link #finish}. */
  public String metricsText() {
    try {
      return Files.exists(metrics()) ? Files.readString(metrics()) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Ends it by SIGKILL. What it had written remains, up to the last whole line; what it had
   * accepted and still had in its buffer is gone with it.
   */
  public void kill() {
    program.kill();
    try (RandomAccessFile file = new RandomAccessFile(traces().toFile(), "rw")) {
      long end = file.length();
      while (end > 0) {
        file.seek(end - 1);
        if (file.read() == '\n') {
          break;
        }
        end--;
      }
      file.setLength(end);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (program != null) {
      program.close();
    }
  }
}
