// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "tracer.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

#include "clients.h"
#include "clock.h"
#include "control.h"
#include "losses.h"
#include "names.h"
#include "runtime.h"

namespace rocjfr {
namespace {

std::atomic<uint64_t> g_threshold_ns{0};
std::atomic<bool> g_barriers{false};
std::atomic<uint64_t> g_abandoned{0};
// Counts modules that were unloaded: kernel handles cached before may mean other kernels now.
std::atomic<uint32_t> g_kernel_epoch{1};

struct Filter {
  std::mutex mutex;
  bool all = true;
  std::vector<uint64_t> bits;
};
Filter& TheFilter() {
  static Filter* filter = new Filter;
  return *filter;
}

bool Passes(const Filter& filter, uint32_t op) {
  return filter.all ||
         (op / 64 < filter.bits.size() && (filter.bits[op / 64] >> (op % 64) & 1) != 0);
}

template <typename T>
T At(const void* base, uint32_t offset) noexcept {
  T value;
  memcpy(&value, static_cast<const char*>(base) + offset, sizeof(value));
  return value;
}

uint32_t CacheIndex(const void* pointer) noexcept {
  const auto bits = reinterpret_cast<uintptr_t>(pointer);
  return static_cast<uint32_t>((bits >> 4) ^ (bits >> 10)) & 63;
}

// The ref of a name that the runtime owns: pointers are reused, so the text decides.
uint32_t SymbolRef(ThreadState& thread, const char* symbol) noexcept {
  if (symbol == nullptr) return 0;
  auto& cached = thread.symbols[CacheIndex(symbol)];
  if (cached.key == symbol && cached.symbol != nullptr && strcmp(cached.symbol, symbol) == 0) {
    return cached.ref;
  }
  cached.ref = InternName(symbol);
  cached.key = symbol;
  cached.symbol = NameSymbol(cached.ref);
  return cached.ref;
}

uint32_t KernelRef(ThreadState& thread, const Runtime& runtime, KernelArgument kind,
                   const void* handle) noexcept {
  if (handle == nullptr) return 0;
  const uint32_t epoch = g_kernel_epoch.load(std::memory_order_acquire);
  if (thread.kernel_epoch != epoch) {
    for (auto& cached : thread.kernels) cached.key = nullptr;
    thread.kernel_epoch = epoch;
  }
  auto& cached = thread.kernels[CacheIndex(handle)];
  if (cached.key == handle) return cached.ref;
  const char* symbol = nullptr;
  if (kind == KernelArgument::kFunction && runtime.kernel_name != nullptr) {
    symbol = runtime.kernel_name(handle);
  } else if (kind == KernelArgument::kHostPointer && runtime.kernel_name_by_pointer != nullptr) {
    symbol = runtime.kernel_name_by_pointer(handle, nullptr);
  }
  cached.ref = InternName(symbol);
  cached.key = handle;
  return cached.ref;
}

StreamInfo Stream(ThreadState& thread, const Runtime& runtime, uint64_t handle) noexcept {
  if (handle == 0) {
    return {kDefaultStream, runtime.stream_device == nullptr ? -1 : runtime.stream_device(nullptr)};
  }
  const uint32_t epoch = g_stream_epoch.load(std::memory_order_acquire);
  if (thread.stream_epoch != epoch) {
    for (auto& cached : thread.streams) cached.handle = 0;
    thread.stream_epoch = epoch;
  }
  auto& cached = thread.streams[(handle >> 4 ^ handle >> 9) & 15];
  if (cached.handle != handle) cached = {handle, LookUpStream(handle, runtime.stream_device)};
  return cached.info;
}

void ReadLaunch(ThreadState& thread, const Runtime& runtime, const ArgumentLayout& layout,
                const void* data, rocjfr_submit_t* submit) noexcept {
  submit->submit_name = KernelRef(thread, runtime, layout.kernel, At<const void*>(data, 16));
  if (layout.grid == 0) return;
  uint32_t grid[3], group[3];
  for (uint32_t i = 0; i < 3; ++i) {
    grid[i] = At<uint32_t>(data, layout.grid + 4 * i);
    group[i] = At<uint32_t>(data, layout.group + 4 * i);
    if (layout.grid_in_work_items && group[i] != 0) grid[i] = (grid[i] + group[i] - 1) / group[i];
  }
  submit->submit_grid_x = grid[0];
  submit->submit_grid_y = grid[1];
  submit->submit_grid_z = grid[2];
  submit->submit_group_x = static_cast<uint16_t>(group[0]);
  submit->submit_group_y = static_cast<uint16_t>(group[1]);
  submit->submit_group_z = static_cast<uint16_t>(group[2]);
  submit->submit_lds_bytes = At<uint32_t>(data, layout.lds);
}

void ReadSize(const ArgumentLayout& layout, const void* data, rocjfr_submit_t* submit) noexcept {
  const void* base = layout.by_pointer ? At<const void*>(data, 16) : data;
  submit->submit_copy = layout.copy;
  submit->submit_shape = layout.shape;
  if (base == nullptr) return;  // the call is going to fail
  if (layout.bytes != 0) {
    uint64_t bytes = At<uint64_t>(base, layout.bytes) * layout.unit;
    if (layout.height != 0) bytes *= At<uint64_t>(base, layout.height);
    if (layout.depth != 0) bytes *= At<uint64_t>(base, layout.depth);
    submit->submit_bytes = bytes;
  }
  if (layout.kind != 0) {
    const auto kind = At<uint32_t>(base, layout.kind);
    // hipMemcpyHostToHost is 0 ... hipMemcpyDefault is 4; ROCJFR_COPY_NONE is ours.
    constexpr uint32_t kKinds = 5;
    submit->submit_copy = static_cast<uint8_t>(kind < kKinds ? kind + 1 : 0);
  }
}

// OpenCL command types: CL_COMMAND_MARKER, and the runtime's own markers.
bool IsMarker(uint32_t kind) noexcept {
  return kind == 0x11FE || kind == 0;
}

// What is known of any call, without its arguments.
void FillCaller(ThreadState& thread, const Call& call, rocjfr_submit_t* submit) noexcept {
  *submit = {};
  submit->submit_correlation_id = call.correlation_id;
  submit->submit_external_id = thread.ExternalId(ROCJFR_CLIENT_JAVA);
  submit->submit_thread = thread.ThreadRef();
  submit->submit_stream = kNoStream;
  submit->submit_device = -1;
}

void RecordCall(ThreadState& thread, const Call& call, uint64_t end_ns) noexcept {
  const uint32_t slots = call.has_submit ? 2 : 1;
  const uint32_t ref = call.has_submit ? call.submit.submit_thread : thread.ThreadRef();
  thread.Write(ROCJFR_DOMAIN_HIP_API, slots, [&](Ring& ring) {
    auto* record = static_cast<rocjfr_record_t*>(ring.Slot(0));
    record->domain = ROCJFR_DOMAIN_HIP_API;
    record->kind = 0;
    record->op = call.op;
    record->meta = slots | ref << 8;
    record->correlation_id = call.correlation_id;
    record->begin_ns = call.begin_ns;
    record->end_ns = end_ns;
    record->device_id = g_process_id;
    record->thread_id = thread.os_thread_id;
    record->queue_id = thread.ExternalId(ROCJFR_CLIENT_JAVA);
    record->bytes = call.has_submit ? call.submit.submit_bytes : 0;
    if (call.has_submit) CopySlot(ring.Slot(1), &call.submit);
  });
}

void ReadArguments(ThreadState& thread, Call& call, const void* api_data) noexcept {
  const Runtime* runtime = TheRuntime();
  const ArgumentLayout* layout = runtime == nullptr ? nullptr : runtime->arguments[call.op];
  if (layout == nullptr) return;
  rocjfr_submit_t& submit = call.submit;
  FillCaller(thread, call, &submit);
  call.has_submit = true;
  if (layout->kernel != KernelArgument::kNone) {
    ReadLaunch(thread, *runtime, *layout, api_data, &submit);
  } else {
    ReadSize(*layout, api_data, &submit);
  }
  if (layout->stream != 0 || layout->default_stream) {
    const uint64_t handle = layout->stream == 0 ? 0 : At<uint64_t>(api_data, layout->stream);
    if (layout->effect == Effect::kStreamDestroy) {
      // Asked for before the number is given up: the event still names it.
      submit.submit_stream = handle == 0 ? kNoStream : Stream(thread, *runtime, handle).number;
      ForgetStream(handle);
    } else {
      const StreamInfo stream = Stream(thread, *runtime, handle);
      submit.submit_stream = stream.number;
      submit.submit_device = stream.device;
    }
  }
  if (layout->effect == Effect::kModuleUnload) {
    g_kernel_epoch.fetch_add(1, std::memory_order_release);
  }
  if (layout->effect == Effect::kSubmits && call.may_submit) {
    call.submission = InsertSubmission(call.correlation_id, submit);
  }
}

}  // namespace

std::atomic<uint8_t> g_api_flags[kMaxApis];
std::atomic<bool> g_arming{false};

bool IsWanted(const ThreadState& thread) noexcept {
  if (!WantedByAny(ROCJFR_DOMAIN_HIP_OPS)) return false;
  if (thread.depth == 0) return !g_arming.load(std::memory_order_relaxed);
  const Call& call = thread.calls[thread.depth - 1];
  // A call that waits, in contrast, is also asked about others' work, which has finished.
  return call.may_submit || (ApiFlagsOf(call.op) & kApiHold) == 0;
}

void UpdateApiFlags() noexcept {
  const Runtime* runtime = TheRuntime();
  if (runtime == nullptr) return;
  const bool arming = g_arming.load(std::memory_order_relaxed);
  const bool api = !arming && Wanted(ROCJFR_DOMAIN_HIP_API);
  const bool ops = !arming && WantedByAny(ROCJFR_DOMAIN_HIP_OPS);
  Filter& filter = TheFilter();
  std::lock_guard<std::mutex> lock(filter.mutex);
  for (uint32_t op = 0; op < kMaxApis; ++op) {
    uint8_t flags = 0;
    if (runtime->api_names[op] != nullptr) {
      const bool record = api && Passes(filter, op);
      const ArgumentLayout* layout = runtime->arguments[op];
      if (record) flags |= kApiRecord;
      if (ops) flags |= kApiFollow;
      if (!arming && ClientsWantApi(op)) flags |= kApiTell;
      if (layout != nullptr && (record || (ops && layout->effect != Effect::kNone))) {
        flags |= kApiArguments;
      }
      if (runtime->hook == HookKind::kTracer && layout != nullptr &&
          layout->effect == Effect::kSubmits) {
        flags |= kApiHold;
      }
    }
    g_api_flags[op].store(flags, std::memory_order_relaxed);
  }
}

Call* BeginCall(ThreadState& thread, uint32_t op) noexcept {
  const uint8_t flags = ApiFlagsOf(op);
  if (flags == 0 || thread.drains || thread.depth == kMaxCallDepth) return nullptr;
  Call& call = thread.calls[thread.depth++];
  call.correlation_id = thread.NextCorrelationId();
  call.op = op;
  call.has_submit = false;
  call.records = (flags & kApiRecord) != 0;
  call.may_submit = (flags & kApiFollow) != 0;
  call.submission = {};
  call.told = 0;
  call.begin_ns = (flags & (kApiRecord | kApiTell)) != 0 ? NowNs() : 0;
  return &call;
}

void EnterCall(ThreadState& thread, void* api_data) noexcept {
  if (thread.depth == 0) return;
  Call& call = thread.calls[thread.depth - 1];
  const uint8_t flags = ApiFlagsOf(call.op);
  if ((flags & kApiArguments) != 0) ReadArguments(thread, call, api_data);
  if ((flags & kApiTell) != 0) TellEnter(&call, api_data);
}

void EndCall(ThreadState& thread, void* api_data) noexcept {
  const uint64_t correlation_id = static_cast<const ApiData*>(api_data)->correlation_id;
  uint32_t depth = thread.depth;
  // What is above it are inner calls that never returned.
  while (depth > 0 && thread.calls[depth - 1].correlation_id != correlation_id) --depth;
  if (depth == 0) return;
  Call& call = thread.calls[depth - 1];
  EndSubmission(call.submission);
  if (call.records) {
    const uint64_t end_ns = EndNs(call.begin_ns);
    if (!Wanted(ROCJFR_DOMAIN_HIP_API)) {
      CountLost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_IN_FLIGHT, 1);
    } else if (end_ns - call.begin_ns >= g_threshold_ns.load(std::memory_order_relaxed)) {
      RecordCall(thread, call, end_ns);
    }
  }
  // Last, and while the call still has its place: clients' callbacks may call HIP.
  thread.depth = depth;
  if (call.told != 0) TellExit(call, api_data);
  thread.depth = depth - 1;
}

