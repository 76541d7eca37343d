// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.recording.Fields;
import io.rocjfr.schema.Field;
import io.rocjfr.schema.JdkField;
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
    switch (Fields.kind(event)) {
      case TRACER_STATUS -> {
        host = Fields.text(event, Field.HOST, host);
        pid = known(Fields.number(event, Field.PID, 0));
      }
      case OTHER -> learnOfJvm(event);
      default -> {
        // Says nothing of the process.
      }
    }
  }

  private void learnOfJvm(RecordedEvent event) {
    if (event.getEventType().getName().equals("jdk.JVMInformation")) {
      // The first word; a jar by its file, a class of a module by itself.
      String words = Fields.text(event, JdkField.JAVA_ARGUMENTS, "").strip();
      String first = words.split(" ", 2)[0];
      main = first.substring(first.lastIndexOf('/') + 1);
      pid = pid > 0 ? pid : known(Fields.number(event, JdkField.PID, 0));
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
