// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.load;

import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.rocjfr.ActivityBatch;
import io.rocjfr.Rocjfr;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * {@link FailingCalls} with OpenTelemetry's SDK and a listener. It prints what that is told of each
 * activity: {@code told KIND FUNCTION|RESULT|FAILED}.
 */
public final class FailuresTold {
  private FailuresTold() {}

  /** No arguments. */
  public static void main(String[] arguments) {
    OpenTelemetrySdk sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .disableShutdownHook()
            .build()
            .getOpenTelemetrySdk();
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    Rocjfr.addListener(batch -> hear(batch, told));
    FailingCalls.main(arguments);
    System.out.println("flushed " + Rocjfr.flush(Duration.ofMinutes(10)));
    List.copyOf(told).forEach(System.out::println);
    sdk.close();
  }

  private static void hear(ActivityBatch batch, List<String> told) {
    while (batch.next()) {
      told.add(
          "told "
              + batch.kind()
              + " "
              + String.join(
                  "|",
                  batch.name(),
                  String.valueOf(batch.result()),
                  Boolean.toString(batch.failed())));
    }
  }
}
