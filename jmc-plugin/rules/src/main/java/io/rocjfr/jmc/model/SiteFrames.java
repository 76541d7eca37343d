// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.model;

import io.rocjfr.figures.ClassNames;
import io.rocjfr.figures.NativeFrames;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmc.common.IMCFrame;
import org.openjdk.jmc.common.IMCMethod;
import org.openjdk.jmc.common.IMCStackTrace;

/** The frames of the stack of a call that are the program's: docs/launch-sites.md. */
public final class SiteFrames {
  private SiteFrames() {}

  /**
   * As text, the innermost first. On top is the way into native code, which is known by its
   * classes, since how many frames that are varies.
   *
   * @param stack null if none was recorded
   */
  public static List<String> ofProgram(IMCStackTrace stack) {
    List<String> frames = new ArrayList<>();
    if (stack == null) {
      return frames;
    }
    for (IMCFrame frame : stack.getFrames()) {
      IMCMethod method = frame.getMethod();
      if (method == null || method.getType() == null) {
        continue;
      }
      String type = method.getType().getFullName();
      if (!frames.isEmpty() || !NativeFrames.has(type)) {
        Integer line = frame.getFrameLineNumber();
        String place = line == null || line < 0 ? "" : ":" + line;
        frames.add(ClassNames.shown(type) + "." + method.getMethodName() + place);
      }
    }
    return frames;
  }
}
