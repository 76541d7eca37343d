// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The arguments of a HIP call as a typed view of the runtime's own data. Names are those of HIP's
 * headers ({@code hipMemcpy}: dst, src, sizeBytes, kind); members of a {@code dim3} or {@code
 * hipExtent} are arguments of their own ({@code gridDim.x}). Functions that came after HIP 5.2, and
 * arguments whose place depends on HIP's version, have no names; {@link #raw} has them all.
 *
 * <p>Valid as long as its {@link ApiCall}.
 */
public final class Arguments {
  /** What an argument is. */
  public enum Type {
    /** An int or an enumeration. */
    INT,
    /** An unsigned number of 8, 16 or 32 bits. */
    UNSIGNED,
    /** A size or another number of 64 bits. */
    LONG,
    /** A pointer to a text; see {@link Arguments#getText}. */
    TEXT,
    /** A pointer to a number or handle that the call may write; see {@link Arguments#pointee}. */
    REFERENCE,
    /** Any other pointer, or a handle. */
    POINTER
  }

  /** What raw() gives: hip_api_data_t's args has at least this in all versions. */
  static final int RAW_BYTES = 800;

  /** Where args begins in hip_api_data_t. */
  static final int BEGIN = 16;

  static final Arguments NONE = new Arguments(null, List.of(), ByteBuffer.allocate(BEGIN));

  private static final Map<String, List<Argument>> LAYOUTS = new ConcurrentHashMap<>();

  private final ApiCall call;
  private final List<Argument> layout;
  private final ByteBuffer data;

  Arguments(ApiCall call, String function, ByteBuffer data) {
    this(call, LAYOUTS.computeIfAbsent(function, Arguments::find), data);
  }

  private Arguments(ApiCall call, List<Argument> layout, ByteBuffer data) {
    this.call = call;
    this.layout = layout;
    this.data = data;
  }

  private static List<Argument> find(String function) {
    return Argument.parse((String) RoctracerLink.call("arguments", function));
  }

  /** The names, in the order of the parameters; empty if the function is not known. */
  public List<String> names() {
    return layout.stream().map(Argument::name).toList();
  }

  /** Whether there is an argument of this name. */
  public boolean has(String name) {
    for (Argument argument : layout) {
      if (argument.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The type of an argument.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public Type type(String name) {
    return argument(name).type();
  }

  /**
   * A number, handle or address. Unsigned numbers of up to 32 bits are not negative.
   *
   * @throws IllegalArgumentException if there is none of this name
   * @throws IllegalStateException after the callback
   */
  public long getLong(String name) {
    return getLong(argument(name));
  }

  private long getLong(Argument argument) {
    checkValid();
    int at = BEGIN + argument.offset();
    return switch (argument.bytes()) {
      case 1 -> data.get(at) & 0xFF;
      case 2 -> data.getShort(at) & 0xFFFF;
      case 4 ->
          argument.type() == Type.INT ? data.getInt(at) : Integer.toUnsignedLong(data.getInt(at));
      default -> data.getLong(at);
    };
  }

  /**
   * A number.
   *
   * @throws IllegalArgumentException if there is none of this name
   * @throws IllegalStateException after the callback
   * @throws ArithmeticException if it does not fit
   */
  public int getInt(String name) {
    return Math.toIntExact(getLong(name));
  }

  /**
   * The text that an argument of type TEXT points to, as UTF-8.
   *
   * @return null where the program passes none
   * @throws IllegalArgumentException if there is no such argument of this type
   * @throws IllegalStateException after the callback
   */
  public String getText(String name) {
    Argument argument = argument(name);
    if (argument.type() != Type.TEXT) {
      throw new IllegalArgumentException(name + " is not a text but " + argument.type());
    }
    long address = getLong(argument);
    return address == 0 ? null : (String) RoctracerLink.call("textAt", address);
  }

  /**
   * What an argument of type REFERENCE points to after the call, e.g. the address that hipMalloc
   * has allocated.
   *
   * @return 0 where the program passes null; undefined where the call has failed
   * @throws IllegalArgumentException if there is no such argument of this type
   * @throws IllegalStateException on ENTER, and after the callback
   */
  public long pointee(String name) {
    Argument argument = argument(name);
    if (argument.type() != Type.REFERENCE) {
      throw new IllegalArgumentException(name + " is not a reference but " + argument.type());
    }
    long address = getLong(argument);
    if (call.phase() != Phase.EXIT) {
      throw new IllegalStateException(name + " points to data that the call has not written yet");
    }
    return address == 0
        ? 0
        : (Long) RoctracerLink.call("numberAt", address, argument.pointeeBytes());
  }

  /**
   * The runtime's own data: the first 800 bytes of {@code hip_api_data_t::args}, in native order,
   * read-only. Must not be read after the callback.
   *
   * @throws IllegalStateException after the callback
   */
  public ByteBuffer raw() {
    checkValid();
    return data.asReadOnlyBuffer().position(BEGIN).slice().order(ByteOrder.nativeOrder());
  }

  private Argument argument(String name) {
    for (Argument argument : layout) {
      if (argument.name().equals(name)) {
        return argument;
      }
    }
    throw new IllegalArgumentException(
        "no argument " + name + ". The number of arguments is " + names());
  }

  private void checkValid() {
    if (call != null) {
      call.checkValid();
    }
  }

  /** All arguments, e.g. {@code dst=0x7f.., sizeBytes=64}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Argument argument : layout) {
      text.append(text.length() == 0 ? "" : ", ").append(argument.name()).append('=');
      long value = getLong(argument);
      text.append(argument.isAddress() ? "0x" + Long.toHexString(value) : Long.toString(value));
    }
    return text.toString();
  }
}
