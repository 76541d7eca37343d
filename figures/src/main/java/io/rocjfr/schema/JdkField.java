// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.schema;

/** Fields of the JDK's own events that readers look at. */
public final class JdkField {
  public static final Field<String> GC_CAUSE = Field.text("cause", "Cause");
  public static final Field<String> HOST = Field.text("host", "Host");
  public static final Field<String> JAVA_ARGUMENTS = Field.text("javaArguments", "Java Arguments");
  public static final Field<String> JVM_ARGUMENTS = Field.text("jvmArguments", "JVM Arguments");
  public static final Field<Long> JVM_START_TIME = Field.int64("jvmStartTime", "JVM Start Time");
  public static final Field<String> JVM_VERSION = Field.text("jvmVersion", "JVM Version");
  public static final Field<String> KEY = Field.text("key", "Key");
  public static final Field<String> NAME = Field.text("name", "Name");
  public static final Field<String> OPERATION = Field.text("operation", "Operation");
  public static final Field<String> PATH = Field.text("path", "Path");
  public static final Field<Long> PID = Field.int64("pid", "Process Id");
  public static final Field<Long> PORT = Field.int32("port", "Port");
  public static final Field<Boolean> SAFEPOINT = Field.flag("safepoint", "At Safepoint");
  public static final Field<Long> TOTAL = Field.int64("total", "Total");
  public static final Field<String> VALUE = Field.text("value", "Value");

  private JdkField() {}
}
