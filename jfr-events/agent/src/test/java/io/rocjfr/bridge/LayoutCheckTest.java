// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocjfr.VirtualThreadLayout;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LayoutCheckTest {

  private static void check(int version, List<Layout.Field> fields) throws TracerException {
    LayoutCheck.check(version, fields, "a.jar (version 1)", "b.so (version 2)");
  }

  @Test
  void acceptsTheSameLayout() {
    assertThatCode(() -> check(Layout.ABI_VERSION, Layout.FIELDS)).doesNotThrowAnyException();
  }

  @Test
  void namesTheFieldBothOffsetsAndBothFiles() {
    List<Layout.Field> fields = new ArrayList<>(Layout.FIELDS);
    fields.replaceAll(f -> f.name().equals("end_ns") ? new Layout.Field("end_ns", 40, 8) : f);
    assertThatThrownBy(() -> check(Layout.ABI_VERSION, fields))
        .isInstanceOf(TracerException.class)
        .hasMessageContaining("a.jar (version 1) does not fit b.so (version 2)")
        .hasMessageContaining("field end_ns is at offset 32 with 8 bytes here")
        .hasMessageContaining("at offset 40 with 8 bytes there");
  }

  @Test
  void refusesAnotherVersionAndMissingOrUnknownFields() {
    assertThatThrownBy(() -> check(99, Layout.FIELDS))
        .hasMessageContaining(Layout.ABI_VERSION + " here and 99 there");
    List<Layout.Field> fields = new ArrayList<>(Layout.FIELDS);
    fields.remove(0);
    fields.add(new Layout.Field("future", 8, 8));
    assertThatThrownBy(() -> check(Layout.ABI_VERSION, fields))
        .hasMessageContaining("field domain is missing there")
        .hasMessageContaining("field future is unknown here");
  }

  @Test
  void fieldsOfASlotDoNotOverlap() {
    int end = 0;
    for (Layout.Field field : Layout.FIELDS.subList(0, 11)) {
      assertThat(field.offset()).isEqualTo(end);
      end += field.size();
    }
    assertThat(end).isEqualTo(Layout.SLOT_BYTES);
  }

  /** The API cannot see the agent: it has these numbers once more. */
  @Test
  void theApiHasTheSameTableOfVirtualThreads() throws Exception {
    assertThat(VirtualThreadLayout.OWNER).isEqualTo(Layout.VIRTUAL_OWNER);
    assertThat(VirtualThreadLayout.EXTERNAL_ID).isEqualTo(Layout.VIRTUAL_EXTERNAL_ID);
    assertThat(VirtualThreadLayout.GUARD).isEqualTo(Layout.VIRTUAL_GUARD);
    assertThat(VirtualThreadLayout.STAMP).isEqualTo(Layout.VIRTUAL_STAMP);
    assertThat(VirtualThreadLayout.ENTRY_BYTES).isEqualTo(Layout.VIRTUAL_STAMP + Long.BYTES);
    assertThat(hidden("WAYS")).isEqualTo(Layout.VIRTUAL_WAYS);
    assertThat(hidden("MULTIPLIER")).isEqualTo(Layout.VIRTUAL_MULTIPLIER);
  }

  private static Object hidden(String name) throws ReflectiveOperationException {
    Field field = VirtualThreadLayout.class.getDeclaredField(name);
    field.setAccessible(true);
    return field.get(null);
  }
}