void NoteSubmission(ThreadState& thread) noexcept {
  if (thread.depth == 0) return;
  Call& call = thread.calls[thread.depth - 1];
  if (!call.may_submit) return;
  if (call.submission.word == nullptr) {
    // Only a few functions are known to submit. Of the others, those that wait are asked the same
    // question for work that finishes meanwhile: for them nothing is expected.
    rocjfr_submit_t submit;
    if (call.has_submit) {
      submit = call.submit;
    } else {
      FillCaller(thread, call, &submit);
    }
    call.submission = InsertSubmission(call.correlation_id, submit);
    return;
  }
  const Runtime* runtime = TheRuntime();
  const ArgumentLayout* layout = runtime == nullptr ? nullptr : runtime->arguments[call.op];
  if (layout == nullptr || layout->effect != Effect::kSubmits) return;
  if (ExpectSubmission(call.submission)) ThreadState::Increment(thread.expected);
}

void NoteSubmission(ThreadState& thread, uint64_t record_id) noexcept {
  if (thread.depth == 0) return;
  const Call& call = thread.calls[thread.depth - 1];
  if (!call.may_submit) return;
  rocjfr_submit_t submit;
  if (call.has_submit) {
    submit = call.submit;
  } else {
    FillCaller(thread, call, &submit);
  }
  if (ExpectSubmission(InsertSubmission(record_id | kRecordIdKey, submit))) {
    ThreadState::Increment(thread.expected);
  }
}

