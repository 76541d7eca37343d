// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rocjfr.recording.ExitCodes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(1800)
class HandoverTest {
  /** More than wait for a thread that has ended. */
  private static final int EVENTS = 100_000;

  @Test
  void allAreTakenInOrder() {
    AtomicInteger taken = new AtomicInteger();
    AtomicInteger before = new AtomicInteger();
    Handover handover = new Handover(event -> taken.incrementAndGet());
    for (int i = 0; i < EVENTS; i++) {
      handover.accept(null);
    }
    handover.then(() -> before.set(taken.get()));
    handover.accept(null);
    handover.finish();
    assertThat(before).hasValue(EVENTS);
    assertThat(taken).hasValue(EVENTS + 1);
  }

  @ParameterizedTest
  @ValueSource(classes = {IllegalStateException.class, OutOfMemoryError.class, LinkageError.class})
  void whatFailsFirstIsThrownAtTheEnd(Class<? extends Throwable> type) throws Exception {
    Throwable first = type.getConstructor().newInstance();
    Handover handover =
        new Handover(
            event -> {
              throw new IllegalArgumentException("later");
            });
    handover.then(() -> HandoverTest.<RuntimeException>sneak(first));
    for (int i = 0; i < EVENTS; i++) {
      handover.accept(null);
    }
    assertThatThrownBy(handover::finish).isSameAs(first);
  }

  /** As Kotlin and Lombok do: it need not be declared. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }

  @Test
  void anErrorIsToldAndEndsWith2() {
    StringWriter said = new StringWriter();
    PrintWriter out =
        new PrintWriter(new StringWriter()) {
          @Override
          public void write(String text, int from, int length) {
            throw new OutOfMemoryError("no room for it");
          }
        };
    int code = ExportMain.run(out, new PrintWriter(said), "--help");
    assertThat(said.toString()).contains("OutOfMemoryError: no room for it");
    assertThat(code).isEqualTo(ExitCodes.BAD_INPUT);
  }
}
