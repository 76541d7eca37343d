// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import io.rocjfr.event.OperationGlobs;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;

/**
 * The functions of an API by their ids, of HIP as the loaded runtime has it, and which of them
 * JFR's {@code operations} setting lets through. Used by the drain thread.
 */
final class ApiFunctions {
  private final IntFunction<String> nameOf;
  private final IntSupplier lastOf;
  private final String prefix;
  private final ApiFunctions openCl;
  private String[] names = new String[0];
  private boolean[] accepted = new boolean[0];
  private int last;
  private OperationGlobs globs = OperationGlobs.parse("*");
  private String globsText = "*";

  ApiFunctions(Tracer tracer) {
    this(
        tracer::apiName,
        tracer::apiLast,
        "hipFunction",
        new ApiFunctions(tracer::openClApiName, tracer::openClApiLast, "clFunction", null));
  }

  private ApiFunctions(
      IntFunction<String> nameOf, IntSupplier lastOf, String prefix, ApiFunctions openCl) {
    this.nameOf = nameOf;
    this.lastOf = lastOf;
    this.prefix = prefix;
    this.openCl = openCl;
  }

  /** OpenCL's. */
  ApiFunctions openCl() {
    return openCl;
  }

  /** Follows the runtime and the setting. */
  void refresh(String globList) {
    int nowLast = lastOf.getAsInt();
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
    String name = nameOf.apply(id);
    if (name == null) {
      return prefix + id; // an id beyond what this runtime's names tell
    }
    if (id >= 0 && id < names.length) {
      names[id] = name;
      accepted[id] = globs.matches(name);
    }
    return name;
  }
}
