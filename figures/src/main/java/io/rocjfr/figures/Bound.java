// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.figures;

/**
 * What keeps a program. Each takes a part of the recorded time that no other takes: what it could
 * give back at most. A moment in which the GPU and the host both work is nobody's, unless kernels
 * run nearly always.
 */
public enum Bound {
  GPU("GPU-bound", "gpu") {
    @Override
    long nanos(WhereTimeWent went) {
      if (went.areKernelsNearlyAlwaysThere()) {
        return went.kernelNanos();
      }
      long waited = waitedForKernels(went);
      // Who called what meanwhile is not known there.
      return went.hasAllCalls()
          ? waited
          : waited + went.nanos(null, Sweep.KERNELS) + went.nanos(null, Sweep.BOTH);
    }

    @Override
    String facts(WhereTimeWent went) {
      long waited = waitedForKernels(went);
      return "kernels ran for "
          + share(went.kernelNanos(), went)
          + of(went)
          + (waited == 0 ? "" : ", and the program waited for kernels for " + share(waited, went));
    }
  },
  LAUNCH("Launch-bound", "launch") {
    @Override
    long nanos(WhereTimeWent went) {
      return went.nanos(CallKind.LAUNCHING, Sweep.IDLE)
          + went.nanos(CallKind.WAITING, Sweep.IDLE)
          + went.nanos(CallKind.OTHER, Sweep.IDLE);
    }

    @Override
    String facts(WhereTimeWent went) {
      if (!went.knowsTimes()) {
        return "the program launched work, or waited for a GPU whose times are unknown, for "
            + share(nanos(went), went)
            + of(went);
      }
      return "for "
          + share(nanos(went), went)
          + of(went)
          + " no GPU worked while the program was in calls: it launched for "
          + share(went.nanos(CallKind.LAUNCHING, Sweep.IDLE), went)
          + " and waited for "
          + share(went.nanos(CallKind.WAITING, Sweep.IDLE), went);
    }
  },
  COPY("Copy-bound", "copy") {
    @Override
    long nanos(WhereTimeWent went) {
      long copies = 0;
      for (CallKind kind : CallKind.values()) {
        copies += kind == CallKind.LOADING ? 0 : went.nanos(kind, Sweep.COPIES);
      }
      return copies
          + went.nanos(null, Sweep.COPIES)
          + went.nanos(CallKind.COPYING, Sweep.IDLE)
          + went.nanos(CallKind.SUBMITTING_COPY, Sweep.IDLE);
    }

    @Override
    String facts(WhereTimeWent went) {
      return "for "
          + share(nanos(went), went)
          + of(went)
          + " the GPUs only copied, or were idle while the program was in calls that copy";
    }
  },
  START_UP("Start-up", "startUp") {
    @Override
    long nanos(WhereTimeWent went) {
      return went.nanos(CallKind.LOADING, Sweep.IDLE) + went.nanos(CallKind.LOADING, Sweep.COPIES);
    }

    @Override
    String facts(WhereTimeWent went) {
      return "the program loaded or compiled code for the GPU for "
          + share(nanos(went), went)
          + of(went)
          + ", while no kernel ran";
    }
  },
  ALLOCATION("Allocation-bound", "allocation") {
    @Override
    long nanos(WhereTimeWent went) {
      return went.nanos(CallKind.ALLOCATING, Sweep.IDLE) + went.nanos(CallKind.FREEING, Sweep.IDLE);
    }

    @Override
    String facts(WhereTimeWent went) {
      return "the program allocated and freed memory for "
          + share(nanos(went), went)
          + of(went)
          + ", while no GPU worked";
    }
  },
  HOST("Waiting on the host", "host") {
    @Override
    long nanos(WhereTimeWent went) {
      return went.nanos(null, Sweep.IDLE);
    }

    @Override
    String facts(WhereTimeWent went) {
      return "for "
          + share(nanos(went), went)
          + of(went)
          + (went.knowsTimes() ? " no GPU worked, and" : "")
          + (went.hasAllCalls()
              ? " no thread was in HIP or OpenCL"
              : " no call was recorded, because the settings leave out calls");
    }

    @Override
    String sentence(WhereTimeWent went) {
      return went.hasAllCalls() ? super.sentence(went) : "Not known: " + facts(went) + ".";
    }
  };

  private final String label;
  private final String id;

  Bound(String label, String id) {
    this.label = label;
    this.id = id;
  }

  /** Of how much of the time it is the reason. */
  abstract long nanos(WhereTimeWent went);

  /** Why, without its name. */
  abstract String facts(WhereTimeWent went);

  /** As people call it. */
  public String label() {
    return label;
  }

  /** For programs. */
  public String id() {
    return id;
  }

  /** In one sentence. */
  String sentence(WhereTimeWent went) {
    return label + ": " + facts(went) + ".";
  }

  private static long waitedForKernels(WhereTimeWent went) {
    return went.nanos(CallKind.WAITING, Sweep.KERNELS)
        + went.nanos(CallKind.WAITING, Sweep.BOTH)
        + went.nanos(CallKind.COPYING, Sweep.KERNELS)
        + went.nanos(CallKind.FREEING, Sweep.KERNELS);
  }

  private static String share(long part, WhereTimeWent went) {
    return Units.share(Units.share(part, went.recordedNanos()));
  }

  private static String of(WhereTimeWent went) {
    return " of the recorded " + Units.duration(went.recordedNanos());
  }
}
