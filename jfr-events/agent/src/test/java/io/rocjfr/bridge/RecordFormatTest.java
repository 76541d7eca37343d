// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.agent.Harness;
import io.rocjfr.event.WorkEvent;
import java.time.Duration;
import java.util.List;
import java.util.function.LongUnaryOperator;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From the bytes of a record to the fields of an event. */
@Timeout(1800)
class RecordFormatTest {
  private static final int THREAD = 9;

  private static FakeRing.Submit submit() {
    FakeRing.Submit submit = new FakeRing.Submit();
    submit.correlation = 1000;
    submit.external = 77;
    submit.thread = THREAD;
    submit.name = 5;
    submit.stream = 4;
    submit.device = 1;
    submit.grid = 64;
    submit.group = 65533; // unsigned
    submit.lds = 4096;
    return submit;
  }

  /**
   * What JFR itself says of now: its time of a chunk's begin is as exact as the machine was idle.
   */
  @Name("rocjfr.Reference")
  static final class Reference extends Event {
    static void commitNow() {
      new Reference().commit();
    }
  }

  /** The event began between the two references, as JFR sees it. */
  private static void assertBetweenReferences(Recording recording, RecordedEvent event)
      throws Exception {
    List<RecordedEvent> references = Harness.events(recording, "Reference");
    assertThat(references).hasSize(2);
    assertThat(event.getStartTime())
        .isBetween(
            references.get(0).getStartTime().minusMillis(2),
            references.get(1).getStartTime().plusMillis(2));
  }

  private static void addThread(FakeTracer tracer) {
    tracer.addThread(
        new ThreadEntry(
            THREAD,
            "worker",
            Thread.currentThread().getId(),
            5000 + THREAD,
            Thread.currentThread()));
  }

  @Test
  void apiCall() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      addThread(harness.tracer);
      FakeRing ring = harness.tracer.addRing(64, 0);
      recording.start();
      Reference.commitNow();
      long begin = System.nanoTime();
      Reference.commitNow();
      ring.api(4, THREAD, 1000, 77, begin, begin + 5_000_000, submit());
      ring.api(1, 0, 1001, 0, begin, begin, null);
      recording.stop();

      List<RecordedEvent> events = Harness.events(recording, "HipApi");
      assertThat(events).hasSize(2);
      RecordedEvent call = events.get(0);
      assertThat(call.getString("function")).isEqualTo("hipModuleLaunchKernel");
      assertThat(call.getString("kernel")).isEqualTo("kernel5(float*)");
      assertThat(call.getLong("correlationId")).isEqualTo(1000);
      assertThat(call.getLong("externalId")).isEqualTo(77);
      assertThat(call.getInt("device")).isEqualTo(1);
      assertThat(call.getInt("stream")).isEqualTo(4);
      assertThat(call.getThread("thread").getJavaName())
          .isEqualTo(Thread.currentThread().getName());
      assertThat(call.getString("threadName")).isEqualTo("worker");
      assertThat(call.getLong("javaThreadId")).isEqualTo(Thread.currentThread().getId());
      assertThat(call.getLong("osThreadId")).isEqualTo(5009);
      assertThat(call.getDuration())
          .isBetween(Duration.ofNanos(4_950_000), Duration.ofNanos(5_050_000));
      assertBetweenReferences(recording, call);

