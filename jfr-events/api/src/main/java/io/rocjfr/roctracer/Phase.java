// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/** Of a call that a callback is told of. */
public enum Phase {
  /** Before the call is made. The only phase of roctx calls. */
  ENTER,
  /** After it was made, on the same thread. */
  EXIT
}
