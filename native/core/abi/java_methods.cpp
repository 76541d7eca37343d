// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The C ABI as Java's methods: the agent starts without JNA. Texts that may hold any character go
// as bytes, since JNI's own have an encoding of their own.
#include "core/abi/java_methods.h"

#include <cstdlib>
#include <cstring>

#include "core/java/attachments.h"
#include "core/java/java_thread.h"
#include "core/record/clients.h"
#include "core/record/flight.h"
#include "core/record/thread_state.h"
#include "rocjfr/rocjfr.h"

namespace {

uint32_t Unsigned(jint value) {
  return static_cast<uint32_t>(value);
}

jlong Long(uint64_t value) {
  return static_cast<jlong>(value);
}

// A zero-terminated copy of a byte array: user code may run while it is in use.
class Text {
 public:
  Text(JNIEnv* env, jbyteArray bytes) {
    const jsize length = env->GetArrayLength(bytes);
    if (length >= static_cast<jsize>(sizeof(small_))) {
      large_ = static_cast<char*>(std::malloc(static_cast<size_t>(length) + 1));
    }
    const bool fits = large_ != nullptr || length < static_cast<jsize>(sizeof(small_));
    const jsize copied = fits ? length : static_cast<jsize>(sizeof(small_)) - 1;
    char* to = large_ != nullptr ? large_ : small_;
    env->GetByteArrayRegion(bytes, 0, copied, reinterpret_cast<jbyte*>(to));
    to[copied] = 0;
  }
  ~Text() { std::free(large_); }
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;

  const char* get() const { return large_ != nullptr ? large_ : small_; }

 private:
  char small_[1024];
  char* large_ = nullptr;
};

// null for nullptr.
jbyteArray Bytes(JNIEnv* env, const char* text) {
  if (text == nullptr) return nullptr;
  const auto length = static_cast<jsize>(std::strlen(text));
  jbyteArray bytes = env->NewByteArray(length);
  if (bytes != nullptr) {
    env->SetByteArrayRegion(bytes, 0, length, reinterpret_cast<const jbyte*>(text));
  }
  return bytes;
}

jobject Buffer(JNIEnv* env, void* memory, uint64_t bytes) {
  return memory == nullptr ? nullptr : env->NewDirectByteBuffer(memory, static_cast<jlong>(bytes));
}

template <typename T>
T* Address(JNIEnv* env, jobject buffer) {
  return static_cast<T*>(env->GetDirectBufferAddress(buffer));
}

}  // namespace

// Defines a class in the bootstrap loader. Null with an exception pending where that fails.
ROCJFR_JAVA(jclass, defineInBootLoader)
(JNIEnv* env, jclass /*type*/, jstring name, jbyteArray bytes) {
  const char* text = env->GetStringUTFChars(name, nullptr);
  if (text == nullptr) return nullptr;
  jbyte* code = env->GetByteArrayElements(bytes, nullptr);
  jclass defined = nullptr;
  if (code != nullptr) {
    defined = env->DefineClass(text, nullptr, code, env->GetArrayLength(bytes));
    env->ReleaseByteArrayElements(bytes, code, JNI_ABORT);
  }
  env->ReleaseStringUTFChars(name, text);
  return defined;
}

ROCJFR_JAVA(jint, initialize)(JNIEnv* env, jclass /*type*/, jobject options, jobject error) {
  return rocjfr_initialize(Address<rocjfr_options_t>(env, options), Address<char>(env, error),
                           static_cast<uint64_t>(env->GetDirectBufferCapacity(error)));
}

ROCJFR_JAVA(jobject, control)(JNIEnv* env, jclass /*type*/) {
  return Buffer(env, rocjfr_control(), 4096);
}

ROCJFR_JAVA(jobject, ring)(JNIEnv* env, jclass /*type*/, jint index) {
  uint64_t bytes = 0;
  void* ring = rocjfr_ring(Unsigned(index), &bytes);
  return Buffer(env, ring, bytes);
}

ROCJFR_JAVA(jint, setWanted)(JNIEnv* /*env*/, jclass /*type*/, jint domains) {
  return rocjfr_set_wanted(Unsigned(domains));
}

ROCJFR_JAVA(jint, setFilter)
(JNIEnv* env, jclass /*type*/, jbyteArray functions, jlong threshold_ns, jint barriers) {
  return rocjfr_set_filter(Text(env, functions).get(), static_cast<uint64_t>(threshold_ns),
                           Unsigned(barriers));
}

ROCJFR_JAVA(jint, setResults)(JNIEnv* env, jclass /*type*/, jbyteArray functions) {
  return rocjfr_set_results(Text(env, functions).get());
}

ROCJFR_JAVA(jint, setSiteSink)(JNIEnv* env, jclass /*own*/, jclass type) {
  return rocjfr_set_site_sink(env, type);
}

