// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The service of a process, from OpenTelemetry's settings. A system property goes before the
 * environment variable of the same meaning. The service's own name goes before the resource's
 * attributes. Blank values do not count.
 */
final class ServiceFacts {
  private final Map<String, String> told = new HashMap<>();

  /** A property or a variable; others are passed over. */
  void learn(String name, String value) {
    switch (name) {
      case "otel.service.name",
          "OTEL_SERVICE_NAME",
          "otel.resource.attributes",
          "OTEL_RESOURCE_ATTRIBUTES" -> {
        if (value != null && !value.isBlank()) {
          told.put(name, value.strip());
        }
      }
      default -> {
        // Says nothing of the service.
      }
    }
  }

  /** Null if it was not told. */
  String name() {
    String name = first("otel.service.name", "OTEL_SERVICE_NAME");
    return name == null ? attribute("service.name") : name;
  }

  /** Null if it was not told. */
  String version() {
    return attribute("service.version");
  }

  private String first(String property, String variable) {
    String value = told.get(property);
    return value == null ? told.get(variable) : value;
  }

  private String attribute(String wanted) {
    String all = first("otel.resource.attributes", "OTEL_RESOURCE_ATTRIBUTES");
    String found = null;
    for (String attribute : all == null ? new String[0] : all.split(",", -1)) {
      int equals = attribute.indexOf('=');
      if (equals > 0 && attribute.substring(0, equals).strip().equals(wanted)) {
        String value = decoded(attribute.substring(equals + 1).strip());
        found = value.isBlank() ? found : value;
      }
    }
    return found;
  }

  /** By percent signs; a plus means itself. */
  private static String decoded(String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return value; // was not encoded
    }
  }
}
