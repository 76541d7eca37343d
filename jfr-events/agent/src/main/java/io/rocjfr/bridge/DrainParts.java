// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

/** What the drain thread works with. */
record DrainParts(
    Clocks clocks,
    RingSet rings,
    ListenerSink listeners,
    Demand demand,
    Losses losses,
    SpanContextEvents contexts,
    MemoryReporter memory,
    CallSites calls) {}