      RecordedEvent other = events.get(1);
      assertThat(other.getString("function")).isEqualTo("hipMalloc");
      assertThat(other.getString("kernel")).isNull();
      assertThat(other.getInt("device")).isEqualTo(-1);
      assertThat(other.getInt("stream")).isEqualTo(-1);
      assertThat(other.getThread("thread")).isNull();
      assertThat(other.getLong("javaThreadId")).isEqualTo(-1);
      assertThat(other.getDuration()).isLessThan(Duration.ofNanos(100));
    }
  }

  @Test
  void dispatchOnAClockThatIsAnHourOff() throws Exception {
    long zero = System.nanoTime();
    LongUnaryOperator clock = t -> (long) ((t - zero) * 1.0002) + 3_600_000_000_000L;
    try (Harness harness = new Harness(tracer -> tracer.gpuClock = clock);
        Recording recording = new Recording()) {
      addThread(harness.tracer);
      FakeRing ring = harness.tracer.addRing(64, 0);
      recording.start();
      Reference.commitNow();
      long begin = harness.tracer.gpuClock.applyAsLong(System.nanoTime());
      Reference.commitNow();
      ring.op(Layout.OP_DISPATCH, 0x11F0, 1000, begin, begin + 10_002_000, 6, 0, submit());
      recording.stop();

      RecordedEvent event = Harness.events(recording, "KernelDispatch").get(0);
      assertThat(event.getString("kernel")).isEqualTo("kernel6(float*)");
      assertThat(event.getString("symbol")).isEqualTo("_Zkernel6");
      assertThat(event.getInt("agentId")).isEqualTo(7);
      assertThat(event.getLong("queue")).isEqualTo(3);
      assertThat(event.getInt("stream")).isEqualTo(4);
      assertThat(event.getInt("device")).isEqualTo(1);
      assertThat(event.getInt("gridX")).isEqualTo(64);
      assertThat(event.getInt("gridY")).isEqualTo(65);
      assertThat(event.getInt("gridZ")).isEqualTo(66);
      assertThat(event.getInt("workgroupX")).isEqualTo(65533);
      assertThat(event.getInt("workgroupZ")).isEqualTo(65535);
      assertThat(event.getLong("ldsBytes")).isEqualTo(4096);
      // HIP does not tell when work was enqueued.
      assertThat(event.getLong("queueDelay")).isEqualTo(WorkEvent.UNKNOWN);
      assertThat(event.getLong("submitDelay")).isEqualTo(WorkEvent.UNKNOWN);
      assertThat(event.toString()).contains("queueDelay = N/A", "submitDelay = N/A");
      assertThat(event.getLong("externalId")).isEqualTo(77);
      assertThat(event.getString("threadName")).isEqualTo("worker");
      assertThat(event.getLong("osThreadId")).isEqualTo(5009);
      assertBetweenReferences(recording, event);
      assertThat(event.getDuration())
          .isBetween(Duration.ofNanos(9_900_000), Duration.ofNanos(10_100_000));
    }
  }

  @Test
  void whatRanItSaysTheDeviceAndACopyBetweenDevicesNamesBoth() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      addThread(harness.tracer);
      harness.tracer.devices = id -> id == 7 ? 3 : -1;
      FakeRing ring = harness.tracer.addRing(64, 0);
      recording.start();
      long begin = System.nanoTime();
      FakeRing.Submit peer = submit();
      peer.source = 2;
      peer.destination = 3;
      peer.copy = Layout.COPY_DEVICE_TO_DEVICE;
      ring.op(Layout.OP_COPY, 1, 1000, begin, begin, 0, 4096, peer);
      ring.op(Layout.OP_COPY, 1, 0, begin, begin, 0, 4096, null);
      recording.stop();

      List<RecordedEvent> events = Harness.events(recording, "MemCopy");
      assertThat(events).extracting(e -> e.getInt("device")).containsExactly(3, 3);
      assertThat(events).extracting(e -> e.getInt("agentId")).containsExactly(7, 7);
      assertThat(events).extracting(e -> e.getInt("sourceDevice")).containsExactly(2, -1);
      assertThat(events).extracting(e -> e.getInt("destinationDevice")).containsExactly(3, -1);
      assertThat(events).extracting(e -> e.getInt("stream")).containsExactly(4, -1);
    }
  }

  @Test
  void copies() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(64, 0);
      recording.start();
      long t = System.nanoTime();
      FakeRing.Submit explicit = submit();
      explicit.copy = Layout.COPY_DEVICE_TO_DEVICE;
      explicit.shape = 2;
      explicit.bytes = 123;
      // The runtime says host to device, as some do for device to device.
      ring.op(Layout.OP_COPY, 2, 1, t, t + 10, 0, 0, explicit);
      FakeRing.Submit runtimeDecides = submit();
      runtimeDecides.copy = 5;
      runtimeDecides.bytes = 9;
      ring.op(Layout.OP_COPY, 1, 2, t, t + 10, 0, 4096, runtimeDecides);
      ring.op(Layout.OP_COPY, 0x11F4, 3, t, t + 10, 0, 1, null);
      ring.op(Layout.OP_COPY, 2, 4, t, t + 10, 0, 1, null);
      ring.op(Layout.OP_COPY, 3, 5, t, t + 10, 0, 1, null);
      ring.op(Layout.OP_COPY, 0x4242, 6, t, t + 10, 0, 1, null);
      recording.stop();

      assertThat(Harness.events(recording, "MemCopy"))
          .extracting(
              e -> e.getLong("correlationId"),
              e -> e.getString("direction"),
              e -> e.getString("shape"),
              e -> e.getLong("bytes"),
              e -> e.getInt("stream"))
          .containsExactly(
              tuple(1L, "DeviceToDevice", "2D", 123L, 4),
              tuple(2L, null, "1D", 4096L, 4),
              tuple(3L, null, "1D", 1L, -1),
              tuple(4L, null, "2D", 1L, -1),
              tuple(5L, "Fill", "1D", 1L, -1),
              tuple(6L, null, null, 1L, -1));
    }
  }

  @Test
  void workWithoutTimesIsToldAsSuch() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(64, 0);
      recording.start();
      long t = System.nanoTime();
      ring.op(Layout.OP_COPY, 2, 1, t, t + 10, 0, 1, null);
      ring.op(Layout.OP_COPY, 2 | Layout.KIND_UNTIMED, 2, t, t, 0, 1, null);
      ring.op(Layout.OP_COPY, 2, 3, t, t + 10, 0, 1, null);
      recording.stop();

      assertThat(Harness.events(recording, "MemCopy"))
          .extracting(
              e -> e.getLong("correlationId"),
              e -> e.getString("direction"),
              e -> e.getBoolean("timed"))
          .containsExactly(tuple(1L, null, true), tuple(2L, null, false), tuple(3L, null, true));
    }
  }

  private static org.assertj.core.groups.Tuple tuple(Object... values) {
    return org.assertj.core.groups.Tuple.tuple(values);
  }

  @Test
  void barriersOnlyWhereTheyAreAskedFor() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      FakeRing ring = harness.tracer.addRing(64, 0);
      recording.start();
      assertThat(harness.tracer.barriers).isFalse();
      recording.enable("rocjfr.Barrier");
      DrainTest.await(() -> harness.tracer.barriers);
      long t = System.nanoTime();
      ring.op(Layout.OP_BARRIER, 0, 1, t, t + 10, 0, 0, null);
      recording.stop();
      assertThat(Harness.events(recording, "Barrier")).hasSize(1);
    }
  }

  @Test
  void messagesOfEveryLengthInARingThatWraps() throws Exception {
    try (Harness harness = new Harness();
        Recording recording = new Recording()) {
      // Near the end of what a long holds as slots, with an odd start: groups wrap between slots.
      FakeRing ring = harness.tracer.addRing(32, (1L << 40) + 13);
      recording.start();
      StringBuilder text = new StringBuilder();
      for (int i = 0; i <= 300; i++) {
        long t = System.nanoTime();
        ring.roctx(i % 3, 0, i % 5, i % 3 == 2 ? i : 0, t, t + 100, text.toString());
        if (i % 50 == 0) {
          ring.unknown(); // is passed over
        }
        text.append((char) (i % 7 == 0 ? 0x20AC : 'a' + i % 26));
      }
      recording.stop();

      List<RecordedEvent> all =
          Harness.events(recording).stream()
              .filter(e -> e.getEventType().getName().startsWith("rocjfr.Roctx"))
              .toList();
      assertThat(all).hasSize(301);
      for (RecordedEvent event : all) {
        String message = event.getString("message");
        int i = message.length();
        assertThat(message).isEqualTo(text.substring(0, i));
        assertThat(event.getInt("depth")).isEqualTo(i % 5);
        assertThat(event.getLong("rangeId")).isEqualTo(i % 3 == 2 ? i : 0);
        assertThat(event.getLong("externalId")).isEqualTo(11);
        assertThat(event.getEventType().getName())
            .isEqualTo(i % 3 == 0 ? "rocjfr.RoctxMark" : "rocjfr.RoctxRange");
      }
    }
  }
}
