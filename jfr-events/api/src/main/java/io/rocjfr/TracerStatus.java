// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr;

import java.util.Map;

/**
 * What the tracer sees of the HIP runtime at a moment.
 *
 * @param active whether the agent runs in this JVM; the rest is empty otherwise
 * @param state {@code noRuntime}, {@code off}, {@code on}, {@code opsOnly}, {@code taken} or {@code
 *     unsupported}; {@code noAgent} without the agent
 * @param runtime the path of the HIP runtime, empty while none is loaded
 * @param version the version of the HIP runtime, empty if unknown
 * @param hook the way in which the runtime tells the tracer of its activity, empty if none
 * @param devices how many HIP devices there are, -1 while the program has not initialised the
 *     runtime
 * @param otherTools other profiling tools in this process, comma-separated
 * @param message what is degraded and why, empty if nothing is
 * @param notSeen what of the program cannot be seen on this JVM, and why, empty if all can
 * @param gpuClockErrorNanos how far the times of GPU activity may be off at present, in
 *     nanoseconds; -1 while the GPU's clock has not been read
 * @param processKey a random number that tells this process's correlation ids from those of others;
 *     also in each chunk of a recording
 * @param pending work that was submitted and not reported, by device and state, and why HIP has not
 *     reported it, such as {@code GPU 0: 3 busy, 1 finished. HIP has not reported what has
 *     finished.}; empty if there is none. {@link Rocjfr#pendingWork} has the numbers
 */
public record TracerStatus(
    boolean active,
    String state,
    String runtime,
    String version,
    String hook,
    int devices,
    String otherTools,
    String message,
    String notSeen,
    long gpuClockErrorNanos,
    long processKey,
    String pending) {

  static final TracerStatus INACTIVE =
      new TracerStatus(false, "noAgent", "", "", "", -1, "", "", "", -1, 0, "");

  static TracerStatus of(Map<String, Object> facts) {
    return new TracerStatus(
        true,
        (String) facts.get("state"),
        (String) facts.get("runtime"),
        (String) facts.get("version"),
        (String) facts.get("hook"),
        (Integer) facts.get("devices"),
        (String) facts.get("otherTools"),
        (String) facts.get("message"),
        (String) facts.getOrDefault("notSeen", ""),
        (Long) facts.get("gpuClockErrorNanos"),
        (Long) facts.get("processKey"),
        (String) facts.getOrDefault("pending", ""));
  }
}
