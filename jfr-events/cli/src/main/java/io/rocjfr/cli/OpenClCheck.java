// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import io.rocjfr.agent.RuntimeCheck.OpenCl;
import io.rocjfr.recording.ExitCodes;
import io.rocjfr.recording.TextOutput;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows what the tracer finds of OpenCL, which a process of its own loads: where its libraries and
 * HIP each bring an LLVM, that process ends, not this one.
 */
final class OpenClCheck {
  /** Has {@code check} print what it finds of OpenCL, and nothing else. */
  static final String OPTION = "--only-opencl";

  /** The last three lines: vendors' libraries may print, too. */
  private static final Pattern PRINTED =
      Pattern.compile("(?:^|\n)(.*)\n(-?\\d{1,9})\n(\\d{1,9})\n?$");

  private static final OpenCl NOTHING = new OpenCl("", -1, 0);

  private static final int WAIT_SECONDS = 60;

  private OpenClCheck() {}

  /** What that process finds; nothing where it fails, which is noted. */
  static OpenCl run(Path jar, Path tracer, Diagnosis diagnosis) {
    try {
      return jar == null ? NOTHING : ask(jar, tracer, diagnosis);
    } catch (IOException e) {
      diagnosis.note("OpenCL was not checked: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return NOTHING;
  }

  /** Shows it. */
  static void report(OpenCl found, Diagnosis diagnosis) {
    diagnosis.fact("openCl", "OpenCL", found.text());
    diagnosis.fact(
        "openClDevices", "OpenCL devices", found.devices() < 0 ? "" : "" + found.devices());
    diagnosis.fact("openClGpus", "OpenCL GPUs", found.devices() < 0 ? "" : "" + found.gpus());
    if (found.devices() > 0 && found.gpus() == 0) {
      diagnosis.note(
          "All of OpenCL's devices are CPUs, so they do not count as GPUs. With "
              + CheckCommand.CPUS
              + " they count, for example for tests on PoCL.");
    }
  }

  /** A CPU counts as a GPU. */
  static OpenCl withCpus(OpenCl found) {
    return new OpenCl(found.text(), found.devices(), Math.max(found.gpus(), found.devices()));
  }

  /** What {@link #parse} reads: the text, then the numbers of devices and of GPUs. */
  static void print(OpenCl found, TextOutput out) {
    out.println(found.text());
    out.println(Integer.toString(found.devices()));
    out.println(Integer.toString(found.gpus()));
  }

  static OpenCl parse(String printed) {
    Matcher found = PRINTED.matcher(printed);
    return found.find()
        ? new OpenCl(
            found.group(1).strip(),
            Integer.parseInt(found.group(2)),
            Integer.parseInt(found.group(3)))
        : NOTHING;
  }

  private static OpenCl ask(Path jar, Path tracer, Diagnosis diagnosis)
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
      if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) { // three lines: they fit into the pipe
        diagnosis.note("OpenCL's libraries did not load within " + WAIT_SECONDS + " s.");
        return NOTHING;
      }
      if (process.exitValue() != ExitCodes.OK) {
        diagnosis.note(
            "A process that loads OpenCL's libraries ends with status "
                + process.exitValue()
                + ". clinfo may show the reason.");
        return NOTHING;
      }
      return parse(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }
}
