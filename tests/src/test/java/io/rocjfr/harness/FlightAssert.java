// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What must be true of a recording. */
public final class FlightAssert {
  private final Flight flight;

  private FlightAssert(Flight flight) {
    this.flight = flight;
  }

  public static FlightAssert assertFlight(Flight flight) {
    return new FlightAssert(flight);
  }

  /** It holds what the load did, no more and no less. */
  public FlightAssert holdsExactly(LoadCounts load) {
    assertThat(flight.callCounts()).as("API calls by function").isEqualTo(load.calls());
    assertThat(flight.kernelCounts()).as("dispatches by kernel").isEqualTo(load.kernels());
    assertThat(flight.copyCounts()).as("copies by direction").isEqualTo(load.copies());
    assertThat(flight.ranges()).as("ranges").hasSize(Math.toIntExact(load.ranges()));
    assertThat(flight.marks()).as("marks").hasSize(Math.toIntExact(load.marks()));
    return this;
  }

  /** And the tracer has told its end, unless its status is disabled. */
  public FlightAssert lostNothing() {
    assertThat(flight.lost()).as("losses").isEmpty();
    flight.statuses().stream()
        .max(Comparator.comparing(Activity::begin))
        .ifPresent(last -> assertThat(last.flag("chunkEnd")).as("of a chunk's end").isTrue());
    return this;
  }

  /** Each operation was given an id of its own: it has made one call, range or mark. */
  public FlightAssert holdsEachOperationOnce(LoadCounts load) {
    Map<Long, Integer> times = new HashMap<>();
    for (var list : List.of(flight.calls(), flight.ranges(), flight.marks())) {
      for (Activity activity : list) {
        if (activity.externalId() != 0) {
          times.merge(activity.externalId(), 1, Integer::sum);
        }
      }
    }
    long missing = 0;
    long repeated = 0;
    for (Map.Entry<Long, Long> thread : load.ids().entrySet()) {
      for (long i = 0; i < thread.getValue(); i++) {
        Integer count = times.remove(thread.getKey() + i);
        missing += count == null ? 1 : 0;
        repeated += count != null && count > 1 ? 1 : 0;
      }
    }
    assertThat(load.ids()).as("threads").isNotEmpty();
    assertThat(missing).as("operations that are missing").isZero();
    assertThat(repeated).as("operations that are there more than once").isZero();
    assertThat(times).as("operations that nobody did").isEmpty();
    return this;
  }

  /** Each piece of work belongs to one call, which it does not precede. */
  public FlightAssert joinsWorkToCalls() {
    Map<Long, Activity> calls = new HashMap<>();
    for (Activity call : flight.calls()) {
      assertThat(call.correlationId()).as("correlation id of %s", call).isPositive();
      assertThat(calls.put(call.correlationId(), call)).as("another call like %s", call).isNull();
    }
    assertThat(flight.work()).as("work").isNotEmpty();
    SortedMap<Long, Integer> joined = new TreeMap<>();
    for (Activity work : flight.work()) {
      Activity call = calls.get(work.correlationId());
      assertThat(call).as("the call of %s", work).isNotNull();
      joined.merge(work.correlationId(), 1, Integer::sum);
      if (work.beginNanos() < call.beginNanos() || work.end().isBefore(work.begin())) {
        assertThat(call.begin())
            .as("begin of %s,\nwhose work is %s", call, work)
            .isBefore(work.begin());
        assertThat(work.begin()).as("begin of %s", work).isBeforeOrEqualTo(work.end());
      }
      if (work.externalId() != call.externalId() || work.osThreadId() != call.osThreadId()) {
        assertThat(work.externalId()).as("id of %s", work).isEqualTo(call.externalId());
        assertThat(work.osThreadId()).as("thread of %s", work).isEqualTo(call.osThreadId());
      }
    }
    assertThat(joined.values()).as("pieces of work by call").containsOnly(1);
    return this;
  }

  public Flight flight() {
    return flight;
  }
}
