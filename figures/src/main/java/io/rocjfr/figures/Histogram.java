// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

import java.util.Arrays;

/**
 * Counts values by size, in bounded memory: buckets are as wide as 1/1024 of the values in them, or
 * narrower. Only buckets that have values take memory.
 */
final class Histogram {
  /** Buckets for each power of two. */
  private static final int PER_OCTAVE_BITS = 10;

  private static final int EXACT = 2 << PER_OCTAVE_BITS;
  private static final int FREE = -1;

  /** A table with open addressing, at most half full. */
  private int[] buckets = free(32);

  private long[] counts = new long[32];
  private int used;

  /** Adds a value, which is not negative. */
  void add(long value) {
    add(bucket(value), 1);
  }

  void add(Histogram other) {
    for (int i = 0; i < other.buckets.length; i++) {
      if (other.buckets[i] != FREE) {
        add(other.buckets[i], other.counts[i]);
      }
    }
  }

  /** The greatest value of the bucket in which the value of this rank is; the first has rank 1. */
  long valueAt(long rank) {
    int[] sorted = new int[used];
    int found = 0;
    for (int bucket : buckets) {
      if (bucket != FREE) {
        sorted[found++] = bucket;
      }
    }
    Arrays.sort(sorted);
    long passed = 0;
    for (int bucket : sorted) {
      passed += counts[place(bucket)];
      if (passed >= rank) {
        return greatest(bucket);
      }
    }
    throw new IllegalArgumentException("rank " + rank + " of " + passed);
  }

  private void add(int bucket, long count) {
    int place = place(bucket);
    if (buckets[place] == FREE) {
      if (2 * used == buckets.length) {
        grow();
        place = place(bucket);
      }
      buckets[place] = bucket;
      used++;
    }
    counts[place] += count;
  }

  private void grow() {
    int[] oldBuckets = buckets;
    long[] oldCounts = counts;
    buckets = free(2 * oldBuckets.length);
    counts = new long[buckets.length];
    for (int i = 0; i < oldBuckets.length; i++) {
      if (oldBuckets[i] != FREE) {
        int place = place(oldBuckets[i]);
        buckets[place] = oldBuckets[i];
        counts[place] = oldCounts[i];
      }
    }
  }

  /** Where the bucket is, or would be. */
  private int place(int bucket) {
    int mask = buckets.length - 1;
    int place = ((bucket * 0x9E3779B9) >>> 7) & mask;
    while (buckets[place] != FREE && buckets[place] != bucket) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private static int[] free(int length) {
    int[] buckets = new int[length];
    Arrays.fill(buckets, FREE);
    return buckets;
  }

  private static int bucket(long value) {
    if (value < EXACT) {
      return (int) value;
    }
    int shift = Long.SIZE - Long.numberOfLeadingZeros(value) - PER_OCTAVE_BITS - 1;
    return (shift << PER_OCTAVE_BITS) + (int) (value >>> shift);
  }

  private static long greatest(int bucket) {
    if (bucket < EXACT) {
      return bucket;
    }
    int shift = (bucket >>> PER_OCTAVE_BITS) - 1;
    long least = (long) (bucket - (shift << PER_OCTAVE_BITS)) << shift;
    return least + (1L << shift) - 1;
  }
}
