// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A call in one of its phases. Valid during {@link ApiCallback#onCall} only, on its thread: later
 * use throws IllegalStateException.
 */
public final class ApiCall {
  // hip_api_data_t begins alike in all versions.
  private static final int CORRELATION_ID = 0;
  private static final int PHASE = 8;

  private final Domain domain;
  private final int code;
  private final String operation;
  private final String message;
  private final long rangeId;
  private final long correlationId;
  private final Phase phase;
  private final long[] phaseData;
  private ByteBuffer data;
  private boolean over;

  /** A call of HIP. */
  ApiCall(int code, String operation, ByteBuffer data) {
    this.domain = Domain.HIP_API;
    this.code = code;
    this.operation = operation;
    this.data = data.order(ByteOrder.nativeOrder());
    this.message = null;
    this.rangeId = 0;
    this.correlationId = data.getLong(CORRELATION_ID);
    this.phase = data.getInt(PHASE) == 0 ? Phase.ENTER : Phase.EXIT;
    this.phaseData =
        phase == Phase.ENTER ? PhaseStack.enter(correlationId) : PhaseStack.exit(correlationId);
  }

  /** A call of roctx. */
  ApiCall(int code, String message, long rangeId) {
    this.domain = Domain.ROCTX;
    this.code = code;
    this.operation = Operations.of(Domain.ROCTX).get(code);
    this.message = message;
    this.rangeId = rangeId;
    this.correlationId = 0;
    this.phase = Phase.ENTER;
    this.phaseData = new long[1];
  }

  void end() {
    over = true;
    data = null;
  }

  /** HIP_API or ROCTX. */
  public Domain domain() {
    return domain;
  }

  /** The operation: the function's name, e.g. hipMemcpy or roctxRangePush. */
  public String operation() {
    return operation;
  }

  /** The operation's number; HIP's depend on the version of HIP. */
  public int operationCode() {
    return code;
  }

  /** Before or after the call; of roctx always ENTER. */
  public Phase phase() {
    return phase;
  }

  /** Joins the call with its record and with the work that it submits; 0 for roctx. */
  public long correlationId() {
    return correlationId;
  }

  /** What {@link #setPhaseData} has set on ENTER; 0 if nothing. */
  public long phaseData() {
    return phaseData[0];
  }

  /** Keeps a number from ENTER to EXIT of this call. */
  public void setPhaseData(long value) {
    phaseData[0] = value;
  }

  /**
   * The arguments of a HIP call; none for roctx.
   *
   * @throws IllegalStateException after the callback
   */
  public Arguments arguments() {
    checkValid();
    return data == null ? Arguments.NONE : new Arguments(this, operation, data);
  }

  /**
   * The kernel that a launch launches, as the runtime spells it.
   *
   * @return null for other calls, and where the runtime does not know
   * @throws IllegalStateException after the callback
   */
  public String kernelName() {
    Arguments arguments = arguments();
    String host = operation.equals("hipLaunchCooperativeKernel") ? "f" : "function_address";
    if (arguments.has(host)) {
      return name(arguments.getLong(host), arguments.getLong("stream"), true);
    }
    boolean launches = arguments.has("stream") || arguments.has("hStream");
    return launches && arguments.has("f") ? name(arguments.getLong("f"), 0, false) : null;
  }

  private static String name(long function, long stream, boolean hostFunction) {
    return (String) RoctracerLink.call("kernelName", function, stream, hostFunction);
  }

  /** The message of roctxMark, roctxRangePush and roctxRangeStart; otherwise null. */
  public String message() {
    return message;
  }

  /** The id of the range that roctxRangeStart starts or roctxRangeStop stops; otherwise 0. */
  public long rangeId() {
    return rangeId;
  }

  void checkValid() {
    if (over) {
      throw new IllegalStateException("a call may be used only until the callback returns");
    }
  }

  @Override
  public String toString() {
    return operation + " " + phase + " correlation id " + correlationId;
  }
}
