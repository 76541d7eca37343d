// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.rocjfr.event.BarrierEvent;
import io.rocjfr.event.GpuAllocationEvent;
import io.rocjfr.event.HipApiEvent;
import io.rocjfr.event.KernelDispatchEvent;
import io.rocjfr.event.LaunchSiteEvent;
import io.rocjfr.event.LaunchSiteOperationsSetting;
import io.rocjfr.event.MemCopyEvent;
import io.rocjfr.event.OpenClApiEvent;
import io.rocjfr.event.OpenClOperationsSetting;
import io.rocjfr.event.OperationsSetting;
import io.rocjfr.event.ResultsSetting;
import io.rocjfr.event.RoctxMarkEvent;
import io.rocjfr.event.RoctxRangeEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImpliedSettingsTest {
  private static final int READS = 2_000;
  private static final Map<String, String> ALL_CALLS =
      Map.of("operations", "*", "results", ResultsSetting.DEFAULT, "threshold", "0 ns");

  private static Map<String, Map<String, String>> implied(Map<String, String> settings) {
    return ImpliedSettings.implied(
        settings,
        Map.of(
            "rocjfr.HipApi", with(ALL_CALLS, "enabled", "true"),
            "rocjfr.MemCopy", Map.of("enabled", "true", "threshold", "0 ns"),
            "rocjfr.Barrier", Map.of("enabled", "false", "threshold", "0 ns"),
            "rocjfr.TracerStatus", Map.of("enabled", "true")));
  }

  private static Map<String, String> with(Map<String, String> settings, String key, String value) {
    Map<String, String> more = new HashMap<>(settings);
    more.put(key, value);
    return more;
  }

  @Test
  void whatIsEnabledByDefaultIsSaidToBe() {
    assertThat(
            implied(Map.of("rocjfr.MemCopy#threshold", "1 ms", "rocjfr.Barrier#threshold", "0 s")))
        .isEqualTo(
            Map.of(
                "rocjfr.HipApi", with(ALL_CALLS, "enabled", "true"),
                "rocjfr.MemCopy", Map.of("enabled", "true"),
                "rocjfr.Barrier", Map.of("enabled", "false")));
  }

  @Test
  void whatJfrAsksForIsCompletedWhereItIsNamed() {
    assertThat(implied(Map.of())).containsOnlyKeys("rocjfr.HipApi", "rocjfr.MemCopy");
    assertThat(implied(Map.of("rocjfr.TracerStatus#period", "1 s")))
        .containsEntry("rocjfr.TracerStatus", Map.of("enabled", "true"));
  }

  /** They are the classes' own; a setting that is not known here would not be completed. */
  @Test
  void theDefaultsAreThoseOfTheEventClasses() {
    FlightRecorder.register(HipApiEvent.class);
    FlightRecorder.register(LaunchSiteEvent.class);
    FlightRecorder.register(BarrierEvent.class);
    assertThat(ImpliedSettings.defaults())
        .containsEntry("rocjfr.HipApi", with(ALL_CALLS, "enabled", "true"))
        .containsEntry("rocjfr.Barrier", Map.of("enabled", "false", "threshold", "0 ns"))
        .containsEntry(
            "rocjfr.LaunchSite",
            Map.of(
                "enabled", "false",
                "threshold", "0 ns",
                "operations", LaunchSiteOperationsSetting.DEFAULT,
                "rate", "1000"));
  }

  @Test
  void whatIsSaidStays() {
    assertThat(implied(Map.of("rocjfr.HipApi#enabled", "false", "rocjfr.MemCopy#enabled", "false")))
        .isEmpty();
    assertThat(
            implied(
                Map.of(
                    "rocjfr.HipApi#operations", "hipMemcpy*",
                    "rocjfr.HipApi#enabled", "true",
                    "rocjfr.HipApi#threshold", "5 ms",
                    "rocjfr.MemCopy#enabled", "false")))
        .isEqualTo(Map.of("rocjfr.HipApi", Map.of("results", ResultsSetting.DEFAULT)));
  }

  @Test
  void whatIsNotOursStays() {
    Map<String, String> settings =
        Map.of(
            "jdk.FileRead#threshold", "0 s", "rocjfr.NoSuch#period", "1 s", "odd", "x", "#", "y");
    assertThat(implied(settings)).containsOnlyKeys("rocjfr.HipApi", "rocjfr.MemCopy");
  }

  /** It is not replaced by what was there a moment ago. */
  @Test
  void whatOthersSetMeanwhileStays() {
    FlightRecorder.register(HipApiEvent.class);
    try (Recording recording = new Recording()) {
      var implied =
          implied(Map.of("rocjfr.MemCopy#threshold", "1 ms", "rocjfr.Barrier#period", "1 s"));
      assertThat(implied).containsOnlyKeys("rocjfr.HipApi", "rocjfr.MemCopy", "rocjfr.Barrier");
      recording.enable("some.Event").with("period", "3 s"); // the others
      recording.enable("rocjfr.HipApi").with("threshold", "7 ms");
      recording.disable("rocjfr.MemCopy");
      recording.enable("rocjfr.Barrier");
      ImpliedSettings.say(recording, implied);
      assertThat(recording.getSettings())
          .containsEntry("some.Event#period", "3 s")
          .containsEntry("rocjfr.HipApi#threshold", "7 ms")
          .containsEntry("rocjfr.HipApi#operations", "*")
          .containsEntry("rocjfr.MemCopy#enabled", "false")
          .containsEntry("rocjfr.Barrier#enabled", "true");
    }
  }

  /** The other one's filter does not blind it. */
  @Test
  void aRecordingThatNamesNoOperationsGetsAllCallsBesideOneThatDoes() {
    FlightRecorder.register(HipApiEvent.class);
    try (Recording all = new Recording();
        Recording some = new Recording(Map.of("rocjfr.HipApi#operations", "hipMalloc"))) {
      some.start();
      ImpliedSettings.sayIn(some);
      assertThat(OperationsSetting.current()).isEqualTo("hipMalloc");
      all.start();
      ImpliedSettings.sayIn(all);
      assertThat(OperationsSetting.current()).isEqualTo("*");
      all.stop();
      assertThat(OperationsSetting.current()).isEqualTo("hipMalloc");
    }
  }

  @Test
  void theSameHoldsForOpenCl() {
    FlightRecorder.register(OpenClApiEvent.class);
    try (Recording all = new Recording();
        Recording some =
            new Recording(
                Map.of(
                    "rocjfr.OpenClApi#operations", "clFinish",
                    "rocjfr.OpenClApi#threshold", "5 ms"))) {
      some.start();
      ImpliedSettings.sayIn(some);
      assertThat(OpenClOperationsSetting.current()).isEqualTo("clFinish");
      all.start();
      ImpliedSettings.sayIn(all);
      assertThat(OpenClOperationsSetting.current()).isEqualTo("*");
      assertThat(all.getSettings())
          .containsEntry("rocjfr.OpenClApi#enabled", "true")
          .containsEntry("rocjfr.OpenClApi#threshold", "0 ns");
    }
  }

  /** The other one's threshold does not blind it. */
  @ParameterizedTest
  @ValueSource(
      classes = {
        HipApiEvent.class,
        OpenClApiEvent.class,
        KernelDispatchEvent.class,
        MemCopyEvent.class,
        BarrierEvent.class,
        RoctxRangeEvent.class,
        RoctxMarkEvent.class,
        LaunchSiteEvent.class,
        GpuAllocationEvent.class
      })
  void aRecordingThatNamesNoThresholdGetsWhatIsShortBesideOneThatDoes(Class<? extends Event> type)
      throws Exception {
    FlightRecorder.register(type);
    String name = EventType.getEventType(type).getName();
    boolean always = type.getAnnotation(Enabled.class) == null;
    try (Recording all = new Recording(always ? Map.of() : Map.of(name + "#enabled", "true"));
        Recording slow =
            new Recording(Map.of(name + "#enabled", "true", name + "#threshold", "1 h"))) {
      slow.start();
      ImpliedSettings.sayIn(slow);
      commit(type);
      assertThat(Harness.events(slow)).isEmpty();
      all.start();
      ImpliedSettings.sayIn(all);
      commit(type);
      all.stop();
      commit(type);
      assertThat(Harness.events(all)).hasSize(1);
      assertThat(slow.getSettings()).containsEntry(name + "#threshold", "1 h");
    }
  }

  private static void commit(Class<? extends Event> type) throws Exception {
    Event event = type.getConstructor().newInstance();
    event.begin();
    event.commit();
  }

  /** The reason for all this: without it the event shows as disabled while two recordings run. */
  @Test
  void twoRecordingsThatOnlyNameOperationsKeepTheEventEnabled() {
    FlightRecorder.register(HipApiEvent.class);
    Map<String, String> settings = Map.of("rocjfr.HipApi#operations", "hip*");
    EventType type = EventType.getEventType(HipApiEvent.class);
    try (Recording one = new Recording(settings);
        Recording two = new Recording(settings)) {
      one.start();
      ImpliedSettings.sayIn(one);
      two.start();
      ImpliedSettings.sayIn(two);
      assertThat(type.isEnabled()).isTrue();
      assertThat(one.getSettings()).containsEntry("rocjfr.HipApi#enabled", "true");
      two.stop();
      assertThat(type.isEnabled()).isTrue();
    }
    assertThat(type.isEnabled()).isFalse();
  }

  /** JFR tells nobody of that. */
  @Test
  @Timeout(1800)
  void aRecordingThatGetsTheEventWhileItRunsIsNotBlindedByAnotherOne() throws Exception {
    try (Harness harness = new Harness();
        Recording some = new Recording(Map.of("rocjfr.HipApi#operations", "hipMalloc"));
        Recording all = new Recording()) {
      some.start();
      all.disable("rocjfr.HipApi");
      all.start();
      assertThat(OperationsSetting.current()).isEqualTo("hipMalloc");
      all.enable("rocjfr.HipApi");
      while (!OperationsSetting.current().equals("*")) {
        Thread.sleep(1);
      }
      all.setSettings(Map.of("rocjfr.HipApi#enabled", "true"));
      while (!"*".equals(all.getSettings().get("rocjfr.HipApi#operations"))) {
        Thread.sleep(1);
      }
      assertThat(harness.drain.lost()).isEmpty();
    }
  }

  /** JFR copies what it hands out without its lock. */
  @Test
  void settingsThatChangeWhileTheyAreReadAreReadAgain() throws Exception {
    FlightRecorder.register(HipApiEvent.class);
    try (Recording recording = new Recording()) {
      recording.start();
      AtomicBoolean stop = new AtomicBoolean();
      Thread other =
          new Thread(
              () -> {
                for (int i = 0; !stop.get(); i++) {
                  if (i % READS == 0) {
                    recording.setSettings(Map.of("some.Event#period", "1 s"));
                  }
                  recording.enable("other.Event" + i);
                }
              });
      other.start();
      try {
        for (int i = 0; i < READS; i++) {
          ImpliedSettings.sayIn(recording); // throws nothing
        }
      } finally {
        stop.set(true);
        other.join();
      }
      ImpliedSettings.sayIn(recording);
      assertThat(recording.getSettings()).containsEntry("rocjfr.HipApi#operations", "*");
    }
  }

  @Test
  void aRecordingThatDoesNotRunStays() {
    Map<String, String> settings = Map.of("rocjfr.HipApi#operations", "hip*");
    try (Recording recording = new Recording(settings)) {
      ImpliedSettings.sayIn(recording);
      assertThat(recording.getSettings()).isEqualTo(settings);
    }
  }
}
