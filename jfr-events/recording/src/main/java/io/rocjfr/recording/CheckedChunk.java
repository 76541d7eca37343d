// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.util.List;

/**
 * What a look at a chunk came to.
 *
 * @param chunk its header
 * @param readable whether its metadata and constants are whole: without them no event can be read
 * @param problem what is wrong with it, with its place in the file; null if nothing is
 * @param events how many it has outside of what is damaged
 * @param bad where events are damaged: none of them is within metadata or constants
 * @param unread what no parser looks into
 * @param places where its metadata and constants are, where the header says it wrongly; else null
 * @param doubt why its times may be wrong; null where nothing says so
 */
record CheckedChunk(
    Chunk chunk,
    boolean readable,
    String problem,
    long events,
    List<Stretch> bad,
    List<Stretch> unread,
    ChunkPlaces places,
    String doubt) {

  static CheckedChunk unreadable(Chunk chunk, String problem) {
    return new CheckedChunk(chunk, false, problem, 0, List.of(), List.of(), null, null);
  }

  /** Whether a parser may see it as it is. */
  boolean isSound() {
    return readable && problem == null && chunk.finished();
  }
}
