// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "submit_reader.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/loaded_library.h"
#include "base/own_memory.h"
#include "directions.h"
#include "names.h"

namespace rocjfr {
namespace {

// Counts when kernel handles may have been reused: what was cached before may mean other kernels.
std::atomic<uint32_t> g_kernel_epoch{1};

template <typename T>
T At(const void* base, uint32_t offset) noexcept {
  T value;
  memcpy(&value, static_cast<const char*>(base) + offset, sizeof(value));
  return value;
}

bool Filled(uint64_t word) noexcept {
  return word != kUnfilled;
}

uint32_t KernelRef(ThreadState& thread, const Runtime& runtime, KernelArgument kind,
                   const void* handle) noexcept {
  if (handle == nullptr) return 0;
  // HIP 5.2 does not name dispatches (KernelOf).
  if (runtime.hook == HookKind::kRegister && kind == KernelArgument::kHostPointer) {
    ForgetKernelsIfLibrariesChanged();
  }
  const uint32_t epoch = g_kernel_epoch.load(std::memory_order_acquire);
  if (thread.kernel_epoch != epoch) {
    for (auto& cached : thread.kernels) cached.key = nullptr;
    thread.kernel_epoch = epoch;
  }
  auto& cached = thread.kernels[CacheIndex(handle)];
  if (cached.key == handle) return cached.ref;
  const char* symbol = nullptr;
  char first = 0;
  if (kind == KernelArgument::kFunction && runtime.kernel_name != nullptr) {
    // The runtime would look there, whatever the call's other arguments are.
    if (!ReadOwnMemory(handle, &first, sizeof(first))) return 0;
    symbol = runtime.kernel_name(handle);
  } else if (kind == KernelArgument::kHostPointer && runtime.kernel_name_by_pointer != nullptr) {
    symbol = runtime.kernel_name_by_pointer(handle, nullptr);
  }
  // Not remembered: what is no host pointer, as in a graph's node, may be a function.
  if (symbol == nullptr) return 0;
  cached.ref = InternName(symbol);
  cached.key = handle;
  return cached.ref;
}

int32_t CurrentDevice(const Runtime& runtime) noexcept {
  return runtime.stream_device == nullptr ? -1 : runtime.stream_device(nullptr);
}

StreamInfo OwnStream(ThreadState& thread, int32_t device) noexcept {
  if (device < 0 || device >= ThreadState::kOwnStreams) return {kNoStream, device};
  int32_t& number = thread.own_streams[device];
  if (number == 0) number = NewStreamNumber();
  thread.own_work |= 1u << device;
  return {number, device};
}

StreamInfo Stream(ThreadState& thread, const Runtime& runtime, uint64_t handle) noexcept {
  if (handle == 0 || handle == kLegacyHandle) return {kDefaultStream, CurrentDevice(runtime)};
  if (handle == kPerThreadHandle) return OwnStream(thread, CurrentDevice(runtime));
  const uint32_t epoch = g_stream_epoch.load(std::memory_order_acquire);
  if (thread.stream_epoch != epoch) {
    for (auto& cached : thread.streams) cached.handle = 0;
    thread.stream_epoch = epoch;
  }
  auto& cached = thread.streams[(handle >> 4 ^ handle >> 9) & 15];
  if (cached.handle != handle) cached = {handle, LookUpStream(handle, runtime.stream_device)};
  return cached.info;
}

// Where the offsets of `layout` count from: the arguments, or a copy of the struct that they point
// to. Null where that is not there: the call is going to fail, or the frame was not filled.
class Base {
 public:
  Base(const ArgumentLayout& layout, const void* data) noexcept {
    if (layout.by_pointer == 0) {
      at_ = data;
      return;
    }
    const auto pointer = At<uint64_t>(data, layout.by_pointer);
    if (pointer == 0 || !Filled(pointer)) return;
    const auto* place = reinterpret_cast<const void*>(pointer);
    // What lies behind the struct is not looked at.
    const size_t read = ReadOwnMemoryUpTo(place, copy_, sizeof(copy_));
    if (read == 0) return;
    memset(copy_ + read, 0, sizeof(copy_) - read);
    at_ = copy_;
  }
  Base(const Base&) = delete;
  Base& operator=(const Base&) = delete;
  const void* at() const noexcept { return at_; }

