// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.opentelemetry.sdk.resources.Resource;
import io.rocjfr.otel.span.Activity;
import io.rocjfr.otel.span.SpanMaker;
import io.rocjfr.otel.span.SpanResources;
import io.rocjfr.otel.span.SpanTraces;
import io.rocjfr.recording.Fields;
import io.rocjfr.schema.Field;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Makes spans of the events of a recording, in bounded memory. A span's context comes before the
 * span's first event in most cases; where it does not, the event waits for it.
 */
final class RecordedSpans implements Consumer<RecordedEvent> {
  private static final int TABLE_BITS = 18;
  private static final int MAX_WAITING = 1 << 16;

  /** Make the spans of the process with a key. */
  interface Makers {
    SpanMaker make(long key, SpanResources resources);
  }

  private final Resource resource;
  private final Makers makers;
  private final EventActivity reader = new EventActivity();
  private final SpanTraces traces = new SpanTraces(TABLE_BITS);
  private final Map<Long, List<Activity>> waiting = new LinkedHashMap<>();
  private int count;
  private long processKey;
  private SpanMaker maker;
  private SpanResources resources;
  private FileFacts facts;

  /**
   * Makes one.
   *
   * @param resource what is said of each process
   */
  RecordedSpans(Resource resource, Makers makers) {
    this.resource = resource;
    this.makers = makers;
  }

  /** The next events are of this file. */
  void begin(FileFacts ofFile) {
    facts = ofFile;
    begin(facts.processKey());
  }

  private void begin(long key) {
    if (maker == null || key != processKey) {
      finish();
      processKey = key;
      resources = new SpanResources(resource, "");
      maker = makers.make(key, resources);
    }
    resources.know(facts.runtimeVersion(key));
  }

  @Override
  public void accept(RecordedEvent event) {
    switch (Fields.kind(event)) {
      case SPAN_CONTEXT -> learn(event);
      case TRACER_STATUS -> {
        long key = FileFacts.processKey(event);
        if (key != 0) {
          begin(key);
        }
      }
      default -> {
        Activity activity = reader.read(event);
        if (activity != null) {
          activity.callSite = activity.isCall() ? facts.sites().of(activity.correlationId) : null;
          add(activity);
        }
      }
    }
  }

  private void learn(RecordedEvent event) {
    long id = Fields.number(event, Field.SPAN_ID, 0);
    traces.put(
        id,
        Fields.number(event, Field.TRACE_ID_HIGH, 0),
        Fields.number(event, Field.TRACE_ID_LOW, 0),
        (int) Fields.number(event, Field.TRACE_FLAGS, 0));
    List<Activity> activities = waiting.remove(id);
    if (activities != null) {
      count -= activities.size();
      activities.forEach(maker::accept);
    }
  }

  private void add(Activity activity) {
    if (activity.externalId == 0 || traces.find(activity.externalId)) {
      maker.accept(activity);
      return;
    }
    waiting.computeIfAbsent(activity.externalId, id -> new ArrayList<>(2)).add(activity.copy());
    count++;
    if (count > MAX_WAITING) {
      Iterator<List<Activity>> oldest = waiting.values().iterator();
      List<Activity> activities = oldest.next();
      oldest.remove();
      count -= activities.size();
      activities.forEach(maker::accept);
    }
  }

  /** For the maker. */
  SpanTraces trace(long id, long javaThreadId) {
    return traces.find(id) ? traces : null;
  }

  /** There is no more to come of this process. */
  void finish() {
    if (maker != null) {
      for (List<Activity> activities : waiting.values()) {
        activities.forEach(maker::accept);
      }
      waiting.clear();
      count = 0;
      maker.finish();
    }
  }
}
