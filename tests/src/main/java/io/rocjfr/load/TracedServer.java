// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * An HTTP server that knows nothing of OpenTelemetry or rocjfr, and uses the GPU for each request.
 * It ends at the end of its standard input.
 */
public final class TracedServer {
  private TracedServer() {}

  /** Takes {@code nine}: a request makes nine spans of ours, rather than seven. */
  public static void main(String[] arguments) throws IOException {
    Counts counts = new Counts();
    int extra = arguments.length;
    Gpu gpu = new Gpu(counts, extra == 0 ? 500 : 1);
    long stream = gpu.createStream(counts);
    long memory = gpu.malloc(counts, 4096);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/score", exchange -> score(exchange, gpu, counts, stream, memory, extra));
    server.start();
    System.out.println("server: ready " + server.getAddress().getPort());
    while (System.in.read() >= 0) {
      // Until the test ends it.
    }
    server.stop(0);
    gpu.free(counts, memory);
  }

  private static void score(
      HttpExchange exchange, Gpu gpu, Counts counts, long stream, long memory, int extra)
      throws IOException {
    gpu.fill(counts, memory, 4096, stream);
    gpu.launchSpin(counts, stream);
    gpu.launchEmpty(counts, 4, stream);
    for (int i = 0; i < extra; i++) {
      gpu.launchEmpty(counts, 4, stream);
    }
    gpu.synchronize(counts, stream);
    byte[] answer = "scored\n".getBytes(StandardCharsets.US_ASCII);
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }
}
