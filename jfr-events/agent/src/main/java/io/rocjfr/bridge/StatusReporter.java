// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.PendingCallEvent;
import io.rocjfr.event.TracerStatusEvent;

/**
 * Commits the tracer's status once in each chunk, again when it changed, and always at the end of
 * the chunk: a recording without that lacks its end. On the drain thread.
 */
final class StatusReporter {
  /** That are told of one by one at the end of a chunk. */
  static final int MOST_CALLS = 4096;

  private final Tracer tracer;
  private RuntimeFacts last;
  private String lastOpenCl = "";

  /** The last end of a chunk that was told: several hooks ask for it. */
  private long told = -1;

  /** Of the statuses: PendingCall tells which one it belongs to. */
  private long looks;

  StatusReporter(Tracer tracer) {
    this.tracer = tracer;
  }

  /**
   * The next status belongs into another chunk.
   *
   * @param number which end it is: several hooks ask for it
   */
  void chunkEnds(Look look, long number) {
    last = null;
    if (number != told) {
      told = number;
      commit(tracer.runtime(), tracer.openCl(), look, true);
      look.pending().calls().forEach(this::commit);
    }
  }

  void report(Look look) {
    if (!new TracerStatusEvent().isEnabled()) {
      return;
    }
    RuntimeFacts facts = tracer.runtime();
    String openCl = tracer.openCl();
    if (last != null && sameStatus(last, facts) && openCl.equals(lastOpenCl)) {
      return;
    }
    last = facts;
    lastOpenCl = openCl;
    commit(facts, openCl, look, false);
  }

  private void commit(RuntimeFacts facts, String openCl, Look look, boolean chunkEnd) {
    PendingWork pending = look.pending();
    TracerStatusEvent event = look.event();
    event.look = ++looks;
    event.chunkEnd = chunkEnd;
    event.inFlight = pending.pieces();
    event.pendingBusy = pending.busy();
    event.pendingFinished = pending.finished();
    event.pendingUnasked = pending.unasked();
    event.pendingByDevice = pending.byDevice();
    event.submitted = pending.submitted();
    event.reported = pending.reported();
    event.givenUp = pending.givenUp();
    event.runtime = facts.path();
    event.version = facts.versionText();
    event.hook = facts.hook();
    event.devices = facts.devices();
    event.state = facts.state();
    event.message = facts.message();
    event.otherTools = facts.otherTools();
    event.openCl = openCl;
    event.notSeen = tracer.notSeen();
    event.processKey = ProcessKey.VALUE;
    event.host = ThisProcess.HOST;
    event.pid = ThisProcess.PID;
    event.processStart = ThisProcess.START_MILLIS;
    event.commit();
  }

  private void commit(PendingWork.OfCall call) {
    PendingCallEvent event = new PendingCallEvent();
    event.look = looks;
    event.correlationId = call.correlationId();
    event.pieces = call.pieces();
    event.device = call.device();
    event.state = call.state().word();
    event.single = call.single();
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
