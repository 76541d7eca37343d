// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * Where the metadata and the constants of a chunk lie. Constants are found from the last one
 * backwards, and there may be millions. So only the last one of each stretch of the chunk is kept;
 * the others of a stretch are found again when they are asked for.
 */
final class FixedParts {
  private static final long STRETCH = 1 << 20;
  private static final long NONE = -1;

  private final ChunkInput in;
  private final long end;
  private final long metadata;
  private final long metadataEnd;

  /** By the number of the stretch. */
  private final TreeMap<Long, Long> lastOfStretch = new TreeMap<>();

  private long added = NONE;

  /** The constants that begin in one stretch, in the order of the file. */
  private long found = NONE;

  private long[] begins = new long[16];
  private long[] ends = new long[16];
  private int count;

  /**
   * @param end of the chunk
   */
  FixedParts(ChunkInput in, long end, long metadata, long metadataEnd) {
    this.in = in;
    this.end = end;
    this.metadata = metadata;
    this.metadataEnd = metadataEnd;
  }

  boolean touchesMetadata(long begin, long after) {
    return begin < metadataEnd && after > metadata;
  }

  boolean isBehindMetadata(long at) {
    return at > metadata;
  }

  /** Constants, each before those that were added last. */
  void add(long begin) {
    if (begin / STRETCH != added) {
      added = begin / STRETCH;
      lastOfStretch.put(added, begin);
    }
  }

  /** Where the first one begins at or behind a place; the end of the chunk if there is none. */
  long next(long at) throws IOException {
    long constants = nextConstants(at);
    return metadata >= at ? Math.min(metadata, constants) : constants;
  }

  private long nextConstants(long at) throws IOException {
    Long stretch = lastOfStretch.ceilingKey(at / STRETCH);
    while (stretch != null) {
      find(stretch);
      int place = Arrays.binarySearch(begins, 0, count, at);
      int next = place < 0 ? -place - 1 : place;
      if (next < count) {
        return begins[next];
      }
      stretch = lastOfStretch.higherKey(stretch);
    }
    return end;
  }

  /** Where the one that {@link #next} has found ends. */
  long endOf(long begin) {
    if (begin == metadata) {
      return metadataEnd;
    }
    return ends[Arrays.binarySearch(begins, 0, count, begin)];
  }

  private void find(long stretch) throws IOException {
    if (stretch == found) {
      return;
    }
    found = NONE;
    count = 0;
    long at = lastOfStretch.get(stretch);
    long before = end;
    while (true) {
      in.range(at, before);
      long size = in.readLong();
      in.skipLongs(3); // type, start, duration
      long delta = in.readLong();
      if (size <= 0 || size > before - at || delta > 0) {
        throw new DamageException(at, "the file has changed while it was read");
      }
      put(at, at + size);
      before = at;
      at += delta;
      if (delta == 0 || at < stretch * STRETCH) {
        break;
      }
    }
    reverse(begins);
    reverse(ends);
    found = stretch;
  }

  private void put(long begin, long after) {
    if (count == begins.length) {
      begins = Arrays.copyOf(begins, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    begins[count] = begin;
    ends[count++] = after;
  }

  private void reverse(long[] places) {
    for (int i = 0, j = count - 1; i < j; i++, j--) {
      long place = places[i];
      places[i] = places[j];
      places[j] = place;
    }
  }
}
