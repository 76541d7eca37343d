// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.nio.file.Path;

/**
 * What reading one file came to.
 *
 * @param file as the user named it
 * @param bytes its size
 * @param chunks how many chunks of it have a readable header
 * @param beginNanos when the recording began, in nanoseconds of the epoch; 0 if it does not say
 * @param endNanos when it ended, in nanoseconds of the epoch; 0 if it does not say
 * @param events all events read, the JVM's among them
 * @param ownEvents events of rocjfr among them
 * @param knowsOurs whether the JVM that wrote it knew the events of rocjfr
 * @param problem what is wrong with the file and what to do, or null
 */
public record FileReport(
    Path file,
    long bytes,
    int chunks,
    long beginNanos,
    long endNanos,
    long events,
    long ownEvents,
    boolean knowsOurs,
    String problem) {

  /** The same, of a file that the user called so. */
  public FileReport named(Path shown) {
    return new FileReport(
        shown, bytes, chunks, beginNanos, endNanos, events, ownEvents, knowsOurs, problem);
  }

  /** A file of which nothing can be read. */
  static FileReport unreadable(Path file, long bytes, String problem) {
    return new FileReport(file, bytes, 0, 0, 0, 0, 0, false, problem);
  }
}