ROCJFR_JAVA(jint, setSites)(JNIEnv* env, jclass /*type*/, jbyteArray functions, jint rate) {
  return rocjfr_set_sites(Text(env, functions).get(), Unsigned(rate));
}

ROCJFR_JAVA(jint, setAllocations)(JNIEnv* /*env*/, jclass /*type*/, jint pick, jint rate) {
  return rocjfr_set_allocations(Unsigned(pick), Unsigned(rate));
}

ROCJFR_JAVA(jint, siteCounts)(JNIEnv* env, jclass /*type*/, jint kind, jlongArray counts) {
  rocjfr_site_counts_t now = {};
  const rocjfr_status_t status = rocjfr_site_counts(Unsigned(kind), &now);
  constexpr jsize kCounts = sizeof(now) / sizeof(jlong);
  static_assert(kCounts == 12, "Tracer.SITE_COUNTS");
  env->SetLongArrayRegion(counts, 0, kCounts, reinterpret_cast<const jlong*>(&now));
  return status;
}

ROCJFR_JAVA(jint, memory)(JNIEnv* env, jclass /*type*/, jobject rows) {
  static_assert(sizeof(rocjfr_memory_t) == 64, "NativeTracer.MEMORY_BYTES");
  const auto most = env->GetDirectBufferCapacity(rows) / jlong{sizeof(rocjfr_memory_t)};
  return static_cast<jint>(
      rocjfr_memory(Address<rocjfr_memory_t>(env, rows), static_cast<uint32_t>(most)));
}

ROCJFR_JAVA(jint, liveAllocations)
(JNIEnv* env, jclass /*type*/, jlongArray cursor, jobject rows) {
  static_assert(sizeof(rocjfr_allocation_t) == 56, "NativeTracer.ALLOCATION_BYTES");
  const auto most = env->GetDirectBufferCapacity(rows) / jlong{sizeof(rocjfr_allocation_t)};
  jlong at = 0;
  env->GetLongArrayRegion(cursor, 0, 1, &at);
  auto place = static_cast<uint64_t>(at);
  const uint32_t count = rocjfr_live_allocations(&place, Address<rocjfr_allocation_t>(env, rows),
                                                 static_cast<uint32_t>(most));
  at = static_cast<jlong>(place);
  env->SetLongArrayRegion(cursor, 0, 1, &at);
  return static_cast<jint>(count);
}

ROCJFR_JAVA(jint, agentOfDevice)(JNIEnv* /*env*/, jclass /*type*/, jint device) {
  return rocjfr_agent_of_device(device);
}

ROCJFR_JAVA(void, poll)(JNIEnv* /*env*/, jclass /*type*/) {
  rocjfr_poll();
}

ROCJFR_JAVA(jlong, inFlight)(JNIEnv* /*env*/, jclass /*type*/) {
  return Long(rocjfr_in_flight());
}

ROCJFR_JAVA(jlong, quiesce)(JNIEnv* /*env*/, jclass /*type*/, jint timeout_ms, jint idle_ms) {
  return Long(rocjfr_quiesce(Unsigned(timeout_ms), Unsigned(idle_ms)));
}

ROCJFR_JAVA(jlong, askReports)(JNIEnv* /*env*/, jclass /*type*/) {
  return Long(rocjfr_ask_reports());
}

ROCJFR_JAVA(jint, reportsToCome)(JNIEnv* /*env*/, jclass /*type*/, jlong asked) {
  return static_cast<jint>(rocjfr_reports_to_come(static_cast<uint64_t>(asked)));
}

// How many rows, and above them how many calls.
ROCJFR_JAVA(jlong, pending)(JNIEnv* env, jclass /*type*/, jobject rows, jobject calls) {
  static_assert(sizeof(rocjfr_pending_t) == 32, "PendingRows.ROW_BYTES");
  static_assert(sizeof(rocjfr_pending_call_t) == 24, "PendingRows.CALL_BYTES");
  const auto most = env->GetDirectBufferCapacity(rows) / jlong{sizeof(rocjfr_pending_t)};
  auto* call = calls == nullptr ? nullptr : Address<rocjfr_pending_call_t>(env, calls);
  auto count = static_cast<uint32_t>(call == nullptr ? 0
                                                     : env->GetDirectBufferCapacity(calls) /
                                                           jlong{sizeof(rocjfr_pending_call_t)});
  const uint32_t filled = rocjfr_pending(Address<rocjfr_pending_t>(env, rows),
                                         static_cast<uint32_t>(most), call, &count);
  return Long(uint64_t{count} << 32 | filled);
}

