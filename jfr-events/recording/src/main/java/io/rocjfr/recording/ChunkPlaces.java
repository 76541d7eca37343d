// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.nio.ByteBuffer;

/**
 * Where the parts of a chunk lie that all its events need.
 *
 * @param constants the last constants, from the chunk's begin
 * @param metadata the last metadata, from the chunk's begin
 */
record ChunkPlaces(long constants, long metadata) {
  /** As a header says it. */
  static ChunkPlaces of(ByteBuffer header) {
    return new ChunkPlaces(
        header.getLong(ChunkReader.CONSTANTS_AT), header.getLong(ChunkReader.METADATA_AT));
  }

  /** What a header says of these. */
  ByteBuffer header() {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(constants).putLong(metadata).flip();
  }
}
