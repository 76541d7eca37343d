// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.demo;

import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import com.sun.jna.ptr.LongByReference;
import com.sun.jna.ptr.PointerByReference;

/** The functions of hiprtc, HIP's run-time compiler. Each returns a hiprtcResult. */
interface HipRtc extends Library {
  int hiprtcCreateProgram(
      PointerByReference program,
      String source,
      String name,
      int headerCount,
      Pointer headers,
      Pointer includeNames);

  int hiprtcCompileProgram(Pointer program, int optionCount, StringArray options);

  int hiprtcGetProgramLogSize(Pointer program, LongByReference size);

  int hiprtcGetProgramLog(Pointer program, Pointer log);

  int hiprtcGetCodeSize(Pointer program, LongByReference size);

  int hiprtcGetCode(Pointer program, Pointer code);

  int hiprtcDestroyProgram(PointerByReference program);
}
