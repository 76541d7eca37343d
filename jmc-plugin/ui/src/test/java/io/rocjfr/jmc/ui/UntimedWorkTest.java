// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.jmc.ui.FigureTable.Column;
import io.rocjfr.jmc.ui.data.Descriptions;
import io.rocjfr.jmc.ui.data.GroupRow;
import io.rocjfr.jmc.ui.data.GroupTable;
import io.rocjfr.jmc.ui.data.Made;
import io.rocjfr.jmc.ui.data.RecordingData;
import io.rocjfr.jmc.ui.data.RowKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Work of OpenCL's queues without profiling counts, and is in no figure of time. */
class UntimedWorkTest {
  private static final long US = 1000;

  private final RecordingData data = Made.data(UntimedWorkTest::make);

  private static void make(Made made) {
    made.openClKernel("scale", 1, 1, 0, 40 * US);
    made.openClKernel("scale", 2, 2, 50 * US, 0);
    made.openClKernel("never", 2, 3, 60 * US, 0);
    made.openClCopy("HostToDevice", 1000, 70 * US, 10 * US);
    made.openClCopy("HostToDevice", 7000, 90 * US, 0);
    made.openClCopy("DeviceToHost", 500, 95 * US, 0);
  }

  private GroupRow row(RowKind kind, String name) {
    return data.groups(kind, GroupTable.By.NAME).stream()
        .filter(row -> row.key().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> texts(List<Column<GroupRow>> columns, GroupRow row) {
    return columns.stream().map(column -> column.text().apply(row)).toList();
  }

  @Test
  void tablesHaveItInCountsAndBytesOnly() {
    GroupRow scale = row(RowKind.KERNEL, "scale");
    assertThat(texts(Columns.times(""), scale))
        .containsExactly(
            "scale",
            "2",
            "40.0 \u03bcs",
            "100.0 %",
            "40.0 \u03bcs",
            "40.0 \u03bcs",
            "40.0 \u03bcs",
            "40.0 \u03bcs");
    assertThat(texts(Columns.times(""), row(RowKind.KERNEL, "never")))
        .containsExactly("never", "1", "-", "-", "-", "-", "-", "-");
    assertThat(texts(Columns.bytes(), row(RowKind.COPY, "HostToDevice")))
        .containsExactly("7.81 KiB", "3.91 KiB", "100 MB/s");
    assertThat(texts(Columns.bytes(), row(RowKind.COPY, "DeviceToHost")))
        .containsExactly("500 B", "500 B", "");
  }

  @Test
  void aGpuIsBusyWhileTimedWorkRuns() {
    assertThat(Totals.text(data, null, 0))
        .contains("pocl: busy for 50.0 \u03bcs (")
        .contains("3 dispatches for 40.0 \u03bcs, 3 copies (8.30 KiB) for 10.0 \u03bcs;")
        .contains("; counted, but without times: 4");
  }

  @Test
  void howBusyAGpuWasIsNotKnownWhereNothingHasTimes() {
    RecordingData untimed = Made.data(made -> made.openClKernel("never", 2, 3, 60 * US, 0));
    assertThat(untimed.gpus().get(0).share(0, Long.MAX_VALUE)).isNaN();
    long begin = data.recorded().begin();
    assertThat(data.gpus().get(0).share(begin, begin + 100 * US)).isEqualTo(0.5);
    RecordingData idle = Made.data(made -> made.status("active", 1));
    assertThat(idle.gpus().get(0).share(0, 1000)).isZero();
  }

  @Test
  void noLengthIsSaidOfIt() {
    int[] rows = row(RowKind.KERNEL, "never").rows();
    assertThat(new Descriptions(data, 0).of(rows[0]))
        .contains("Kernel without times, end seen at ");
  }
}
