// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.recording.Fields;
import java.io.IOException;
import jdk.jfr.consumer.RecordedEvent;

/** What process a recording is of, as far as it says. */
public final class RecordedProcess {
  private final String name;
  private String main = "";
  private String host = "";
  private long pid = -1;

  /** Of a recording that the user called so. */
  public RecordedProcess(String name) {
    this.name = name;
  }

  /** Takes from an event what it says of the process. */
  public void learn(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "rocjfr.TracerStatus" -> {
        host = Fields.text(event, "host", host);
        pid = known(Fields.number(event, "pid", 0));
      }
      case "jdk.JVMInformation" -> {
        // The first word; a jar by its file, a class of a module by itself.
        String words = Fields.text(event, "javaArguments", "").strip();
        String first = words.split(" ", 2)[0];
        main = first.substring(first.lastIndexOf('/') + 1);
        pid = pid > 0 ? pid : known(Fields.number(event, "pid", 0));
      }
      default -> {
        // Says nothing of the process.
      }
    }
  }

  private long known(long said) {
    return said > 0 ? said : pid;
  }

  /** Writes it. */
  public void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("main", main);
    json.writeStringField("host", host);
    json.writeNumberField("pid", pid);
    json.writeEndObject();
  }
}
