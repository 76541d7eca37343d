// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.io.Writer;

/** Prints JSON to where a command prints. */
final class Json {
  /** Writes one value. */
  @FunctionalInterface
  interface Content {
    void writeTo(JsonGenerator json) throws IOException;
  }

  private Json() {}

  /** Writes an ordinal or an amount, which is never below 0; what is not known is left out. */
  static void writeIfKnown(JsonGenerator json, String name, long number) throws IOException {
    if (number >= 0) {
      json.writeNumberField(name, number);
    }
  }

  static void print(TextOutput out, Content content) throws IOException {
    JsonFactory factory =
        JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();
    try (JsonGenerator json = factory.createGenerator((Writer) new JsonWriter(out.exact()))) {
      json.useDefaultPrettyPrinter();
      content.writeTo(json);
    }
    out.println();
  }
}
