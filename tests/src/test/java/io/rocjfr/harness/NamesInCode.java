// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import io.rocjfr.schema.EventKind;
import io.rocjfr.schema.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Finds where code reads events by names that it has itself, and not by the schema: a constant with
 * the name of an event, or that of a field which is given to what reads events.
 */
public final class NamesInCode {
  private static final int API = Opcodes.ASM9;

  /** What reads events of the JDK and of JMC by names. */
  private static final Set<String> READERS =
      Set.of(
          "jdk/jfr/EventType",
          "jdk/jfr/consumer/EventStream",
          "jdk/jfr/consumer/RecordedEvent",
          "jdk/jfr/consumer/RecordedObject",
          "jdk/jfr/consumer/RecordingStream",
          "org/openjdk/jmc/common/item/Attribute");

  /** Methods of ours that take one of these and a text read that event, too. */
  private static final List<String> EVENTS =
      List.of("Ljdk/jfr/consumer/RecordedEvent;", "Lorg/openjdk/jmc/common/item/IItem;");

  private static final Set<String> EVENT_NAMES = new HashSet<>();
  private static final Set<String> SHORT_NAMES = new HashSet<>();
  private static final Set<String> FIELD_NAMES = new HashSet<>();

  static {
    for (EventKind kind : EventKind.OURS) {
      EVENT_NAMES.add(kind.eventName());
      SHORT_NAMES.add(kind.shortName());
      kind.fields().stream().map(Field::fieldName).forEach(FIELD_NAMES::add);
    }
  }

  private NamesInCode() {}

  /** As {@code Class.method: name}. */
  public static List<String> find(byte[] classFile) {
    List<String> found = new ArrayList<>();
    ClassReader reader = new ClassReader(classFile);
    String type = reader.getClassName().replace('/', '.');
    reader.accept(
        new ClassVisitor(API) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String form, String signature, String[] exceptions) {
            return new Code(type + "." + name, found);
          }
        },
        ClassReader.SKIP_FRAMES);
    return found;
  }

  private static final class Code extends MethodVisitor {
    private final String place;
    private final List<String> found;

    /** What was loaded since the last call: the constants among its arguments. */
    private final List<String> loaded = new ArrayList<>();

    Code(String place, List<String> found) {
      super(API);
      this.place = place;
      this.found = found;
    }

    @Override
    public void visitLdcInsn(Object value) {
      if (value instanceof String text) {
        loaded.add(text);
        if (EVENT_NAMES.contains(text)) {
          found.add(place + ": " + text);
        }
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String form, boolean isInterface) {
      boolean readsEvents =
          READERS.contains(owner)
              || (owner.startsWith("io/rocjfr/")
                  && form.contains("Ljava/lang/String;")
                  && EVENTS.stream().anyMatch(form::contains));
      boolean compares = owner.equals("java/lang/String") && name.equals("equals");
      for (String text : loaded) {
        if ((readsEvents && FIELD_NAMES.contains(text))
            || (compares && SHORT_NAMES.contains(text))) {
          found.add(place + ": " + text);
        }
      }
      loaded.clear();
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String form, Handle maker, Object... given) {
      loaded.clear();
    }

    @Override
    public void visitLabel(Label label) {
      // An argument may be on another line.
    }
  }
}
