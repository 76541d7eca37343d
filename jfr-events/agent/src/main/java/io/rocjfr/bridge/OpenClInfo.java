// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import java.nio.ByteBuffer;

/** {@code rocjfr_opencl_info_t} as a text for users. */
final class OpenClInfo {
  private static final int WAY = 16;
  private static final int NAMES = WAY + 64;
  private static final int MESSAGE = NAMES + 512;
  private static final int BYTES = MESSAGE + 512;

  private static final KeptBuffer INFO = new KeptBuffer();

  private OpenClInfo() {}

  /** The way, the platforms, and what is degraded; empty while no OpenCL is known. */
  static String read() {
    return INFO.with(BYTES, OpenClInfo::read);
  }

  private static String read(ByteBuffer info) {
    info.duplicate().put(new byte[BYTES]);
    NativeFunctions.opencl(info);
    String way = NativeTracer.text(info, WAY, 64);
    if (way.isEmpty()) {
      return "";
    }
    String message = NativeTracer.text(info, MESSAGE, 512);
    String text = way + ": " + NativeTracer.text(info, NAMES, 512);
    return message.isEmpty() ? text : text + " (" + message + ")";
  }
}
