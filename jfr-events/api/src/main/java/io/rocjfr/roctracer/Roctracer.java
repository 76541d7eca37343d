// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.roctracer;

import io.rocjfr.AgentFunctions;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The functions of roctracer that belong to no pool: callbacks, activities, external correlation
 * ids, start and stop. For pools see {@link Pool}.
 *
 * <p>If something is enabled before HIP or roctx is loaded, it takes effect when that library is
 * loaded. An operation has one callback and one pool. Enabling it again replaces the old one
 * completely, and one disable ends it.
 */
public final class Roctracer {
  /** Instead of an operation. */
  static final int ALL = -1;

  /** HSA_OPS: what comes after the barrier is reserved; it succeeds and delivers nothing. */
  private static final int LAST_HSA_WORK = 2;

  private Roctracer() {}

  /** Whether the agent runs in this JVM, so that this package works. */
  public static boolean isAvailable() {
    return RoctracerLink.isThere();
  }

  /** The version of the native library, e.g. 4.1. */
  public static String version() {
    return (String) RoctracerLink.call("version");
  }

  // --- callbacks ---

  /**
   * Tells a callback of all calls of one operation.
   *
   * @param domain HIP_API or ROCTX; on HIP_OPS nothing happens, since its work has no phases
   * @param operation a function's name, e.g. hipMemcpy or roctxMark. While HIP is not loaded, only
   *     functions are known that all versions have under the same number
   * @throws RoctracerException {@link Status#ERROR_INVALID_ARGUMENT}: there is no such operation;
   *     other statuses as {@link #enableCallback(Domain, ApiCallback)}
   */
  public static void enableCallback(Domain domain, String operation, ApiCallback callback) {
    enableCallback(domain, operationCode(domain, operation), callback);
  }

  /**
   * Tells a callback of all calls of a domain.
   *
   * @param domain HIP_API or ROCTX; nothing happens on HIP_OPS and EXT_API
   * @throws RoctracerException {@link Status#ERROR_NOT_IMPLEMENTED}: one of HSA's; {@link
   *     Status#ERROR_INVALID_DOMAIN_ID}: KFD_API
   */
  public static void enableCallback(Domain domain, ApiCallback callback) {
    enableCallback(domain, ALL, callback);
  }

  /** Tells a callback of all calls of all domains that can be traced: HIP_API and ROCTX. */
  public static void enableCallback(ApiCallback callback) {
    enableCallback(Domain.HIP_API, callback);
    enableCallback(Domain.ROCTX, callback);
  }

  private static void enableCallback(Domain domain, int operation, ApiCallback callback) {
    Objects.requireNonNull(callback, "callback");
    refuseHsa(domain);
    Consumer<Object[]> told = call -> tell(callback, call);
    RoctracerLink.call("enableCallback", domain.code(), operation, callback, told);
  }

  /** Takes {domain, op, name, hip_api_data_t} or {domain, op, message, range id}. */
  private static void tell(ApiCallback callback, Object[] told) {
    int operation = (Integer) told[1];
    ApiCall call =
        (Integer) told[0] == Domain.HIP_API.code()
            ? new ApiCall(operation, (String) told[2], (ByteBuffer) told[3])
            : new ApiCall(operation, (String) told[2], (long) (Long) told[3]);
    try {
      callback.onCall(call);
    } finally {
      call.end();
    }
  }

  /**
   * Ends an operation's callback. After the return no callback begins, but one may still be running
   * on another thread. A call in progress gets no EXIT.
   *
   * @throws RoctracerException {@link Status#ERROR_INVALID_ARGUMENT}: there is no such operation;
   *     {@link Status#ERROR_INVALID_DOMAIN_ID}: KFD_API
   */
  public static void disableCallback(Domain domain, String operation) {
    RoctracerLink.call("disableCallback", domain.code(), operationCode(domain, operation));
  }

  /**
   * Ends all callbacks of a domain, also native ones.
   *
   * @throws RoctracerException {@link Status#ERROR_INVALID_DOMAIN_ID}: KFD_API
   */
  public static void disableCallback(Domain domain) {
    RoctracerLink.call("disableCallback", domain.code(), ALL);
  }

  /** Ends all callbacks, also native ones. */
  public static void disableCallback() {
    disableCallback(Domain.HIP_API);
    disableCallback(Domain.ROCTX);
  }

  /** How often a callback or a record consumer of this JVM has thrown. */
  public static long callbackFailures() {
    return (Long) RoctracerLink.call("callbackFailures");
  }

  // HSA calls back from inside the runtime, and its arguments have no names here.
  private static void refuseHsa(Domain domain) {
    if (domain == Domain.HSA_API || domain == Domain.HSA_OPS || domain == Domain.HSA_EVT) {
      throw new RoctracerException(
          Status.ERROR_NOT_IMPLEMENTED, domain + " can be traced only in C, with libroctracer64");
    }
  }

  // --- activities ---

  /**
   * Records an operation in the default pool.
   *
   * @see Pool#enable(Domain, String)
   * @throws RoctracerException {@link Status#ERROR_DEFAULT_POOL_UNDEFINED}, and as that method
   */
  public static void enableActivity(Domain domain, String operation) {
    enableActivity(domain, operationCode(domain, operation), 0);
  }

