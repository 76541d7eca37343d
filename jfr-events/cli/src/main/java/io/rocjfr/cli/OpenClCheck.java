// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.recording.ExitCodes;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Shows what the tracer finds of OpenCL, which a process of its own loads: where its libraries and
 * HIP each bring an LLVM, that process ends, not this one.
 */
final class OpenClCheck {
  /** Has {@code check} print what it finds of OpenCL, and nothing else. */
  static final String OPTION = "--only-opencl";

  private static final int WAIT_SECONDS = 60;

  private OpenClCheck() {}

  static void report(Path jar, Path tracer, Diagnosis diagnosis) {
    String found = "";
    try {
      found = jar == null ? "" : ask(jar, tracer, diagnosis);
    } catch (IOException e) {
      diagnosis.note("OpenCL was not looked for: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    diagnosis.fact("openCl", "OpenCL", found);
  }

  private static String ask(Path jar, Path tracer, Diagnosis diagnosis)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-jar",
                jar.toString(),
                "check",
                OPTION));
    if (tracer != null) {
      command.addAll(List.of("--native", tracer.toString()));
    }
    Process process = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) { // one line: it fits into the pipe
        diagnosis.note("OpenCL's libraries were not loaded within " + WAIT_SECONDS + " s.");
        return "";
      }
      if (process.exitValue() != ExitCodes.OK) {
        diagnosis.note(
            "A process that loads OpenCL's libraries ends with status "
                + process.exitValue()
                + "; clinfo may say why.");
        return "";
      }
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } finally {
      process.destroyForcibly();
    }
  }
}
