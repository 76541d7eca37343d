// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.harness.FakeOtlp;
import io.rocjfr.harness.Jdk;
import io.rocjfr.harness.Jvm;
import io.rocjfr.harness.Product;
import io.rocjfr.harness.Program;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The processor time of a request with nine GPU spans: OpenTelemetry's agent alone, and with
 * rocjfr's live export beside it. Two servers, turn by turn. By hand: tests/it.sh RequestCostCheck;
 * -Drocjfr.rounds=N.
 */
class RequestCostCheck {
  private static final int ROUND = 500;
  private static final double GOAL = 1.4;

  private static Jvm jvm(FakeOtlp collector) {
    return new Jvm(Jdk.JAVA_17)
        .bothCompilers()
        .environment("OTEL_SERVICE_NAME", "cost")
        .environment("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf")
        .environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.base())
        .environment("OTEL_LOGS_EXPORTER", "none")
        .environment("OTEL_METRICS_EXPORTER", "none");
  }

  private static String agent() {
    return "-javaagent:" + Product.otelAgent();
  }

  private static Program start(Jvm jvm) {
    return jvm.start("io.rocjfr.load.TracedServer", "nine");
  }

  @Test
  void atMostFourTenthsMore() throws Exception {
    int rounds = Integer.getInteger("rocjfr.rounds", 11);
    try (FakeOtlp collector = new FakeOtlp().start();
        Program alone = start(jvm(collector).options(agent()));
        Program both =
            start(
                jvm(collector)
                    .agent("ring=4m")
                    .options(agent(), "-Dotel.javaagent.extensions=" + Product.otel()))) {
      Server first = new Server(alone);
      Server second = new Server(both);
      List<Double> ratios = new ArrayList<>();
      List<double[]> costs = new ArrayList<>();
      for (int i = -rounds; i < rounds; i++) { // the first half warms up
        double[] cost = {first.round(), second.round()};
        if (i >= 0) {
          costs.add(cost);
          ratios.add(cost[1] / cost[0]);
        }
      }
      double[] sorted = ratios.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      double ratio = sorted[sorted.length / 2];
      System.out.printf(
          "cost: a request takes %.0f us of processor time with OpenTelemetry's agent, %.0f us with"
              + " rocjfr beside it: %.2f times (medians of %d rounds; %.2f to %.2f)%n",
          median(costs, 0), median(costs, 1), ratio, rounds, sorted[0], sorted[sorted.length - 1]);
      alone.finish().expectStatus(0);
      both.finish().expectStatus(0);
      assertThat(collector.accepted()).isGreaterThan(2 * rounds * ROUND * 9);
      assertThat(ratio).isLessThanOrEqualTo(GOAL);
    }
  }

  private static double median(List<double[]> costs, int which) {
    double[] all = costs.stream().mapToDouble(cost -> cost[which]).toArray();
    Arrays.sort(all);
    return all[all.length / 2];
  }

  private static final class Server {
    private final HttpClient client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Program program;
    private final HttpRequest request;

    Server(Program program) {
      this.program = program;
      String port = program.expect("server: ready ").substring("server: ready ".length());
      request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/score")).build();
    }

    /** The microseconds of processor time of a request, exports of its spans included. */
    double round() throws Exception {
      Duration before = cpu();
      for (int i = 0; i < ROUND; i++) {
        assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
            .isEqualTo(200);
      }
      Thread.sleep(1000); // what was sampled is exported in its own round, or as much of another's
      return cpu().minus(before).toNanos() / 1e3 / ROUND;
    }

    private Duration cpu() {
      return ProcessHandle.of(program.pid()).orElseThrow().info().totalCpuDuration().orElseThrow();
    }
  }
}
