// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/** Is told of calls; see {@link Roctracer#enableCallback(Domain, ApiCallback)}. */
@FunctionalInterface
public interface ApiCallback {

  /**
   * Called on the thread that makes the call, in each of its phases; no lock is held. Its time is
   * part of the call's. It may call HIP (these calls are traced as well: recursion is its own
   * affair) and everything of this package. What it throws is caught, counted by {@link
   * Roctracer#callbackFailures()} and, the first time, logged.
   *
   * <p>The program must not make HIP calls with a callback enabled where Java code must not run:
   * between JNI's GetPrimitiveArrayCritical and its release, or in a critical downcall.
   *
   * @param call valid until this method returns
   */
  void onCall(ApiCall call);
}