ROCJFR_JAVA(void, workCounts)(JNIEnv* env, jclass /*type*/, jlongArray counts) {
  const rocjfr_work_counts_t now = rocjfr_work_counts();
  const jlong all[] = {Long(now.submitted), Long(now.reported), Long(now.given_up)};
  env->SetLongArrayRegion(counts, 0, 3, all);
}

// Not of the C ABI: only Java has one number for all runtimes.
ROCJFR_JAVA(jlong, openclInFlight)(JNIEnv* /*env*/, jclass /*type*/) {
  return Long(rocjfr::g_opencl_flight.Count());
}

// Whether Java wants work from now on or not: what is in flight is from before.
ROCJFR_JAVA(jlong, abandonInFlight)(JNIEnv* /*env*/, jclass /*type*/) {
  return Long(rocjfr::AbandonUnless(&rocjfr::WantedByClients));
}

ROCJFR_JAVA(jint, anyUnread)(JNIEnv* /*env*/, jclass /*type*/) {
  return static_cast<jint>(rocjfr_any_unread());
}

ROCJFR_JAVA(void, wait)(JNIEnv* /*env*/, jclass /*type*/, jint timeout_ms) {
  rocjfr_wait(Unsigned(timeout_ms));
}

ROCJFR_JAVA(void, watch)(JNIEnv* /*env*/, jclass /*type*/, jint timeout_ms) {
  rocjfr_watch(Unsigned(timeout_ms));
}

ROCJFR_JAVA(void, endWatch)(JNIEnv* /*env*/, jclass /*type*/) {
  rocjfr_end_watch();
}

ROCJFR_JAVA(void, wake)(JNIEnv* /*env*/, jclass /*type*/) {
  rocjfr_wake();
}

ROCJFR_JAVA(void, setExiting)(JNIEnv* /*env*/, jclass /*type*/, jint exiting) {
  rocjfr_set_exiting(Unsigned(exiting));
}

ROCJFR_JAVA(void, thisThreadDrains)(JNIEnv* /*env*/, jclass /*type*/) {
  rocjfr_this_thread_drains();
}

ROCJFR_JAVA(jbyteArray, lostCauseName)(JNIEnv* env, jclass /*type*/, jint cause) {
  return Bytes(env, rocjfr_lost_cause_name(Unsigned(cause)));
}

ROCJFR_JAVA(jlong, lost)(JNIEnv* /*env*/, jclass /*type*/, jint domain, jint cause) {
  return Long(rocjfr_lost(Unsigned(domain), Unsigned(cause)));
}

ROCJFR_JAVA(jbyteArray, nameSymbol)(JNIEnv* env, jclass /*type*/, jint ref) {
  return Bytes(env, rocjfr_name_symbol(Unsigned(ref)));
}

ROCJFR_JAVA(jbyteArray, nameDemangled)(JNIEnv* env, jclass /*type*/, jint ref) {
  return Bytes(env, rocjfr_name_demangled(Unsigned(ref)));
}

ROCJFR_JAVA(jint, thread)(JNIEnv* env, jclass /*type*/, jint ref, jobject info) {
  return rocjfr_thread(Unsigned(ref), Address<rocjfr_thread_info_t>(env, info));
}

ROCJFR_JAVA(jobject, threadObject)(JNIEnv* env, jclass /*type*/, jint ref) {
  return static_cast<jobject>(rocjfr_thread_object(env, Unsigned(ref)));
}

ROCJFR_JAVA(jlong, threadId)(JNIEnv* env, jclass /*type*/, jobject thread) {
  return rocjfr::JavaThreadId(env, thread);
}

ROCJFR_JAVA(jint, meetJvm)(JNIEnv* env, jclass /*type*/) {
  rocjfr::FollowAttachments(
      env,
      [](void* thread_env, void* thread) {
        rocjfr::OwnThreadBegins(thread_env, thread);
        if (rocjfr::t_state != nullptr) rocjfr::t_state->Attached();
      },
      [] {
        rocjfr::OwnThreadEnds();
        if (rocjfr::t_state != nullptr) rocjfr::t_state->Detached();
      });
  return rocjfr_meet_jvm(env);
}

ROCJFR_JAVA(jbyteArray, jvmProblem)(JNIEnv* env, jclass /*type*/) {
  const char* problem = rocjfr_jvm_problem();
  return Bytes(env, problem == nullptr ? "" : problem);
}

ROCJFR_JAVA(jint, setThreadQuery)(JNIEnv* env, jclass /*own*/, jclass type) {
  return rocjfr_set_thread_query(env, type);
}

ROCJFR_JAVA(jbyteArray, apiName)(JNIEnv* env, jclass /*type*/, jint id) {
  return Bytes(env, rocjfr_api_name(Unsigned(id)));
}

