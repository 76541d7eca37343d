// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.ByteBuffer;

/** {@code rocjfr_runtime_info_t}. */
final class RuntimeInfoLayout {
  private static final int HOOK_STATE = 0;
  private static final int VERSION = 4;
  private static final int DEVICES = 8;
  private static final int ROCTX = 12;
  private static final int HOOK_CALLS = 16;
  private static final int REGISTRATIONS = 24;
  private static final int PATH = 32;
  private static final int VERSION_TEXT = PATH + 512;
  private static final int HOOK = VERSION_TEXT + 64;
  private static final int MESSAGE = HOOK + 64;
  private static final int OTHER_TOOLS = MESSAGE + 512;
  static final int BYTES = OTHER_TOOLS + 512;

  private RuntimeInfoLayout() {}

  static RuntimeFacts read(ByteBuffer info) {
    return new RuntimeFacts(
        info.getInt(HOOK_STATE),
        info.getInt(VERSION),
        info.getInt(DEVICES),
        info.getInt(ROCTX),
        info.getLong(HOOK_CALLS),
        info.getLong(REGISTRATIONS),
        NativeTracer.text(info, PATH, 512),
        NativeTracer.text(info, VERSION_TEXT, 64),
        NativeTracer.text(info, HOOK, 64),
        NativeTracer.text(info, MESSAGE, 512),
        NativeTracer.text(info, OTHER_TOOLS, 512));
  }
}
