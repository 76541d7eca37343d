// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/** Gets calls; see {@link Roctracer#enableCallback(Domain, ApiCallback)}. */
@FunctionalInterface
public interface ApiCallback {

  /**
   * Called on the thread that makes the call, in each of its phases, without a lock. Its time is
   * part of the call's time. It may call HIP and everything in this package. These calls are
   * traced, too, so it must avoid endless recursion. If it throws, {@link
   * Roctracer#callbackFailures()} counts this, and the first time is logged.
   *
   * <p>While a callback is enabled, the program must not call HIP where Java code must not run.
   * That is between JNI's GetPrimitiveArrayCritical and its release, and in a critical downcall.
   *
   * @param call valid until this method returns
   */
  void onCall(ApiCall call);
}
