// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.event;

import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;

/**
 * A call that was picked at random, with the Java stack that made it; committed on the thread that
 * calls, which is its event thread. It happened at one moment: it has no duration.
 *
 * <p><b>How a reader scales.</b> Each call is picked independently of all others with a probability
 * of 1 / {@code weight}, which changes slowly to keep to the rate; where all are picked the weight
 * is 1. So the sum of the weights estimates the number of calls, without a bias by any pattern of
 * theirs. Weights alone scale badly where a few long executions make up most of the time. But the
 * totals are known exactly, from the events of the work itself; only how they are split between
 * stacks has to be estimated:
 *
 * <ol>
 *   <li>Group the work by what makes its executions alike: dispatches by kernel, grid and
 *       workgroup; copies by direction and bytes; waiting calls by function. Within a group tell
 *       them apart by how long they took, in steps of two.
 *   <li>Join work and sampled call by {@code correlationId}. A call that submits several pieces (a
 *       graph) counts with each.
 *   <li>In each step {@code T} is the exact total (time, bytes, or number) of all its work. {@code
 *       t(s)} is the sum of weight times time of the pieces that were joined to stack {@code s}.
 *       {@code t} is the sum of these over all stacks. A stack's part is {@code T * t(s) / t}. A
 *       step without a sample is divided as the others of its group together.
 *   <li>Calls may have no stack, because {@link LaunchSiteCountsEvent} has refused some, or the
 *       recording of stacks began later than that of work. Then only {@code W / max(N, W)} of a
 *       group of {@code N} pieces is known. {@code W} is the sum of the weights of the joined
 *       pieces. The rest belongs to no known stack. Show it as such.
 *   <li>A group without any sample belongs to no known stack, too.
 * </ol>
 *
 * <p>With all calls picked (rate 0) that is exact. Otherwise the share of a stack with {@code n}
 * samples of {@code m} has a standard error of about {@code sqrt(n * (m - n) / m) / m}.
 *
 * <p>The innermost frames lead into native code or belong to rocjfr itself. Leave them out, from
 * the top, by class and not by count. They are frames of {@code io.rocjfr.bridge.}, {@code
 * com.sun.jna.}, {@code java.lang.invoke.}, {@code jdk.internal.foreign.}, {@code
 * java.lang.reflect.} and {@code jdk.internal.reflect.}. They are also frames of proxies (a simple
 * name that begins with {@code $Proxy}) and of classes without a name of their own (one that begins
 * with {@code 0x}). JFR cuts stacks at its {@code stackdepth} (64), at the outer end.
 */
public abstract class SampledEvent extends Event {
  @CorrelationId
  @Label("Correlation Id")
  @Description(
      "The correlation id of the call. It joins the call and the work that it"
          + " submitted. 0 if there is none")
  public long correlationId;

  @Label("Function")
  @Description("The called function")
  public String function;

  @Label("Weight")
  @Description(
      "The number of calls for which this one stands: 1 divided by the probability of being picked")
  public double weight;
}
