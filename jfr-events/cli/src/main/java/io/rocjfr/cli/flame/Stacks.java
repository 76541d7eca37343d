// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.flame;

import io.rocjfr.figures.ClassNames;
import io.rocjfr.figures.NativeFrames;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/**
 * Puts stacks of events into a tree, without their innermost frames: those of the way into native
 * code, and ours.
 */
public final class Stacks {
  /** A line of rocjfr.LiveGpuAllocation's text. */
  private static final Pattern LINE =
      Pattern.compile("\\s*(?:at )?([^(]+?)(?:\\((?:[^:)]*)(?::(\\d{1,9}))?\\))?\\s*");

  private static final String UNNAMED = "threads without a name";

  private final StackTree tree;
  private final boolean lines;
  private final boolean threads;

  /**
   * Into this tree.
   *
   * @param lines whether frames of one method are told apart by their lines
   * @param threads whether stacks begin with their thread
   */
  public Stacks(StackTree tree, boolean lines, boolean threads) {
    this.tree = tree;
    this.lines = lines;
    this.threads = threads;
  }

  /** Where the stack of an event's thread begins. */
  private int root(RecordedEvent event) {
    if (!threads) {
      return StackTree.ROOT;
    }
    RecordedThread thread = event.getThread();
    String name = thread == null ? null : thread.getJavaName();
    return tree.child(
        StackTree.ROOT,
        Frame.thread(
            thread == null ? "unknown thread" : name == null || name.isEmpty() ? UNNAMED : name));
  }

  /** The node of an event's stack; -1 if it has none, or nothing but the way into native code. */
  public int node(RecordedEvent event) {
    RecordedStackTrace stack = event.getStackTrace();
    if (stack == null) {
      return -1;
    }
    List<RecordedFrame> frames = stack.getFrames();
    int first = 0;
    while (first < frames.size() && NativeFrames.has(type(frames.get(first)))) {
      first++;
    }
    return first == frames.size() ? -1 : node(event, stack, first);
  }

  /** The node of all frames of an event's stack; -1 if it has none. */
  public int wholeNode(RecordedEvent event) {
    RecordedStackTrace stack = event.getStackTrace();
    return stack == null || stack.getFrames().isEmpty() ? -1 : node(event, stack, 0);
  }

  private int node(RecordedEvent event, RecordedStackTrace stack, int first) {
    List<RecordedFrame> frames = stack.getFrames();
    int root = root(event);
    int node = stack.isTruncated() ? tree.child(root, Frame.CUT) : root;
    for (int i = frames.size() - 1; i >= first; i--) {
      RecordedFrame frame = frames.get(i);
      RecordedMethod method = frame.getMethod();
      String name = method == null ? "?" : method.getName();
      node =
          tree.child(
              node,
              new Frame(
                  Frame.Kind.JAVA,
                  ClassNames.shown(type(frame)) + "." + name,
                  line(frame.getLineNumber())));
    }
    return node;
  }

  /** The node of a stack in text: the innermost frame first, one on a line; -1 if there is none. */
  public int node(String text) {
    List<String> frames = text.lines().filter(line -> !line.isBlank()).toList();
    int node = StackTree.ROOT;
    boolean any = false;
    for (int i = frames.size() - 1; i >= 0; i--) {
      Matcher matcher = LINE.matcher(frames.get(i));
      if (matcher.matches()) {
        String number = matcher.group(2);
        String method = matcher.group(1);
        int dot = method.lastIndexOf('.');
        String name =
            dot < 0 ? method : ClassNames.shown(method.substring(0, dot)) + method.substring(dot);
        node =
            tree.child(
                node,
                new Frame(
                    Frame.Kind.JAVA, name, line(number == null ? 0 : Integer.parseInt(number))));
        any = true;
      }
    }
    return any ? node : -1;
  }

  /**
   * The same frames as text: the innermost first, one on a line, with its line in the source; empty
   * if there are none.
   */
  public static String text(RecordedStackTrace stack) {
    StringBuilder text = new StringBuilder();
    for (RecordedFrame frame : stack.getFrames()) {
      String type = type(frame);
      if (text.length() == 0 && NativeFrames.has(type)) {
        continue;
      }
      RecordedMethod method = frame.getMethod();
      text.append(text.length() == 0 ? "" : "\n")
          .append(ClassNames.shown(type))
          .append('.')
          .append(method == null ? "?" : method.getName());
      if (frame.getLineNumber() > 0) {
        text.append(':').append(frame.getLineNumber());
      }
    }
    return text.toString();
  }

  private int line(int number) {
    return lines && number > 0 ? number : 0;
  }

  private static String type(RecordedFrame frame) {
    RecordedMethod method = frame.getMethod();
    return method == null || method.getType() == null ? "" : method.getType().getName();
  }
}
