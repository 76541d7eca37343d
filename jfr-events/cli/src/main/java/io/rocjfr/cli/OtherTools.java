// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Other tools that take the GPU's tracing for themselves, by what shows them. */
final class OtherTools {
  /** By this HIP's own profiler starts, in newer runtimes. */
  static final String PROFILER = "GPU_CLR_PROFILE_OUTPUT";

  /** By these the runtimes load tools into a process. */
  private static final List<String> VARIABLES =
      List.of("HSA_TOOLS_LIB", "ROCP_TOOL_LIBRARIES", "ROCP_TOOL_LIB", "LD_PRELOAD", PROFILER);

  /** What our own documents tell to preload: no tool, and our own core. */
  private static final Pattern NO_TOOLS =
      Pattern.compile("([ :]*([^ :]*/)?(libjsig|librocjfr)\\.so)*[ :]*");

  private static final List<String> LIBRARIES =
      List.of("libroctracer64.so", "librocprofiler64.so", "librocprofiler-sdk.so");

  private static final String OUR_SDK = "rocprofiler-sdk/";

  private OtherTools() {}

  /** The variables that may load another tool, as NAME=VALUE. */
  static List<String> variables(Map<String, String> environment) {
    List<String> set = new ArrayList<>();
    for (String variable : VARIABLES) {
      String value = environment.getOrDefault(variable, "");
      if (!NO_TOOLS.matcher(value).matches()) {
        set.add(variable + "=" + value);
      }
    }
    return set;
  }

  /** Libraries whose calls a recording does not have, by the begins of their files' names. */
  private static final Map<String, String> UNTRACED =
      Map.of("librccl.so", "RCCL", "librocdecode.so", "rocDecode", "librocjpeg.so", "rocJPEG");

  /** Those of these files whose calls nobody is told of, whatever tool asks for them. */
  static List<String> untraced(List<String> files) {
    return UNTRACED.entrySet().stream()
        .filter(one -> files.stream().anyMatch(file -> file.contains("/" + one.getKey())))
        .map(Map.Entry::getValue)
        .sorted()
        .toList();
  }

  /**
   * Those of these files that belong to tools; ours of the same names lie beside librocjfr.so, or
   * in the folder rocprofiler-sdk there.
   */
  static List<String> libraries(List<String> files) {
    List<String> ours =
        files.stream()
            .filter(file -> file.endsWith("/" + ProcessId.TRACER))
            .map(OtherTools::folder)
            .toList();
    return files.stream()
        .filter(file -> LIBRARIES.stream().anyMatch(name -> file.contains("/" + name)))
        .filter(file -> !ours.contains(folder(file)))
        .filter(file -> ours.stream().noneMatch(one -> folder(file).equals(one + OUR_SDK)))
        .toList();
  }

  private static String folder(String file) {
    return file.substring(0, file.lastIndexOf('/') + 1);
  }
}
