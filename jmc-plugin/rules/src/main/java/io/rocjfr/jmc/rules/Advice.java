// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.rules;

import io.rocjfr.jmc.model.RecordedCall;
import io.rocjfr.jmc.model.Work;
import java.util.Collection;
import java.util.function.Predicate;

/** Words for those who use HIP, and for those who use OpenCL. */
record Advice(String hip, String openCl) {
  /** To who made these calls. */
  String toCallers(Collection<RecordedCall> calls) {
    return to(calls, RecordedCall::isOpenCl);
  }

  /** To who submitted this work. */
  String toSubmitters(Collection<Work> work) {
    return to(work, Work::isOpenCl);
  }

  private <T> String to(Collection<T> all, Predicate<T> isOpenCl) {
    if (all.isEmpty() || all.stream().noneMatch(isOpenCl)) {
      return hip;
    }
    return all.stream().allMatch(isOpenCl) ? openCl : hip + " OpenCL: " + openCl;
  }
}
