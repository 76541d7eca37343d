// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the build has put what is tested: dist/, the native build, the programs. */
public final class Product {
  private Product() {}

  public static Path agent() {
    return existing(folder("rocjfr.dist").resolve("rocjfr.jar"));
  }

  public static Path api() {
    return existing(folder("rocjfr.dist").resolve("rocjfr-api.jar"));
  }

  public static Path settings() {
    return existing(folder("rocjfr.dist").resolve("rocjfr.jfc"));
  }

  /** What may run always. */
  public static Path defaultSettings() {
    return existing(folder("rocjfr.dist").resolve("rocjfr-default.jfc"));
  }

  /** What exports live: a library of applications, and an extension of OpenTelemetry's agent. */
  public static Path otel() {
    return existing(folder("rocjfr.dist").resolve("rocjfr-otel.jar"));
  }

  /** What exports from recordings: a program. */
  public static Path export() {
    return existing(folder("rocjfr.dist").resolve("rocjfr-export.jar"));
  }

  /** OpenTelemetry's SDK and its OTLP exporter, for a class path. */
  public static String sdk() {
    return existing(folder("rocjfr.otel")) + "/*";
  }

  /** JOCL, LWJGL and Aparapi, for a class path. */
  public static String openCl() {
    return existing(folder("rocjfr.opencl")) + "/*";
  }

  /** An SDK that may be configured by a file, and its OTLP exporter, for a class path. */
  public static String yaml() {
    return existing(folder("rocjfr.otel-yaml")) + "/*";
  }

  /** OpenTelemetry's Java agent. */
  public static Path otelAgent() {
    return existing(folder("rocjfr.otel-agent"));
  }

  /** Our rules for JDK Mission Control. */
  public static Path jmcRules() {
    return existing(folder("rocjfr.dist").resolve("jmc/rocjfr-jmc-rules.jar"));
  }

  /** The figures that the rules need. */
  public static Path figures() {
    return existing(folder("rocjfr.dist").resolve("jmc/rocjfr-figures.jar"));
  }

  /** JDK Mission Control's core, for a class path. */
  public static String jmcCore() {
    return existing(folder("rocjfr.jmc")) + "/*";
  }

  /** Prints where an OpenTelemetry Collector is. */
  static Path collectorScript() {
    return existing(folder("rocjfr.collector"));
  }

  /** The programs under test, with JNA on their manifest's class path. */
  public static Path programs() {
    return existing(folder("rocjfr.demo"));
  }

  /** A JNA of another version than the agent's. */
  public static Path otherJna() {
    return existing(folder("rocjfr.other-jna"));
  }

  /** A library of the native build by its file name. */
  public static Path library(String name) {
    return existing(folder("rocjfr.native").resolve("lib").resolve(name));
  }

  /** The folder of the software GPU; put first into LD_LIBRARY_PATH. */
  public static Path softGpu() {
    return existing(folder("rocjfr.native").resolve("lib/softgpu"));
  }

  private static Path folder(String property) {
    String value = System.getProperty(property);
    if (value == null) {
      throw new IllegalStateException("system property " + property + " is not set: see pom.xml");
    }
    return Path.of(value);
  }

  private static Path existing(Path path) {
    if (!Files.exists(path)) {
      throw new IllegalStateException(path + " does not exist: ./mvnw package makes it");
    }
    return path.toAbsolutePath();
  }
}
