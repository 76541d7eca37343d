// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.page;

import com.fasterxml.jackson.core.JsonGenerator;
import io.rocjfr.figures.KernelNames;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/** Shorter forms of the names of kernels, the longest first, for where there is less room. */
public final class ShorterNames {
  private ShorterNames() {}

  /** By the whole name; those that are short have none. */
  public static void write(JsonGenerator json, Collection<String> kernels) throws IOException {
    KernelNames names = KernelNames.of(kernels);
    json.writeObjectFieldStart("shorter");
    for (String kernel : kernels) {
      List<String> forms = names.forms(kernel);
      if (forms.size() > 1) {
        json.writeArrayFieldStart(kernel);
        for (String form : forms.subList(1, forms.size())) {
          json.writeString(form);
        }
        json.writeEndArray();
      }
    }
    json.writeEndObject();
  }
}
