// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/**
 * rocjfr's API for applications. Without the agent its calls do nothing. The jar may be on the
 * class path, too.
 */
module io.rocjfr.api {
  exports io.rocjfr;
  exports io.rocjfr.buffered;
  exports io.rocjfr.roctracer;
}
