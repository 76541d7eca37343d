// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.recording;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a chunk says of its types: how many bytes a value has follows from that. Types that no JVM
 * writes are damage: such as make parsers call themselves without end, or take for ever.
 */
final class ChunkTypes {
  private static final int DEEPEST = 32;

  /** Attributes of an element, which parsers look for one after the other. */
  private static final int MOST_ATTRIBUTES = 4096;

  /** Fields of a type with those of its fields' types. */
  private static final long MOST_VALUES = 1 << 16;

  /**
   * Steps of parsers in the metadata of a chunk. A JVM with 1,000 types makes less than 1 % of it.
   */
  private static final long MOST_STEPS = 100_000_000;

  /**
   * What is kept of the metadata of a chunk while that is looked through. A JVM with 1,000 types
   * has less than 2 % of each.
   */
  private static final long MOST_BYTES = 32 << 20;

  private static final int MOST_STRINGS = 1 << 18;
  private static final int MOST_ELEMENTS = 1 << 19;
  private static final int MOST_TYPES = 1 << 16;

  private static final String EVENT = "jdk.jfr.Event";

  /** How a value is written. */
  enum Form {
    BYTE,
    NUMBER,
    FOUR_BYTES,
    EIGHT_BYTES,
    TEXT,
    FIELDS
  }

  /** A type; its fields' types are known by their ids. */
  static final class Type {
    final long id;
    final String name;
    final boolean event;
    final List<Field> fields = new ArrayList<>();
    private final boolean simple;
    private Form form;

    /** With those of its fields; 0 before they were counted, negative meanwhile. */
    private long values;

    Type(long id, String name, boolean event, boolean simple) {
      this.id = id;
      this.name = name;
      this.event = event;
      this.simple = simple;
    }

    Form form() {
      return form;
    }
  }

  /** A field; {@code pooled} if a value is the key of one in a constant pool. */
  static final class Field {
    final boolean array;
    final boolean pooled;
    private final long typeId;
    private Type type;

    Field(long typeId, boolean array, boolean pooled) {
      this.typeId = typeId;
      this.array = array;
      this.pooled = pooled;
    }

    Type type() {
      return type;
    }
  }

  private final ChunkInput in;
  private final List<String> strings = new ArrayList<>();
  private final Map<Long, Type> types = new HashMap<>();

  /** The type of an annotation, and how many attributes each such element has. */
  private final List<long[]> annotations = new ArrayList<>();

  private final long begin;
  private long steps;
  private int elements;
  private boolean region;

  private ChunkTypes(ChunkInput in, long begin) {
    this.in = in;
    this.begin = begin;
  }

  /**
   * Reads the metadata event whose bytes {@code in} is limited to, behind its size and type.
   *
   * @param begin where the event begins
   * @param clock is told when it was written
   */
  static ChunkTypes read(ChunkInput in, long begin, ChunkClock clock) throws IOException {
    if (in.left() > MOST_BYTES) {
      throw new DamageException(begin, "the metadata have " + in.left() + " bytes");
    }
    ChunkTypes types = new ChunkTypes(in, begin);
    clock.part(in.readLong());
    in.skipLongs(2); // duration, id
    types.readStrings();
    types.readElement(null, 0);
    if (types.types.isEmpty()) {
      throw new DamageException(begin, "the metadata have no types: no event can be read");
    }
    types.link();
    if (!types.region) {
      throw new DamageException(begin, "the metadata lack the region that parsers look for");
    }
    return types;
  }

  /** The type with this id, or null. */
  Type of(long id) {
    return types.get(id);
  }

  private void readStrings() throws IOException {
    int count = in.readCount("strings");
    if (count > MOST_STRINGS) {
      throw new DamageException(begin, "the metadata have " + count + " strings");
    }
    for (int i = 0; i < count; i++) {
      long at = in.position();
      byte encoding = in.readByte();
      strings.add(
          switch (encoding) {
            case 0 -> null;
            case 1 -> "";
            case 3 -> in.readText(StandardCharsets.UTF_8);
            case 4 -> readChars();
            case 5 -> in.readText(StandardCharsets.ISO_8859_1);
            default -> throw new DamageException(at, "a text has the encoding " + encoding);
          });
    }
  }

