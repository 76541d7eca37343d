// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.opentelemetry.exporter.sender.okhttp.internal.OkHttpGrpcSenderProvider;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.GrpcResponse;
import io.opentelemetry.sdk.common.export.GrpcSender;
import io.opentelemetry.sdk.common.export.GrpcSenderConfig;
import io.opentelemetry.sdk.common.export.GrpcSenderProvider;
import io.opentelemetry.sdk.common.export.GrpcStatusCode;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.util.function.Consumer;

/**
 * The exporter's gRPC sender, whose requests we may have encoded, and whose responses are looked
 * at. A service of the command line.
 */
public final class WatchedGrpcSender implements GrpcSenderProvider {
  /** For the service loader. */
  public WatchedGrpcSender() {}

  @Override
  public GrpcSender createSender(GrpcSenderConfig config) {
    GrpcSender sender = new OkHttpGrpcSenderProvider().createSender(config);
    return new GrpcSender() {
      @Override
      public void send(
          MessageWriter message, Consumer<GrpcResponse> onResponse, Consumer<Throwable> onError) {
        sender.send(
            Outgoing.instead(message),
            response -> {
              if (response.getStatusCode() == GrpcStatusCode.OK) {
                Responses.accepted(response.getResponseMessage());
              } else {
                Responses.refused(
                    "gRPC status "
                        + response.getStatusCode()
                        + " "
                        + response.getStatusDescription());
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
