// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.TracerStatusEvent;

/** Commits the tracer's status once in each chunk, and again when it changed. */
final class StatusReporter {
  private final Tracer tracer;
  private RuntimeFacts last;

  StatusReporter(Tracer tracer) {
    this.tracer = tracer;
  }

  /** The next status belongs into another chunk. */
  synchronized void chunkEnds() {
    last = null;
  }

  synchronized void report() {
    TracerStatusEvent event = new TracerStatusEvent();
    if (!event.isEnabled()) {
      return;
    }
    RuntimeFacts facts = tracer.runtime();
    if (last != null && sameStatus(last, facts)) {
      return;
    }
    last = facts;
    event.runtime = facts.path();
    event.version = facts.versionText();
    event.hook = facts.hook();
    event.devices = facts.devices();
    event.state =
        facts.message().isEmpty() ? facts.state() : facts.state() + ": " + facts.message();
    event.otherTools = facts.otherTools();
    event.processKey = ProcessKey.VALUE;
    event.commit();
  }

  private static boolean sameStatus(RuntimeFacts a, RuntimeFacts b) {
    return a.hookState() == b.hookState()
        && a.devices() == b.devices()
        && a.path().equals(b.path())
        && a.message().equals(b.message())
        && a.otherTools().equals(b.otherTools());
  }
}
