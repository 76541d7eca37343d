// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.convert;

import com.google.protobuf.ByteString;
import io.rocjfr.formats.perfetto.DebugAnnotationName;
import io.rocjfr.formats.perfetto.EventCategory;
import io.rocjfr.formats.perfetto.EventName;
import io.rocjfr.formats.perfetto.InternedData;
import io.rocjfr.formats.perfetto.InternedGpuRenderStageSpecification;
import io.rocjfr.formats.perfetto.InternedGpuRenderStageSpecification.RenderStageCategory;
import io.rocjfr.formats.perfetto.InternedGraphicsContext;
import io.rocjfr.formats.perfetto.InternedString;
import io.rocjfr.formats.perfetto.TracePacket;
import java.util.HashSet;
import java.util.Set;

/**
 * What a sequence of packets means by numbers: a name is given once, with the first packet that
 * needs it, and meant by its number from then on.
 */
final class GivenNames {
  private final Names all;
  private final Set<Integer> names = new HashSet<>();
  private final Set<Integer> fields = new HashSet<>();
  private final Set<Integer> texts = new HashSet<>();
  private final Set<Category> categories = new HashSet<>();
  private final Set<Long> specifications = new HashSet<>();
  private final Set<Long> contexts = new HashSet<>();
  private InternedData.Builder next = InternedData.newBuilder();
  private boolean any;

  GivenNames(Names all) {
    this.all = all;
  }

  /** The packet is the next one of the sequence. */
  void addTo(TracePacket.Builder packet) {
    if (any) {
      packet.setInternedData(next);
      next = InternedData.newBuilder();
      any = false;
    }
  }

  long category(Category category) {
    if (categories.add(category)) {
      next.addEventCategories(
          EventCategory.newBuilder().setIid(category.number()).setName(category.label()));
      any = true;
    }
    return category.number();
  }

  /** Of an event. */
  long name(int name) {
    if (names.add(name)) {
      next.addEventNames(EventName.newBuilder().setIid(name + 1).setName(all.text(name)));
      any = true;
    }
    return name + 1L;
  }

  /** Of an argument. */
  long field(int name) {
    if (fields.add(name)) {
      next.addDebugAnnotationNames(
          DebugAnnotationName.newBuilder().setIid(name + 1).setName(all.text(name)));
      any = true;
    }
    return name + 1L;
  }

  /** That is an argument's value. */
  long text(int name) {
    if (texts.add(name)) {
      next.addDebugAnnotationStringValues(
          InternedString.newBuilder()
              .setIid(name + 1)
              .setStr(ByteString.copyFromUtf8(all.text(name))));
      any = true;
    }
    return name + 1L;
  }

  /** Of a stage or a queue of a GPU, by a number of the caller's. */
  void specification(long number, String name, RenderStageCategory category) {
    if (specifications.add(number)) {
      next.addGpuSpecifications(
          InternedGpuRenderStageSpecification.newBuilder()
              .setIid(number)
              .setName(name)
              .setCategory(category));
      any = true;
    }
  }

  /** A process and the API by which it uses GPUs. */
  long context(int process, int pid, boolean openCl) {
    long number = 2L * process + (openCl ? 2 : 1);
    if (contexts.add(number)) {
      next.addGraphicsContexts(
          InternedGraphicsContext.newBuilder()
              .setIid(number)
              .setPid(pid)
              .setApi(
                  openCl ? InternedGraphicsContext.Api.OPEN_CL : InternedGraphicsContext.Api.HIP));
      any = true;
    }
    return number;
  }
}
