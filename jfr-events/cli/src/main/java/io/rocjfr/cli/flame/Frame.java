// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

/**
 * One frame of a stack.
 *
 * @param kind what it is
 * @param name the class and the method; or what the stack's work is called
 * @param line in the source, 0 where it is not known or not asked for
 */
public record Frame(Kind kind, String name, int line) {
  /** What frames are. */
  public enum Kind {
    /** A method of Java. */
    JAVA,
    /** What was done: a kernel, the direction of a copy, a function. */
    WORK,
    /** The thread whose stack it is, outermost. */
    THREAD,
    /** In place of a stack, or of a part of it, that is not known. */
    UNKNOWN
  }

  /** In place of a stack that is not known. */
  static final Frame NO_STACK = new Frame(Kind.UNKNOWN, "[no known stack]", 0);

  /** In place of the outer frames of a stack that is deeper than JFR's stackdepth. */
  static final Frame CUT = new Frame(Kind.UNKNOWN, "[cut by JFR's stackdepth]", 0);

  static Frame thread(String name) {
    return new Frame(Kind.THREAD, "[" + name + "]", 0);
  }

  static Frame work(String name) {
    return new Frame(Kind.WORK, name, 0);
  }

  /** As it is shown: with the line where that is known. */
  public String label() {
    return line > 0 ? name + ":" + line : name;
  }
}
