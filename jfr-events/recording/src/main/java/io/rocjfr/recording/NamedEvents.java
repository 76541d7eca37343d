// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import jdk.jfr.consumer.EventStream;
import jdk.jfr.consumer.RecordedEvent;

/** Reads the events of some names of one file, of a whole one much quicker than all of them. */
public final class NamedEvents {
  private NamedEvents() {}

  /**
   * Hands them over in no order; what is wrong with the file is said by who reads it all.
   *
   * @param consumer is given an event that is valid until it returns
   */
  public static void read(Path file, Set<String> names, Consumer<RecordedEvent> consumer) {
    try {
      CheckedRecording checked = CheckedRecording.of(file);
      if (checked.isSound()) {
        readWhole(file, names, consumer, checked.events());
      } else {
        Progress none = Progress.NONE;
        Consumer<RecordedEvent> some =
            event -> {
              if (names.contains(event.getEventType().getName())) {
                consumer.accept(event);
              }
            };
        new RecordingScanner(some, none).scan(file);
      }
    } catch (IOException
        | RuntimeException
        | InternalError
        | OutOfMemoryError
        | StackOverflowError e) {
      // What could be read was handed over.
    }
  }

  /** The JDK's parser passes over the others without decoding them. */
  private static void readWhole(
      Path file, Set<String> names, Consumer<RecordedEvent> consumer, long most)
      throws IOException {
    try (EventStream stream = EventStream.openFile(file)) {
      AtomicLong left = new AtomicLong(most);
      Consumer<RecordedEvent> ours = OwnEvents.only(consumer);
      Consumer<RecordedEvent> counted =
          event -> {
            if (left.getAndDecrement() > 0) {
              ours.accept(event);
            } else {
              end(stream); // It goes round in circles.
            }
          };
      stream.setOrdered(false);
      stream.setReuse(true);
      names.forEach(name -> stream.onEvent(name, counted));
      stream.onError(e -> {}); // it would be printed
      stream.start();
    }
  }

  private static void end(EventStream stream) {
    stream.close();
  }
}
