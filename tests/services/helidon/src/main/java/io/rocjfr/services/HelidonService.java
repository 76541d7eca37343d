// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.services;

import io.helidon.webserver.WebServer;
import io.rocjfr.load.RequestGpu;

/** A Helidon service: a virtual thread per request. It knows nothing of OpenTelemetry. */
public final class HelidonService {
  private HelidonService() {}

  /** Takes no arguments. */
  public static void main(String[] arguments) throws Exception {
    WebServer server =
        WebServer.builder()
            .host("127.0.0.1")
            .port(0)
            .routing(
                routing ->
                    routing.get(
                        "/request/{number}",
                        (request, response) -> {
                          RequestGpu.launch(
                              Integer.parseInt(request.path().pathParameters().get("number")));
                          response.send("done");
                        }))
            .build()
            .start();
    System.out.println("server: ready " + server.port());
    while (System.in.read() >= 0) {
      // Until the test ends it.
    }
    RequestGpu.finish();
    System.exit(0);
  }
}
