// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.otel.offline;

import io.rocjfr.recording.Fields;
import io.rocjfr.recording.NamedEvents;
import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Facts that are read from a file first, because they may be behind the events that need them: its
 * process, the runtime of that process, the places of its calls.
 */
final class FileFacts {
  private final RecordedSites sites = new RecordedSites();
  private final Map<Long, String> versions = new HashMap<>();
  private long processKey;

  private FileFacts() {}

  /** Those of a file, as far as it can be read. */
  static FileFacts of(Path file) {
    FileFacts facts = new FileFacts();
    Set<String> names = new HashSet<>(RecordedSites.EVENTS);
    names.add(EventKind.TRACER_STATUS.eventName());
    NamedEvents.read(file, names, facts::add);
    return facts;
  }

  private void add(RecordedEvent event) {
    if (Fields.kind(event) != EventKind.TRACER_STATUS) {
      sites.add(event);
      return;
    }
    long key = processKey(event);
    if (processKey == 0) {
      processKey = key;
    }
    String version = Fields.text(event, Field.VERSION, "");
    if (!version.isEmpty()) {
      versions.put(key, version);
    }
  }

  /** The key in a status event; 0 if there is none. */
  static long processKey(RecordedEvent status) {
    return Fields.number(status, Field.PROCESS_KEY, 0);
  }

  /** That of the process whose status comes first; 0 if there is none. */
  long processKey() {
    return processKey;
  }

  /** The version of HIP that a process has loaded; empty if that is not known. */
  String runtimeVersion(long ofProcess) {
    return versions.getOrDefault(ofProcess, "");
  }

  RecordedSites sites() {
    return sites;
  }
}
