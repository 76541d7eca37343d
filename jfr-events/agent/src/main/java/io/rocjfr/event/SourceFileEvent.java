// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * The source file of a class whose calls were picked as launch sites: JFR's stack traces have the
 * class and the line, not the file. At the end of each chunk; of a class that was picked a few
 * times only there may be none.
 */
@Name("rocjfr.SourceFile")
@Label("Source File")
@Description("The source file of a class that makes calls of HIP or OpenCL")
@Category({"GPU", "ROCm"})
@StackTrace(false)
@Period("endChunk")
public final class SourceFileEvent extends Event {
  @Label("Class")
  @Description("The name of the class, as in stack traces")
  public String type;

  @Label("File")
  @Description("The file's name as its compiler wrote it into the class, without folders")
  public String file;
}
