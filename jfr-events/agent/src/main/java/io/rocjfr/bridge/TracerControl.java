// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Tells the tracer what is wanted, on a thread of its own: HIP 5.2 waits for the calls that run
 * while its hooks change, a minute if need be, and nobody else shall wait for that, least of all
 * who drains.
 */
final class TracerControl implements Runnable {
  private static final Trouble UNTOLD =
      new Trouble("the settings could not be passed to the tracer");

  private static final int WATCH_MILLIS = 1000;
  private static final int WORK = Layout.bit(Layout.HIP_OPS) | Layout.bit(Layout.OPENCL_OPS);

  private final Tracer tracer;
  private final Runnable released;
  private final InFlightWait inFlight;
  private final RequestedRounds rounds = new RequestedRounds();
  private final Thread thread;

  private volatile TracerSettings wanted = TracerSettings.NONE;

  /** As the tracer has been told; of the thread. */
  private TracerSettings told = TracerSettings.NONE;

  /** Of these. */
  private volatile int toldDomains;

  /** Whether the last round failed: perhaps it has not told the domains. */
  private boolean again;

  private volatile boolean stopped;
  private volatile boolean signalled;

  /**
   * @param released is called when the tracer records nothing any more
   */
  TracerControl(Tracer tracer, Runnable released) {
    this.tracer = tracer;
    this.released = released;
    inFlight = new InFlightWait(tracer, new NanoClock(), 1);
    thread = new Thread(null, this, "rocjfr-control", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
  }

  void start() {
    thread.start();
  }

  void stop() throws InterruptedException {
    stopped = true;
    signal();
    thread.join();
  }

  /** What the tracer records for us; 0: its hook is not registered for us. Any thread. */
  int told() {
    return toldDomains;
  }

  /** Has the tracer told soon. Any thread. */
  void want(TracerSettings settings) {
    wanted = settings;
    signal();
  }

  /**
   * Waits until the tracer has been told what was wanted before the call.
   *
   * @param deadline of System.nanoTime
   * @return false if that came first
   */
  boolean await(long deadline) {
    long round = rounds.ask();
    signal();
    return !thread.isAlive() || rounds.await(round, deadline);
  }

  private void signal() {
    signalled = true;
    LockSupport.unpark(thread);
    tracer.endWatch();
  }

  @Override
  public void run() {
    tracer.thisThreadIsOurs();
    while (!stopped) {
      try {
        signalled = false;
        round();
        sleep();
      } catch (Throwable t) { // the next change must still be told, and this one
        UNTOLD.warn(t);
        again = true;
        LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(WATCH_MILLIS));
      }
    }
  }

  private void round() {
    long round = rounds.begin();
    try {
      tell(wanted);
    } finally {
      rounds.end(round);
    }
  }

  private void sleep() {
    if (signalled || stopped) {
      return;
    }
    if (toldDomains != 0 || tracer.watchesIdle()) {
      tracer.watch(WATCH_MILLIS);
    } else {
      LockSupport.park(this);
    }
  }

  private void tell(TracerSettings settings) {
    if (!settings.any()) {
      if (toldDomains != 0) {
        release();
      }
      return;
    }
    if (toldDomains == 0
        || settings.thresholdNanos() != told.thresholdNanos()
        || settings.barriers() != told.barriers()
        || !settings.operations().equals(told.operations())) {
      tracer.setFilter(settings.operations(), settings.thresholdNanos(), settings.barriers());
    }
    if (toldDomains == 0
        || settings.openClThresholdNanos() != told.openClThresholdNanos()
        || !settings.openClOperations().equals(told.openClOperations())) {
      tracer.setOpenClFilter(settings.openClOperations(), settings.openClThresholdNanos());
    }
    if (!settings.results().equals(told.results())) {
      tracer.setResults(settings.results());
    }
    if (!settings.sites().equals(told.sites())) {
      tracer.setSites(settings.sites());
    }
    if (again || settings.domains() != toldDomains) {
      boolean worked = again || wantsWork(toldDomains);
      toldDomains = settings.domains(); // before: who drains must not miss what comes meanwhile
      tracer.setWanted(settings.domains());
      if (worked && !wantsWork(settings.domains())) {
        tracer.abandonInFlight();
      }
    }
    told = settings;
    again = false;
  }

  private static boolean wantsWork(int domains) {
    return (domains & WORK) != 0;
  }

  /** The last consumer stopped wanting: waits for what is in flight, then removes the hook. */
  private void release() {
    inFlight.await(
        new BooleanSupplier() { // no lambda: the first one in a JVM takes 20 ms
          @Override
          public boolean getAsBoolean() {
            return !wanted.any();
          }
        });
    if (wanted.any()) {
      return; // the next round tells it
    }
    tracer.setWanted(0);
    tracer.abandonInFlight();
    toldDomains = 0;
    released.run();
  }
}
