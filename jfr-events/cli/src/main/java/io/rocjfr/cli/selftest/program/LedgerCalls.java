// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.selftest.program;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import io.rocjfr.cli.selftest.Ledger;
import io.rocjfr.cli.selftest.Ledger.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A library, each call of which goes into the ledger. */
final class LedgerCalls {
  private final NativeLibrary library;
  private final Ledger ledger;
  private final Map<String, Function> functions = new HashMap<>();

  /** Calls whose work may still run. */
  private final List<Call> pending = new ArrayList<>();

  private String recording = "";
  private String scenario = "";

  LedgerCalls(NativeLibrary library, Ledger ledger) {
    this.library = library;
    this.ledger = ledger;
  }

  Ledger ledger() {
    return ledger;
  }

  void recording(String name) {
    recording = name;
  }

  void scenario(String name) {
    scenario = name;
  }

  boolean has(String name) {
    try {
      return function(name) != null;
    } catch (UnsatisfiedLinkError e) {
      return false;
    }
  }

  /** A call that must succeed. */
  Call call(String name, Object... arguments) {
    Function function = function(name);
    long before = System.nanoTime();
    int result = function.invokeInt(arguments);
    long after = System.nanoTime();
    return add(name, before, after, result);
  }

  private Call add(String name, long before, long after, int result) {
    Call call = new Call(ledger.calls.size(), recording, scenario, name, before, after, result);
    ledger.calls.add(call);
    if (result != 0) {
      throw new WorkFailure(name + " returned " + error(result));
    }
    return call;
  }

  /** A call that is not compared, since hooks do not tell of it in all versions. */
  int ask(String name, Object... arguments) {
    if (!ledger.untold.contains(name)) {
      ledger.untold.add(name);
    }
    return function(name).invokeInt(arguments);
  }

  /** A call for its own time, outside of the ledger. */
  long time(String name, Object... arguments) {
    Function function = function(name);
    long before = System.nanoTime();
    int result = function.invokeInt(arguments);
    long nanos = System.nanoTime() - before;
    if (result != 0) {
      throw new WorkFailure(name + " returned " + error(result));
    }
    return nanos;
  }

  /** A call that hands out a handle or an address. */
  Pointer get(String name, Object... arguments) {
    try (Memory out = new Memory(Long.BYTES)) {
      Object[] all = new Object[arguments.length + 1];
      all[0] = out;
      System.arraycopy(arguments, 0, all, 1, arguments.length);
      call(name, all);
      return out.getPointer(0);
    }
  }

  /** A call that returns a handle, and whether it succeeded in its last argument: OpenCL's. */
  Pointer create(String name, Object... arguments) {
    try (Memory error = new Memory(Integer.BYTES)) {
      error.clear();
      Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
      all[arguments.length] = error;
      Function function = function(name);
      long before = System.nanoTime();
      Pointer handle = function.invokePointer(all);
      long after = System.nanoTime();
      add(name, before, after, error.getInt(0));
      return handle;
    }
  }

  /** A call that has submitted work, which ends later. */
  Call submitted(Call call, GpuStream stream, Ledger.Work... works) {
    call.stream = stream.label();
    call.works.addAll(List.of(works));
    pending.add(call);
    return call;
  }

  /** All work of a stream, or of all if it is null, had ended when this call returned. */
  void finished(Call call, GpuStream stream) {
    finished(call, stream, ledger.calls.size());
  }

  /** The same of what calls of smaller numbers have submitted. */
  void finished(Call call, GpuStream stream, int until) {
    pending.removeIf(
        one -> {
          boolean ended = one.id < until && (stream == null || one.stream.equals(stream.label()));
          if (ended) {
            one.done = call.after;
          }
          return ended;
        });
  }

  private String error(int result) {
    try {
      return function("hipGetErrorName").invokeString(new Object[] {result}, false);
    } catch (UnsatisfiedLinkError e) {
      return "" + result;
    }
  }

  private Function function(String name) {
    return functions.computeIfAbsent(name, library::getFunction);
  }
}
