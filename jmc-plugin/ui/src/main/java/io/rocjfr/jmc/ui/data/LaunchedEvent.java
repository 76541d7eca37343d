// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.jmc.ui.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmc.common.IDescribable;
import org.openjdk.jmc.common.IMCStackTrace;
import org.openjdk.jmc.common.item.IAccessorKey;
import org.openjdk.jmc.common.item.IAttribute;
import org.openjdk.jmc.common.item.ICanonicalAccessorFactory;
import org.openjdk.jmc.common.item.IItem;
import org.openjdk.jmc.common.item.IMemberAccessor;
import org.openjdk.jmc.common.item.IType;
import org.openjdk.jmc.flightrecorder.JfrAttributes;

/**
 * A kernel, copy or call with the stack of the call that it belongs to, as one event: JMC's
 * Properties show that event's own, and its views of stack traces have something to show.
 */
final class LaunchedEvent implements IItem {
  private final IItem event;
  private final IMCStackTrace stack;
  private final Type type;

  @SuppressWarnings("unchecked") // as JMC's own readers of an event's type do
  LaunchedEvent(IItem event, IMCStackTrace stack) {
    this.event = event;
    this.stack = stack;
    type = new Type((IType<IItem>) event.getType());
  }

  /** The event as the recording has it. */
  static IItem recorded(IItem item) {
    return item instanceof LaunchedEvent launched ? launched.event : item;
  }

  @Override
  public IType<?> getType() {
    return type;
  }

  /** The event's, and a stack. */
  private record Type(IType<IItem> of) implements IType<IItem> {
    private static final IAttribute<IMCStackTrace> STACK = JfrAttributes.EVENT_STACKTRACE;

    @Override
    public String getName() {
      return of.getName();
    }

    @Override
    public String getDescription() {
      return of.getDescription();
    }

    @Override
    @SuppressWarnings("deprecation") // JMC's Properties ask for it
    public List<IAttribute<?>> getAttributes() {
      List<IAttribute<?>> all = new ArrayList<>(of.getAttributes());
      if (!all.contains(STACK)) {
        all.add(STACK);
      }
      return all;
    }

    @Override
    public Map<IAccessorKey<?>, ? extends IDescribable> getAccessorKeys() {
      Map<IAccessorKey<?>, IDescribable> all = new LinkedHashMap<>(of.getAccessorKeys());
      all.put(STACK.getKey(), STACK);
      return all;
    }

    @Override
    public boolean hasAttribute(ICanonicalAccessorFactory<?> attribute) {
      return attribute.equals(STACK) || of.hasAttribute(attribute);
    }

    @Override
    @SuppressWarnings("unchecked") // a key's accessor gives what it names
    public <M> IMemberAccessor<M, IItem> getAccessor(IAccessorKey<M> key) {
      if (key.equals(STACK.getKey())) {
        return item -> (M) ((LaunchedEvent) item).stack;
      }
      IMemberAccessor<M, IItem> ofEvent = of.getAccessor(key);
      return ofEvent == null ? null : item -> ofEvent.getMember(recorded(item));
    }

    @Override
    public String getIdentifier() {
      return of.getIdentifier();
    }
  }
}
