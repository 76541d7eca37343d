// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.opentelemetry.exporter.sender.okhttp.internal.OkHttpHttpSenderProvider;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.HttpSenderConfig;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.util.function.Consumer;

/**
 * The exporter's HTTP sender, whose requests we may have encoded, and whose responses are looked
 * at. A service of the command line.
 */
public final class WatchedHttpSender implements HttpSenderProvider {
  /** For the service loader. */
  public WatchedHttpSender() {}

  @Override
  public HttpSender createSender(HttpSenderConfig config) {
    HttpSender sender = new OkHttpHttpSenderProvider().createSender(config);
    return new HttpSender() {
      @Override
      public void send(
          MessageWriter message, Consumer<HttpResponse> onResponse, Consumer<Throwable> onError) {
        sender.send(
            Outgoing.instead(message),
            response -> {
              int status = response.getStatusCode();
              if (status >= 200 && status < 300) {
                Responses.accepted(response.getResponseBody());
              } else {
                Responses.refused("HTTP status " + status + " " + response.getStatusMessage());
              }
              onResponse.accept(response);
            },
            error -> {
              Responses.refused(String.valueOf(error.getMessage()));
              onError.accept(error);
            });
      }

      @Override
      public CompletableResultCode shutdown() {
        return sender.shutdown();
      }
    };
  }
}