void RecordOp(ThreadState& thread, const rocjfr_record_t& reported, uint64_t submission_key,
              const char* kernel_name) noexcept {
  rocjfr_submit_t submit;
  // A marker shares its correlation id with the work that it marks, which may still be running. (A
  // record id of 5.2 is the marker's own.)
  const bool finishes = !IsMarker(reported.kind) || (submission_key & kRecordIdKey) != 0;
  const Found found =
      submission_key == 0 ? Found::kNo : FindSubmission(submission_key, finishes, &submit);
  // Counted when its record has been written and told: then who waits for it finds it.
  struct CountDelivered {
    ThreadState& thread;
    const bool finished;
    ~CountDelivered() {
      if (finished) ThreadState::Increment(thread.delivered);
    }
  } const count{thread, found == Found::kFinished};
  // HIP 5.2 reports the markers of blocking copies as copies.
  const uint32_t op = IsMarker(reported.kind) ? uint32_t{ROCJFR_OP_BARRIER} : reported.op;
  const bool joined = found != Found::kNo;
  const uint64_t correlation_id = joined ? submit.submit_correlation_id
                                  : (submission_key & kRecordIdKey) != 0 ? 0
                                                                         : reported.correlation_id;
  const uint64_t bytes = reported.op == ROCJFR_OP_DISPATCH ? 0 : reported.bytes;
  if (ClientsWantOps()) {
    rocjfr_record_t record = reported;
    record.op = op;
    record.meta = 0;
    record.thread_id = 0;
    record.correlation_id = correlation_id;
    record.bytes = bytes;
    TellOp(record, joined ? &submit : nullptr, kernel_name);
  }
  if (op == ROCJFR_OP_BARRIER && !g_barriers.load(std::memory_order_relaxed)) return;
  if (!Wanted(ROCJFR_DOMAIN_HIP_OPS)) {
    // The wish ended between submission and delivery. (Where a client has it too, it may never have
    // been Java's.)
    if (found == Found::kFinished && !ClientsWantOps()) {
      CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT, 1);
    }
    return;
  }
  if (found == Found::kAbandoned) return;  // counted as lost before a new recording began
  uint32_t name = 0;
  if (op == ROCJFR_OP_DISPATCH) {
    name = joined ? submit.submit_name : 0;
    if (name == 0) name = SymbolRef(thread, kernel_name);
  }
  const uint32_t slots = joined ? 2 : 1;
  thread.Write(ROCJFR_DOMAIN_HIP_OPS, slots, [&](Ring& ring) {
    auto* record = static_cast<rocjfr_record_t*>(ring.Slot(0));
    record->domain = ROCJFR_DOMAIN_HIP_OPS;
    record->kind = reported.kind;
    record->op = op;
    record->meta = slots | (joined ? submit.submit_thread << 8 : 0);
    record->correlation_id = correlation_id;
    record->begin_ns = reported.begin_ns;
    record->end_ns = reported.end_ns;
    record->device_id = reported.device_id;
    record->thread_id = name;
    record->queue_id = reported.queue_id;
    record->bytes = bytes;
    if (joined) CopySlot(ring.Slot(1), &submit);
  });
}