 private:
  static constexpr size_t kMostBytes = 192;  // HIP_MEMCPY3D has 184
  const void* at_ = nullptr;
  alignas(8) char copy_[kMostBytes];
};

void ReadLaunch(ThreadState& thread, const Runtime& runtime, const ArgumentLayout& layout,
                const void* data, const void* base, rocjfr_submit_t* submit) noexcept {
  const void* holder = layout.kernel_in_struct ? base : data;
  const auto kernel = holder == nullptr ? 0 : At<uint64_t>(holder, layout.kernel_at);
  if (Filled(kernel)) {
    submit->submit_name =
        KernelRef(thread, runtime, layout.kernel, reinterpret_cast<const void*>(kernel));
  }
  if (base == nullptr || (layout.grid == 0 && layout.by_pointer == 0)) return;
  uint32_t grid[3], group[3];
  for (uint32_t i = 0; i < 3; ++i) {
    grid[i] = At<uint32_t>(base, layout.grid + 4 * i);
    group[i] = At<uint32_t>(base, layout.group + 4 * i);
    if (grid[i] == kUnfilledHalf || group[i] == kUnfilledHalf) return;
    if (layout.grid_in_work_items && group[i] != 0) grid[i] = (grid[i] + group[i] - 1) / group[i];
  }
  submit->submit_grid_x = grid[0];
  submit->submit_grid_y = grid[1];
  submit->submit_grid_z = grid[2];
  submit->submit_group_x = static_cast<uint16_t>(group[0]);
  submit->submit_group_y = static_cast<uint16_t>(group[1]);
  submit->submit_group_z = static_cast<uint16_t>(group[2]);
  const auto lds = At<uint32_t>(base, layout.lds);
  submit->submit_lds_bytes = lds == kUnfilledHalf ? 0 : lds;
}

// hipMemcpy3DBatchOp: two operands that begin with their type, and the extent, which is not in
// bytes where one of them is an array.
constexpr uint32_t kBatchOpBytes = 112;
uint64_t BytesOfBatchOp(const char* op) noexcept {
  constexpr uint32_t kSecond = 40, kExtent = 80, kPointer = 1;
  if (At<uint32_t>(op, 0) != kPointer || At<uint32_t>(op, kSecond) != kPointer) return 0;
  return At<uint64_t>(op, kExtent) * At<uint64_t>(op, kExtent + 8) * At<uint64_t>(op, kExtent + 16);
}

// All copies of a batch together; 0 where that cannot be said.
uint64_t BatchBytes(const ArgumentLayout& layout, const void* data) noexcept {
  constexpr uint64_t kMostCopies = 4096;  // of a larger batch it would take too long
  constexpr uint64_t kAtOnce = 16;
  const auto count = At<uint64_t>(data, layout.count);
  const auto* array = reinterpret_cast<const char*>(At<uint64_t>(data, layout.by_pointer));
  if (count > kMostCopies) return 0;
  const bool sizes = layout.batch == Batch::kSizes;
  const uint64_t each = sizes ? sizeof(uint64_t) : kBatchOpBytes;
  char some[kAtOnce * kBatchOpBytes];
  uint64_t bytes = 0;
  for (uint64_t first = 0; first < count; first += kAtOnce) {
    const uint64_t read = std::min(count - first, kAtOnce);
    if (!ReadOwnMemory(array + first * each, some, read * each)) return 0;
    for (uint64_t i = 0; i < read; ++i) {
      const char* one = some + i * each;
      const uint64_t of_one = sizes ? At<uint64_t>(one, 0) : BytesOfBatchOp(one);
      if (!sizes && of_one == 0) return 0;
      bytes += of_one;
    }
  }
  return bytes;
}

// Where an end of a copy lies, as far as that is known.
End WhereIs(ThreadState& thread, const CopyEnd& end, const void* base) noexcept {
  if (end.device) return End::kDevice;
  if (base == nullptr || end.pointer == CopyEnd::kNone) return End::kUnknown;
  const auto word = [base](uint8_t at) {
    return at == CopyEnd::kNone ? 0 : At<uint64_t>(base, 8u * at);
  };
  const uint64_t pointer = word(end.pointer), other = word(end.other), array = word(end.array);
  if ((pointer != 0) + (other != 0) + (array != 0) != 1) return End::kUnknown;
  if (array != 0) return End::kDevice;
  const uint64_t address = pointer | other;
  return Filled(address) ? WhereIs(thread.known_ranges, address) : End::kUnknown;
}

void ReadSize(ThreadState& thread, const ArgumentLayout& layout, const void* data, const void* base,
              rocjfr_submit_t* submit) noexcept {
  submit->submit_copy = layout.copy;
  if (layout.copy == ROCJFR_COPY_UNKNOWN && layout.effect == Effect::kSubmits) {
    submit->submit_copy =
        OpenEnds(WhereIs(thread, layout.from, base), WhereIs(thread, layout.to, base));
  }
  submit->submit_shape = layout.shape;
  if (base == nullptr) return;
  if (layout.batch != Batch::kNone) submit->submit_bytes = BatchBytes(layout, data);
  if (layout.bytes != 0) {
    uint64_t bytes = layout.unit_at == 0 ? layout.unit : At<uint32_t>(base, layout.unit_at);
    for (const uint16_t offset : {layout.bytes, layout.height, layout.depth}) {
      if (offset == 0) continue;
      const auto factor = At<uint64_t>(base, offset);
      bytes = Filled(factor) ? bytes * factor : 0;
    }
    submit->submit_bytes = bytes;
  }
  const auto ordinal = [&](uint16_t offset) {
    const auto device = offset == 0 ? -1 : At<int32_t>(base, offset);
    return static_cast<int8_t>(device >= 0 && device <= INT8_MAX ? device : -1);
  };
  submit->submit_source = ordinal(layout.source);
  submit->submit_destination = ordinal(layout.destination);
}

uint64_t StreamHandle(const ArgumentLayout& layout, const void* data, const void* base) noexcept {
  if (layout.stream != 0) return At<uint64_t>(data, layout.stream);
  if (layout.default_stream) return 0;
  return base == nullptr ? kUnfilled : At<uint64_t>(base, layout.stream_in_struct);
}

}  // namespace

void ReadSubmit(ThreadState& thread, const Runtime& runtime, uint32_t op,
                const ArgumentLayout& layout, const void* api_data,
                rocjfr_submit_t* submit) noexcept {
  const Base arguments(layout, api_data);
  const void* base = arguments.at();
  if (layout.kernel != KernelArgument::kNone) {
    ReadLaunch(thread, runtime, layout, api_data, base, submit);
  } else {
    ReadSize(thread, layout, api_data, base, submit);
  }
  if (layout.stream != 0 || layout.default_stream || layout.stream_in_struct != 0) {
    uint64_t handle = StreamHandle(layout, api_data, base);
    if (handle == 0 && CalledForOwnStream(runtime, op, thread.caller)) handle = kPerThreadHandle;
    if (!Filled(handle)) {
      if (layout.effect == Effect::kStreamDestroy) ForgetStreams();  // any handle may come again
    } else if (layout.effect == Effect::kStreamDestroy) {
      // Asked for before the number is given up: the event still names it.
      const StreamInfo stream =
          handle == 0 ? StreamInfo{kNoStream, -1} : Stream(thread, runtime, handle);
      submit->submit_stream = stream.number;
      submit->submit_device = static_cast<int16_t>(stream.device);
      ForgetStream(handle);
    } else {
      const StreamInfo stream = Stream(thread, runtime, handle);
      submit->submit_stream = stream.number;
      submit->submit_device = static_cast<int16_t>(stream.device);
    }
  }
  if (layout.effect == Effect::kStreamsGone) ForgetStreams();
  if (layout.effect == Effect::kModuleUnload) ForgetKernels();
  if (layout.effect == Effect::kDeviceReset) {
    ForgetKernels();
    submit->submit_device = static_cast<int16_t>(CurrentDevice(runtime));
    ForgetStreamsOf(submit->submit_device);
  }
}

bool ReadStreamHandle(const ArgumentLayout& layout, const void* api_data,
                      uint64_t* handle) noexcept {
  *handle = StreamHandle(layout, api_data, Base(layout, api_data).at());
  return Filled(*handle);
}

namespace {

// The name without what the runtime puts behind that of a kernel's descriptor.
std::string_view KernelOfSymbol(std::string_view symbol) noexcept {
  constexpr std::string_view kDescriptor = ".kd";
  const bool descriptor =
      symbol.size() > kDescriptor.size() &&
      symbol.compare(symbol.size() - kDescriptor.size(), kDescriptor.size(), kDescriptor) == 0;
  return descriptor ? symbol.substr(0, symbol.size() - kDescriptor.size()) : symbol;
}

}  // namespace

uint32_t KernelOfOther(ThreadState& thread, uint32_t launched, const char* symbol) noexcept {
  const uint32_t told = SymbolRef(thread, symbol);
  if (told == launched) return launched;
  const char* const said = NameSymbol(launched);
  return said != nullptr && KernelOfSymbol(said) == KernelOfSymbol(symbol) ? launched : told;
}

void ForgetKernelsIfLibrariesChanged() noexcept {
  static std::atomic<uint64_t> g_seen{0};
  uint64_t seen = g_seen.load();
  if (!LibrariesChangedSince(&seen)) return;
  g_seen.store(seen);
  ForgetKernels();
}

void ForgetKernels() noexcept {
  g_kernel_epoch.fetch_add(1, std::memory_order_release);
}

}  // namespace rocjfr
