// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.rocjfr.otel.span.Activity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Event;
import jdk.jfr.EventFactory;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The category of calls, also of recordings that lack it. */
class CategoryTest {
  @TempDir Path folder;

  @Test
  void eachCallHasOne() throws Exception {
    Path file = folder.resolve("calls.jfr");
    List<EventFactory> factories = new ArrayList<>();
    try (Recording jfr = new Recording()) {
      jfr.start();
      for (Map<String, String> fields :
          List.of(
              Map.of("function", "hipMemcpy"),
              Map.of("function", "hipOfNextYear"),
              Map.of("function", "hipOfNextYear", "category", "graph"))) {
        List<ValueDescriptor> types = new ArrayList<>();
        fields.keySet().forEach(name -> types.add(new ValueDescriptor(String.class, name)));
        EventFactory factory =
            EventFactory.create(List.of(new AnnotationElement(Name.class, "rocjfr.HipApi")), types);
        factories.add(factory);
        Event event = factory.newEvent();
        for (int i = 0; i < types.size(); i++) {
          event.set(i, fields.get(types.get(i).getName()));
        }
        event.commit();
      }
      jfr.stop();
      jfr.dump(file);
    } finally {
      factories.forEach(EventFactory::unregister);
    }
    EventActivity activities = new EventActivity();
    List<String> categories = new ArrayList<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      Activity activity = activities.read(event);
      if (activity != null) {
        categories.add(
            activity.name
                + " "
                + activity.spanAttributes().get(AttributeKey.stringKey("gpu.api.category")));
      }
    }
    assertThat(categories)
        .containsExactlyInAnyOrder("hipMemcpy copy", "hipOfNextYear other", "hipOfNextYear graph");
  }
}