uint64_t InFlight() noexcept {
  // Delivered is read first: a submission counted meanwhile can only make the result larger.
  const uint64_t done = TotalDelivered() + EvictedInFlight() + g_abandoned.load();
  const uint64_t expected = TotalExpected();
  return expected > done ? expected - done : 0;
}

}  // namespace rocjfr

extern "C" {
rocjfr_status_t rocjfr_set_filter(const uint64_t* bits, uint32_t words, uint64_t threshold_ns,
                                  uint32_t barriers) {
  try {
    rocjfr::Filter& filter = rocjfr::TheFilter();
    std::vector<uint64_t> copy;
    if (bits != nullptr) copy.assign(bits, bits + words);
    {
      std::lock_guard<std::mutex> lock(filter.mutex);
      filter.all = bits == nullptr;
      filter.bits.swap(copy);
    }
    rocjfr::g_threshold_ns.store(threshold_ns, std::memory_order_relaxed);
    rocjfr::g_barriers.store(barriers != 0, std::memory_order_relaxed);
    rocjfr::UpdateApiFlags();
    return ROCJFR_STATUS_SUCCESS;
  } catch (...) {
    return ROCJFR_STATUS_OUT_OF_MEMORY;
  }
}

uint64_t rocjfr_in_flight(void) {
  return rocjfr::InFlight();
}

uint64_t rocjfr_abandon_in_flight(void) {
  if (rocjfr::InFlight() == 0) return 0;
  const uint64_t abandoned = rocjfr::AbandonSubmissions();
  rocjfr::g_abandoned.fetch_add(abandoned);
  rocjfr::CountLost(ROCJFR_DOMAIN_HIP_OPS, ROCJFR_LOST_IN_FLIGHT, abandoned);
  return abandoned;
}
}
