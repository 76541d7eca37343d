// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.OperationGlobs;

/**
 * The functions of an API by their ids, of HIP as the loaded runtime has it, and which of them
 * JFR's {@code operations} setting lets through. Used by the drain thread.
 */
final class ApiFunctions {
  private final Tracer tracer;
  private final boolean isOpenCl;
  private final ApiFunctions openCl;
  private String[] names = new String[0];
  private boolean[] accepted = new boolean[0];
  private int last;
  private OperationGlobs globs = OperationGlobs.parse("*");
  private String globsText = "*";

  ApiFunctions(Tracer tracer) {
    this(tracer, new ApiFunctions(tracer, null));
  }

  /**
   * @param openCl null: these are OpenCL's
   */
  private ApiFunctions(Tracer tracer, ApiFunctions openCl) {
    this.tracer = tracer;
    this.openCl = openCl;
    isOpenCl = openCl == null;
  }

  /** OpenCL's. */
  ApiFunctions openCl() {
    return openCl;
  }

  /** Follows the runtime and the setting. */
  void refresh(String globList) {
    int nowLast = isOpenCl ? tracer.openClApiLast() : tracer.apiLast();
    if (nowLast == last && globList.equals(globsText)) {
      return;
    }
    last = nowLast;
    globsText = globList;
    globs = OperationGlobs.parse(globList);
    names = new String[last + 1];
    accepted = new boolean[last + 1];
  }

  /** Never null. */
  String name(int id) {
    if (id >= 0 && id < names.length) {
      String name = names[id];
      if (name != null) {
        return name;
      }
    }
    return load(id);
  }

  /** Whether JFR wants calls of this function; ask for its name first. */
  boolean accepted(int id) {
    boolean known = id >= 0 && id < names.length && names[id] != null;
    return known ? accepted[id] : globs.matches(name(id));
  }

  private String load(int id) {
    String name = isOpenCl ? tracer.openClApiName(id) : tracer.apiName(id);
    if (name == null) {
      return (isOpenCl ? "clFunction" : "hipFunction")
          + id; // an id beyond what this runtime's names tell
    }
    if (id >= 0 && id < names.length) {
      names[id] = name;
      accepted[id] = globs.matches(name);
    }
    return name;
  }
}
