// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.services;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.rocjfr.load.RequestGpu;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** The web application: it brings OpenTelemetry's SDK and rocjfr-otel.jar in its WEB-INF/lib. */
@WebServlet("/request/*")
public final class WebRequest extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private transient OpenTelemetrySdk sdk;

  @Override
  public void init() {
    sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .disableShutdownHook()
            .build()
            .getOpenTelemetrySdk();
  }

  @Override
  public void destroy() {
    sdk.shutdown().join(1, TimeUnit.MINUTES);
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    int number = Integer.parseInt(request.getPathInfo().substring(1));
    Span span =
        sdk.getTracer("web")
            .spanBuilder("GET")
            .setAttribute("url.path", "/request/" + number)
            .startSpan();
    try (Scope scope = span.makeCurrent()) {
      RequestGpu.launch(number);
      response.getWriter().print(scope == null ? "" : "done");
    } finally {
      span.end();
    }
  }
}
