// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.services;

import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.rocjfr.load.RequestGpu;
import io.rocjfr.otel.RocjfrOpenTelemetry;
import io.rocjfr.otel.live.LiveOptions;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * A Spring Boot service: under OpenTelemetry's agent it knows nothing of OpenTelemetry; with {@code
 * --gpu.micrometer=true} Spring Boot builds the SDK, and Micrometer makes the spans.
 */
@SpringBootApplication
@RestController
public class SpringService {
  /** Spring's arguments. */
  public static void main(String[] arguments) throws Exception {
    if (String.join(" ", arguments).contains("gpu.micrometer=true")) {
      RocjfrOpenTelemetry.install();
    }
    var context = SpringApplication.run(SpringService.class, arguments);
    int port = ((WebServerApplicationContext) context).getWebServer().getPort();
    System.out.println("server: ready " + port);
    while (System.in.read() >= 0) {
      // Until the test ends it.
    }
    RequestGpu.finish();
    System.exit(SpringApplication.exit(context));
  }

  /** A request of the GPU. */
  @GetMapping("/request/{number}")
  public String request(@PathVariable int number) {
    RequestGpu.launch(number);
    return "done";
  }

  /** Of an SDK that Spring Boot builds: its sampler is said. Closed before the batch processor. */
  @Bean
  @Order(Ordered.HIGHEST_PRECEDENCE)
  @ConditionalOnProperty("gpu.micrometer")
  public SpanProcessor gpu(SpanExporter exporter, Resource resource, Sampler sampler) {
    return RocjfrOpenTelemetry.export(exporter, resource, sampler, LiveOptions.DEFAULT).processor();
  }
}
