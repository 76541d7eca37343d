// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.rocjfr.ExternalCorrelation;
import io.rocjfr.Rocjfr;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An HTTP server with a virtual thread per request that knows nothing of OpenTelemetry. Each
 * request launches kernels, and before each waits for all others, so that they overlap and change
 * carriers. {@code /KIND/N}: the kernels of request N have N bytes of dynamic LDS, by which they
 * are known; KIND says on whose threads they are launched. It ends at the end of its standard
 * input.
 */
public final class RequestServer {
  private static final int KERNELS = 10;
  private static final int STREAMS = 4;

  private final Counts counts = new Counts();
  private final Gpu gpu = new Gpu(counts, 1);
  private final long[] streams = new long[STREAMS];
  private final ExecutorService virtual = LoadThreads.virtualExecutor();
  private final ExecutorService platform = Executors.newFixedThreadPool(4);
  private final CyclicBarrier barrier;
  private final AtomicInteger failures = new AtomicInteger();

  private RequestServer(int parties) {
    barrier = new CyclicBarrier(parties);
    for (int i = 0; i < STREAMS; i++) {
      streams[i] = gpu.createStream(counts);
    }
  }

  /** Takes {@code parties=N}, how many requests wait for each other, and {@code parked=N}. */
  public static void main(String[] arguments) throws Exception {
    Request request = Request.parse("server " + String.join(" ", arguments));
    RequestServer requests = new RequestServer(request.number("parties", 1));
    CountDownLatch end = new CountDownLatch(1);
    park(request.number("parked", 0), end);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
    server.setExecutor(requests.virtual);
    server.createContext("/", requests::handle);
    server.start();
    System.out.println("server: ready " + server.getAddress().getPort());
    while (System.in.read() >= 0) {
      // Until the test ends it.
    }
    server.stop(0);
    end.countDown();
    requests.platform.shutdown();
    requests.gpu.synchronizeDevice(requests.counts);
    Map<String, Object> result = new TreeMap<>();
    result.put("counts", requests.counts.toMap());
    result.put("failures", requests.failures.get());
    result.put("lost", Rocjfr.lost());
    result.put("evicted", ExternalCorrelation.evicted());
    result.put("skipped", ExternalCorrelation.skippedOnVirtualThreads());
    System.out.println("server: " + Json.of(result));
  }

  /** Virtual threads that live as long as the server, each with an id of its own. */
  private static void park(int threads, CountDownLatch end) throws InterruptedException {
    CountDownLatch parked = new CountDownLatch(threads);
    for (int i = 1; i <= threads; i++) {
      long id = -i;
      LoadThreads.start(
          true,
          "parked",
          () -> {
            ExternalCorrelation.push(id);
            parked.countDown();
            try {
              end.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          });
    }
    parked.await();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String[] path = exchange.getRequestURI().getPath().split("/", -1);
    byte[] answer = "done\n".getBytes(StandardCharsets.US_ASCII);
    int status = 200;
    try {
      run(path[1], Integer.parseInt(path[2]));
    } catch (Exception | LinkageError e) { // the test looks for failures
      failures.incrementAndGet();
      e.printStackTrace();
      status = 500;
    }
    exchange.sendResponseHeaders(status, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private void run(String kind, int number) throws Exception {
    switch (kind) {
      case "virtual" -> launch(number, true);
      case "executor" -> virtual.submit(task(number, true)).get();
      case "future" -> inFuture(number);
      case "structured" -> LoadThreads.inStructuredScope(task(number, true));
      case "platform" -> platform.submit(task(number, false)).get();
      default -> throw new IllegalArgumentException(kind);
    }
  }

  private Callable<Void> task(int number, boolean waits) {
    return () -> {
      launch(number, waits);
      return null;
    };
  }

  private void inFuture(int number) throws InterruptedException, ExecutionException {
    CompletableFuture.runAsync(
            () -> {
              try {
                launch(number, true);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            virtual)
        .get();
  }

  private void launch(int number, boolean waits) throws Exception {
    for (int i = 0; i < KERNELS; i++) {
      if (waits) {
        barrier.await();
      }
      gpu.launchMarked(counts, number, streams[(number + i) % STREAMS]);
    }
  }
}