  /**
   * Records all operations of a domain in the default pool.
   *
   * @see Pool#enable(Domain)
   * @throws RoctracerException {@link Status#ERROR_DEFAULT_POOL_UNDEFINED}, and as that method
   */
  public static void enableActivity(Domain domain) {
    enableActivity(domain, ALL, 0);
  }

  static void enableActivity(Domain domain, int operation, long pool) {
    if (domain != Domain.HSA_OPS || operation == ALL || operation <= LAST_HSA_WORK) {
      refuseHsa(domain);
    }
    RoctracerLink.call("enableActivity", domain.code(), operation, pool);
  }

  /**
   * Ends the recording of an operation, in whichever pool. Calls in progress make no record. With
   * HIP_OPS, work that was submitted before still gets its records. Those of finished work are in
   * the pool afterwards (not in a callback). Those of running work come when it ends, if their pool
   * is open, within 60 seconds.
   *
   * @throws RoctracerException {@link Status#ERROR_INVALID_ARGUMENT}: there is no such operation;
   *     {@link Status#ERROR_INVALID_DOMAIN_ID}: KFD_API
   */
  public static void disableActivity(Domain domain, String operation) {
    RoctracerLink.call("disableActivity", domain.code(), operationCode(domain, operation));
  }

  /**
   * Ends the recording of all operations of a domain, in whichever pools.
   *
   * @see #disableActivity(Domain, String)
   */
  public static void disableActivity(Domain domain) {
    RoctracerLink.call("disableActivity", domain.code(), ALL);
  }

  /** Ends the recording of all operations of all domains, in whichever pools. */
  public static void disableActivity() {
    disableActivity(Domain.HIP_OPS);
    disableActivity(Domain.HIP_API);
  }

  /** Flushes the default pool, if there is one; see {@link Pool#flush()}. */
  public static void flush() {
    RoctracerLink.call("flushPool", 0L);
  }

  // --- external correlation ids ---

  /**
   * Pushes an id onto the calling thread's stack until it is closed. While the stack is not empty,
   * each HIP_API record of the thread has a record of the domain EXT_API directly before it. That
   * has the innermost id and the same correlation id. The ids of {@code
   * io.rocjfr.ExternalCorrelation} are separate.
   *
   * @throws RoctracerException {@link Status#ERROR} on a virtual thread of a JVM that does not tell
   *     where it runs (other than HotSpot)
   */
  public static ExternalId externalId(long id) {
    if (AgentFunctions.onUnknownVirtualThread()) {
      throw new RoctracerException(
          Status.ERROR,
          "an external correlation id cannot be pushed on a virtual thread of this JVM");
    }
    RoctracerLink.call("pushExternalId", id);
    return new ExternalId(id);
  }

  static long popExternalId() {
    return (Long) RoctracerLink.call("popExternalId");
  }

  // --- start and stop ---

  /** Traces HIP again after {@link #stop}. Tracing is on when the process starts. */
  public static void start() {
    RoctracerLink.call("start");
  }

  /**
   * Stops tracing HIP in the process until {@link #start}. Enabled operations stay enabled. Calls
   * in progress get no EXIT and make no record. Work that was submitted before still gets its
   * records, as with {@link #disableActivity(Domain, String)}.
   */
  public static void stop() {
    RoctracerLink.call("stop");
  }

  /**
   * Sets what {@link #start} and {@link #stop} call on their thread if they change something. This
   * also applies to the native functions. It replaces earlier settings, native ones, too.
   *
   * @param started may be null
   * @param stopped may be null
   */
  public static void onStartStop(Runnable started, Runnable stopped) {
    RoctracerLink.call("onStartStop", started, stopped);
  }

  // --- names and time ---

  /** Now, in nanoseconds, on the clock of all records: the GPU runtime's. */
  public static long timestamp() {
    return (Long) RoctracerLink.call("timestamp");
  }

  /**
   * The number of an operation.
   *
   * @throws RoctracerException {@link Status#ERROR_INVALID_ARGUMENT}: the domain has none of this
   *     name; {@link Status#ERROR_INVALID_DOMAIN_ID}: KFD_API and EXT_API, which have none
   */
  public static int operationCode(Domain domain, String operation) {
    Objects.requireNonNull(operation, "operation");
    List<String> known = Operations.of(domain);
    if (known.isEmpty()) {
      return (Integer) RoctracerLink.call("operationCode", domain.code(), operation);
    }
    int code = known.indexOf(operation);
    if (code < 0) {
      throw new RoctracerException(
          Status.ERROR_INVALID_ARGUMENT,
          domain + " has no operation " + operation + " but " + String.join(", ", known));
    }
    return code;
  }

  /**
   * The name of an operation.
   *
   * @param kind for HIP_OPS, whose commands are named by it; otherwise 0
   * @return "unknown" where HIP or HSA has no such function
   * @throws RoctracerException {@link Status#ERROR_INVALID_DOMAIN_ID}: KFD_API; {@link
   *     Status#ERROR_INVALID_ARGUMENT}: the domain has no such operation
   */
  public static String operationName(Domain domain, int operation, int kind) {
    if (domain == Domain.ROCTX && operation >= 0 && operation < Operations.of(domain).size()) {
      return Operations.of(domain).get(operation);
    }
    return (String) RoctracerLink.call("operationName", domain.code(), operation, kind);
  }
}
