// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

/** The phases of a call in which a callback is called. */
public enum Phase {
  /** Before the call is made. The only phase of roctx calls. */
  ENTER,
  /** After it was made, on the same thread. */
  EXIT
}