ROCJFR_JAVA(jint, apiLast)(JNIEnv* /*env*/, jclass /*type*/) {
  return static_cast<jint>(rocjfr_api_last());
}

ROCJFR_JAVA(jbyteArray, errorName)(JNIEnv* env, jclass /*type*/, jint error) {
  return Bytes(env, rocjfr_error_name(Unsigned(error)));
}

ROCJFR_JAVA(jbyteArray, kindName)(JNIEnv* env, jclass /*type*/, jint kind) {
  return Bytes(env, rocjfr_kind_name(Unsigned(kind)));
}

ROCJFR_JAVA(jint, runtime)(JNIEnv* env, jclass /*type*/, jobject info) {
  return rocjfr_runtime(Address<rocjfr_runtime_info_t>(env, info));
}

ROCJFR_JAVA(jint, setOpenclFilter)
(JNIEnv* env, jclass /*type*/, jbyteArray functions, jlong threshold_ns) {
  return rocjfr_set_opencl_filter(Text(env, functions).get(), static_cast<uint64_t>(threshold_ns));
}

ROCJFR_JAVA(jint, setOpenclProfiling)(JNIEnv* /*env*/, jclass /*type*/, jint always) {
  return rocjfr_set_opencl_profiling(Unsigned(always));
}

ROCJFR_JAVA(jbyteArray, openclApiName)(JNIEnv* env, jclass /*type*/, jint id) {
  return Bytes(env, rocjfr_opencl_api_name(Unsigned(id)));
}

ROCJFR_JAVA(jint, openclApiCount)(JNIEnv* /*env*/, jclass /*type*/) {
  return static_cast<jint>(rocjfr_opencl_api_count());
}

ROCJFR_JAVA(jbyteArray, openclErrorName)(JNIEnv* env, jclass /*type*/, jint error) {
  return Bytes(env, rocjfr_opencl_error_name(error));
}

ROCJFR_JAVA(jint, opencl)(JNIEnv* env, jclass /*type*/, jobject info) {
  return rocjfr_opencl(Address<rocjfr_opencl_info_t>(env, info));
}

ROCJFR_JAVA(jint, sampleGpuClock)(JNIEnv* env, jclass /*type*/, jlongArray sample) {
  rocjfr_clock_sample_t taken = {};
  const rocjfr_status_t status = rocjfr_sample_gpu_clock(&taken);
  static_assert(sizeof(taken) == 3 * sizeof(jlong), "before, GPU, after");
  env->SetLongArrayRegion(sample, 0, 3, reinterpret_cast<const jlong*>(&taken));
  return status;
}

ROCJFR_JAVA(jint, agent)(JNIEnv* /*env*/, jclass /*type*/, jint device_id) {
  return rocjfr_agent(Unsigned(device_id));
}

ROCJFR_JAVA(jint, device)(JNIEnv* /*env*/, jclass /*type*/, jint device_id) {
  return rocjfr_device(Unsigned(device_id));
}

ROCJFR_JAVA(jobject, externalStack)(JNIEnv* env, jclass /*type*/, jint client) {
  // Who pushes ids is known from here on, also where the JVM cannot be asked from the hook.
  const rocjfr::CalledByJava called;
  if (rocjfr::ThreadState* thread = rocjfr::CurrentThread()) thread->FindActor();
  return Buffer(env, rocjfr_external_stack(Unsigned(client)), sizeof(rocjfr_external_stack_t));
}

ROCJFR_JAVA(jobject, virtualThreads)(JNIEnv* env, jclass /*type*/) {
  uint64_t bytes = 0;
  void* table = rocjfr_virtual_threads(&bytes);
  return Buffer(env, table, bytes);
}

ROCJFR_JAVA(void, roctxMark)(JNIEnv* env, jclass /*type*/, jbyteArray message) {
  const rocjfr::CalledByJava called;
  rocjfr_roctx_mark(Text(env, message).get());
}

ROCJFR_JAVA(jint, roctxRangePush)(JNIEnv* env, jclass /*type*/, jbyteArray message) {
  const rocjfr::CalledByJava called;
  return rocjfr_roctx_range_push(Text(env, message).get());
}

ROCJFR_JAVA(jint, roctxRangePop)(JNIEnv* /*env*/, jclass /*type*/) {
  const rocjfr::CalledByJava called;
  return rocjfr_roctx_range_pop();
}

ROCJFR_JAVA(jlong, roctxRangeStart)(JNIEnv* env, jclass /*type*/, jbyteArray message) {
  return Long(rocjfr_roctx_range_start(Text(env, message).get()));
}

ROCJFR_JAVA(void, roctxRangeStop)(JNIEnv* /*env*/, jclass /*type*/, jlong id) {
  rocjfr_roctx_range_stop(static_cast<uint64_t>(id));
}
