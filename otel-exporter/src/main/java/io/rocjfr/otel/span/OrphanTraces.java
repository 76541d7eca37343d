// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.span;

/**
 * The traces of activity outside all spans: one for a call and its work, one for a range and its
 * content. The sampler is asked once for each, and the latest 65536 answers are kept. So a call and
 * its work appear together or not at all, with any sampler. For one thread.
 */
final class OrphanTraces {
  private static final int BITS = 16;
  private static final long TAKEN = 1L << 63;

  private final SpanOptions.Orphans option;
  private final RootSampler sampler;
  private final SpanIds ids;

  /** The id of what began the trace, and whether the sampler took it; null until it is needed. */
  private long[] answers;

  OrphanTraces(SpanOptions.Orphans option, RootSampler sampler, SpanIds ids) {
    this.option = option;
    this.sampler = sampler;
    this.ids = ids;
  }

  /**
   * Null if its trace appears, else why it does not.
   *
   * @param root the correlation id of what began the trace
   */
  DropReason drops(Activity activity, long root) {
    if (option == SpanOptions.Orphans.DROP || !sampler.isResponsible()) {
      return DropReason.NO_PARENT;
    }
    return switch (option) {
      case TRACE -> null;
      case DROP -> DropReason.NO_PARENT;
      case SAMPLE -> takes(activity, root) ? null : DropReason.UNSAMPLED;
    };
  }

  private boolean takes(Activity activity, long root) {
    if (sampler == RootSampler.ALL) {
      return true;
    }
    if (answers == null) {
      answers = new long[1 << BITS];
    }
    long key = root & ~TAKEN;
    int at = (int) ((root * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - BITS));
    if (key == 0 || (answers[at] & ~TAKEN) != key) {
      boolean taken = sampler.samples(ids.traceHigh(root), ids.traceLow(root), activity);
      answers[at] = key | (taken ? TAKEN : 0);
    }
    return (answers[at] & TAKEN) != 0;
  }
}