  private String readChars() throws IOException {
    int count = in.readCount("characters");
    StringBuilder text = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      text.append((char) in.readLong());
    }
    return text.toString();
  }

  private String string() throws IOException {
    long at = in.position();
    long index = in.readLong();
    if (index < 0 || index >= strings.size()) {
      throw new DamageException(at, "the metadata name string " + index + " of " + strings.size());
    }
    return strings.get((int) index);
  }

  private void readElement(Type outer, int depth) throws IOException {
    long at = in.position();
    if (depth > DEEPEST) {
      throw new DamageException(at, "the metadata are nested more than " + DEEPEST + " deep");
    }
    String name = String.valueOf(string());
    int count = in.readCount("attributes");
    if (count > MOST_ATTRIBUTES) {
      throw new DamageException(at, "an element of the metadata has " + count + " attributes");
    }
    Map<String, String> attributes = new HashMap<>();
    for (int i = 0; i < count; i++) {
      String key = string();
      attributes.putIfAbsent(key, string());
    }
    step(at, 1L + count);
    elements++;
    if (elements > MOST_ELEMENTS) {
      throw new DamageException(at, "the metadata have more than " + MOST_ELEMENTS + " elements");
    }
    Type inner = outer;
    switch (name) {
      case "class" -> inner = declare(attributes, at);
      case "field" -> addField(outer, attributes, at);
      case "region" -> region = region || depth == 1;
      case "annotation" -> annotations.add(new long[] {id(attributes, "class", at), count + 1, at});
      default -> {
        // Nothing that says how values are written.
      }
    }
    int children = in.readCount("elements");
    for (int i = 0; i < children; i++) {
      readElement(inner, depth + 1);
    }
  }

  private void step(long at, long more) throws DamageException {
    steps += more;
    if (steps > MOST_STEPS) {
      throw new DamageException(at, "the metadata are too complex");
    }
  }

  private Type declare(Map<String, String> attributes, long at) throws IOException {
    long id = id(attributes, "id", at);
    String name = String.valueOf(attributes.get("name"));
    boolean event = EVENT.equals(attributes.get("superType"));
    Type type = new Type(id, name, event, attributes.get("simpleType") != null);
    if (id < 0 || (event && id <= ChunkWalk.CHECKPOINT) || types.put(id, type) != null) {
      throw new DamageException(at, "the type " + name + " has the impossible id " + id);
    }
    if (types.size() > MOST_TYPES) {
      throw new DamageException(at, "the metadata have more than " + MOST_TYPES + " types");
    }
    return type;
  }

  private void addField(Type outer, Map<String, String> attributes, long at) throws IOException {
    String dimension = attributes.get("dimension");
    boolean array = dimension != null && !dimension.equals("0");
    if (outer == null || (array && !dimension.equals("1"))) {
      throw new DamageException(at, "a field has the impossible dimension " + dimension);
    }
    outer.fields.add(
        new Field(id(attributes, "class", at), array, attributes.get("constantPool") != null));
  }

  private static long id(Map<String, String> attributes, String name, long at)
      throws DamageException {
    try {
      return Long.parseLong(attributes.get(name));
    } catch (NumberFormatException e) {
      throw new DamageException(at, "the metadata lack the id of a type");
    }
  }

  private void link() throws IOException {
    for (Type type : types.values()) {
      for (Field field : type.fields) {
        field.type = types.get(field.typeId);
        if (field.type == null) {
          throw new DamageException(
              begin, type.name + " has a field of the unknown type " + field.typeId);
        }
      }
      type.form = type.fields.isEmpty() ? primitive(type.name) : Form.FIELDS;
      if (type.simple && type.fields.size() > 1) {
        throw new DamageException(
            begin, "the simple type " + type.name + " has " + type.fields.size() + " fields");
      }
    }
    for (Type type : types.values()) {
      count(type, 0);
    }
    for (long[] annotation : annotations) {
      Type type = types.get(annotation[0]);
      int fields = type == null ? 0 : type.fields.size();
      step(annotation[2], (fields + 1) * annotation[1]);
    }
  }

  /** Null for one that only has a name, as annotations without values. */
  private static Form primitive(String name) {
    return switch (name) {
      case "boolean", "byte" -> Form.BYTE;
      case "char", "short", "int", "long" -> Form.NUMBER;
      case "float" -> Form.FOUR_BYTES;
      case "double" -> Form.EIGHT_BYTES;
      case "java.lang.String" -> Form.TEXT;
      default -> null;
    };
  }

  private long count(Type type, int depth) throws IOException {
    if (type.values < 0 || depth > DEEPEST) {
      throw new DamageException(begin, "the type " + type.name + " contains itself");
    }
    if (type.values == 0) {
      type.values = -1;
      long values = 1;
      for (Field field : type.fields) {
        values += field.pooled ? 1 : count(field.type, depth + 1);
      }
      if (values > MOST_VALUES) {
        throw new DamageException(begin, "a value of the type " + type.name + " never ends");
      }
      type.values = values;
    }
    return type.values;
  }
}
