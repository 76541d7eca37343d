// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import io.rocjfr.recording.Fields;
import io.rocjfr.schema.Field;
import io.rocjfr.schema.JdkField;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordedEvent;

/** The process that a recording is of, as far as the recording says. */
final class TracedProcess {
  /** Above the numbers that Linux gives. */
  private static final int MADE_UP = 1 << 22;

  private final int number;
  private final Path file;
  private long pid;
  private long key;
  private String main = "";
  private String arguments = "";

  /** Of the recording of this number. */
  TracedProcess(int number, Path file) {
    this.number = number;
    this.file = file;
  }

  /** Takes from an event what it says of the process. */
  void learn(RecordedEvent event) {
    switch (Fields.kind(event)) {
      case TRACER_STATUS -> {
        key = Fields.number(event, Field.PROCESS_KEY, key);
        pid = pid > 0 ? pid : Fields.number(event, Field.PID, pid);
      }
      case OTHER -> learnOfJvm(event);
      default -> {
        // Says nothing of the process.
      }
    }
  }

  private void learnOfJvm(RecordedEvent event) {
    if (event.getEventType().getName().equals("jdk.JVMInformation")) {
      pid = Fields.number(event, JdkField.PID, pid);
      main = Fields.text(event, JdkField.JAVA_ARGUMENTS, main);
      arguments = Fields.text(event, JdkField.JVM_ARGUMENTS, arguments);
    }
  }

  int number() {
    return number;
  }

  /** Its number in the system; one of ours, which no process has, if that was not recorded. */
  int pid() {
    return pid > 0 ? (int) pid : MADE_UP + number;
  }

  /** A number that no other recording's process has, where its own is that of another one's. */
  int madeUpPid() {
    return MADE_UP + number;
  }

  /** The agent's random number of the process; 0 if it is not known. */
  long key() {
    return key;
  }

  String name() {
    return main.isEmpty() ? file.getFileName().toString() : main;
  }

  String commandLine() {
    return arguments.isEmpty() ? main : arguments + " " + main;
  }
}
