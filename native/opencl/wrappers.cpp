// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "wrappers.h"

#include <cstring>
#include <tuple>
#include <utility>

#include "base/fork.h"
#include "base/own_memory.h"
#include "behave.h"
#include "call.h"
#include "core/record/clock.h"
#include "core/site/sites.h"
#include "describe.h"
#include "memory.h"
#include "remembered.h"
#include "vendors.h"
#include "work.h"

namespace rocjfr::opencl {
namespace {

// The place of the event that a function gives back among its arguments; their number if none.
template <typename... A>
constexpr size_t EventPlace() noexcept {
  constexpr bool kIsEvent[] = {std::is_same_v<A, cl_event*>..., true};
  size_t place = 0;
  while (!kIsEvent[place]) ++place;
  return place;
}

template <typename... A>
struct LastOf {
  using Type = void;
};
template <typename First, typename... A>
struct LastOf<First, A...> {
  using Type = std::tuple_element_t<sizeof...(A), std::tuple<First, A...>>;
};

// Functions that return an object tell of errors by their last argument.
template <typename R, typename... A>
constexpr bool kErrorLast =
    std::is_pointer_v<R>&& std::is_same_v<typename LastOf<A...>::Type, cl_int*>;

void SetQueue(Description& said, const Queue& queue) noexcept {
  said.queue = queue;
  said.submit.submit_stream = queue.number;
  if (queue.device != nullptr) said.submit.submit_device = queue.device->number;
}
template <typename First, typename... A>
void SayQueue(Description& said, First first, A...) noexcept {
  if constexpr (std::is_same_v<First, cl_command_queue>) SetQueue(said, FindQueue(first));
}

// A queue that only the event tells.
void AskQueue(Description& said, cl_event event, const Dispatch& next) noexcept {
  cl_command_queue queue = said.queue.handle;
  if (queue == nullptr && next.clGetEventInfo(event, CL_EVENT_COMMAND_QUEUE, sizeof(queue), &queue,
                                              nullptr) != CL_SUCCESS) {
    return;
  }
  SetQueue(said, FindQueue(queue));
}

inline void FreeSvm(cl_context, void* memory) noexcept {
  ForgetSvm(memory);
}
// Frees it when the command is executed, but nobody may use it from now on. A function of the
// program's frees it itself, by clSVMFree or not at all.
template <typename Free, typename... A>
void FreeSvm(cl_command_queue, cl_uint count, void** memory, Free* free, A...) noexcept {
  if (free != nullptr || memory == nullptr) return;
  for (cl_uint i = 0; i < count; ++i) {
    void* one = nullptr;
    if (!ReadOwnMemory(&memory[i], &one, sizeof(one))) return;
    ForgetSvm(one);
  }
}

// Calls the vendor's `function`; records the call, and follows the work that it submits.
template <uint32_t number, typename R, typename... A>
R Trace(R(CL_API_CALL* function)(A...), const Dispatch& next, A... given) {
  constexpr bool kSubmits = EventPlace<A...>() < sizeof...(A);
  Call call;
  if (AnyWanted()) BeginCall(number, kSubmits, &call);
  if (call.thread == nullptr) {
    // In a child what we know of queues may be locked for ever.
    return Forked() ? function(given...) : Behave(Of<number>(), function, next, given...);
  }
  SayQueue(call.said, given...);
  Describe(Of<number>(), call.said, next, given...);
  if (__builtin_expect(call.picked, false)) {
    CommitSite(call.thread->sites, call.said.submit.submit_correlation_id, kOpenClFunction + number,
               call.said.submit.submit_name);
  }
  if constexpr (number == k_clSVMFree || number == k_clEnqueueSVMFree) {
    if (FollowsMemory()) FreeSvm(given...);
  }
  std::tuple<A...> arguments(given...);
  const auto run = [&] {
    return std::apply([&](A... a) { return Behave(Of<number>(), function, next, a...); },
                      arguments);
  };
  cl_event own = nullptr;
  bool follows = false;
  if constexpr (kSubmits) {
    cl_event*& event = std::get<EventPlace<A...>()>(arguments);
    // Without a place for its event a marker is refused (an error of the program's), but not where
    // there is one of ours.
    follows = Follows(call) && !(number == k_clEnqueueMarker && event == nullptr);
    if (follows && event == nullptr) event = &own;
  }
  if constexpr (std::is_void_v<R>) {
    call.begin_ns = NowNs();
    run();
    EndCall(call, EndNs(call.begin_ns), 0);
  } else {
    cl_int error = CL_SUCCESS;
    if constexpr (kErrorLast<R, A...>) {
      cl_int*& place = std::get<sizeof...(A) - 1>(arguments);
      if (place == nullptr) place = &error;
    }
    call.begin_ns = NowNs();
    const R result = run();
    const uint64_t end_ns = EndNs(call.begin_ns);
    uint32_t kind = 0;
    if constexpr (std::is_same_v<R, cl_int>) {
      kind = KindOf(result);
    } else if constexpr (kErrorLast<R, A...>) {
      kind = KindOf(*std::get<sizeof...(A) - 1>(arguments));
    }
    if (kind == KindOf(CL_SUCCESS)) ReadPointed(call.said);
    if constexpr (MakesMemory(number)) {
      if (FollowsMemory() && result != nullptr && kind == KindOf(CL_SUCCESS)) {
        NoteMemory(call, result, next);
      }
    } else if constexpr (number == k_clSVMAlloc) {
      // It tells no error: where it gives nothing, the reason stays unknown.
      if (result != nullptr) kind = KindOf(CL_SUCCESS);
      if (FollowsMemory() && result != nullptr) NoteSvm(call, result);
    }
    if constexpr (kSubmits) {
      if (follows && kind == KindOf(CL_SUCCESS)) {
        const cl_event event = *std::get<EventPlace<A...>()>(arguments);
        if (number >= kFirstExtension && event != nullptr) AskQueue(call.said, event, next);
        Follow(call, end_ns, event, own != nullptr, next);
      }
    }
    EndCall(call, end_ns, kind);
    return result;
  }
}

// Which object of a call says whose functions to go on with.
template <uint32_t number, typename First, typename... A>
const void* ObjectOf(Of<number>, First first, A...) noexcept {
  return first;
}
template <typename... A>
const void* ObjectOf(Of<k_clCreateContext>, const cl_context_properties*, cl_uint count,
                     const cl_device_id* devices, A...) noexcept {
  return count == 0 || devices == nullptr ? nullptr : devices[0];
}
template <typename... A>
const void* ObjectOf(Of<k_clCreateContextFromType>, A...) noexcept {
  return nullptr;  // that has one for each vendor
}
inline const void* ObjectOf(Of<k_clWaitForEvents>, cl_uint count, const cl_event* events) noexcept {
  return count == 0 || events == nullptr ? nullptr : events[0];
}

// Where no object tells: the loader answers for a layer; otherwise it goes no further than to any
// vendor.
const Dispatch& NextOfNone() noexcept {
  const Dispatch* target = g_layer_target.load(std::memory_order_acquire);
  return target != nullptr ? *target : g_vendors[0].original;
}

// One for all vendors: by the object.
template <uint32_t number, typename Member>
struct ByObject;
template <uint32_t number, typename R, typename... A>
struct ByObject<number, R(CL_API_CALL*)(A...)> {
  template <R (CL_API_CALL* Dispatch::*member)(A...)>
  static R CL_API_CALL Run(A... arguments) {
    const void* object = ObjectOf(Of<number>(), arguments...);
    const Dispatch& next = object == nullptr ? NextOfNone() : NextOf(object);
    return Trace<number>(next.*member, next, arguments...);
  }
};

// One for each vendor, where no object tells, and one for a layer, behind which the loader may come
// to the vendor's.
template <uint32_t vendor>
cl_context CL_API_CALL CreateContextFromType(
    const cl_context_properties* properties, cl_device_type type,
    void(CL_CALLBACK* notify)(const char*, const void*, size_t, void*), void* user, cl_int* error) {
  constexpr bool kIsLayer = vendor == kMostVendors;
  const Dispatch& next = kIsLayer ? NextOfNone() : g_vendors[vendor].original;
  Remembered* thread = OfThread();
  if (!kIsLayer && thread != nullptr && thread->in_layer) {
    return next.clCreateContextFromType(properties, type, notify, user, error);
  }
  if (kIsLayer && thread != nullptr) thread->in_layer = true;
  const cl_context context = Trace<k_clCreateContextFromType>(
      next.clCreateContextFromType, next, properties, type, notify, user, error);
  if (kIsLayer && thread != nullptr) thread->in_layer = false;
  return context;
}
template <uint32_t number, typename Function>
struct Extension;
template <uint32_t number, typename R, typename... A>
struct Extension<number, R(CL_API_CALL*)(A...)> {
  template <uint32_t vendor>
  static R CL_API_CALL Run(A... arguments) {
    void* function =
        __atomic_load_n(&g_vendors[vendor].extensions[number - kFirstExtension], __ATOMIC_ACQUIRE);
    return Trace<number>(reinterpret_cast<R(CL_API_CALL*)(A...)>(function),
                         NextOf(g_vendors[vendor]), arguments...);
  }
};

template <size_t... vendor>
void* ContextFromType(uint32_t which, std::index_sequence<vendor...>) noexcept {
  void* const of[] = {reinterpret_cast<void*>(&CreateContextFromType<vendor>)...};
  return which < sizeof...(vendor) ? of[which] : nullptr;
}
template <uint32_t number, typename Function, size_t... vendor>
void* ExtensionFor(uint32_t which, std::index_sequence<vendor...>) noexcept {
  void* const of[] = {
      reinterpret_cast<void*>(&Extension<number, Function>::template Run<vendor>)...};
  return which < sizeof...(vendor) ? of[which] : nullptr;
}

struct Wrappers {
  void* of[kTableEntries] = {};
  Wrappers() noexcept {
#define ROCJFR_WRAP(name)                 \
  of[k_##name] = reinterpret_cast<void*>( \
      &ByObject<k_##name, decltype(Dispatch::name)>::template Run<&Dispatch::name>);
    ROCJFR_OPENCL_TABLE(ROCJFR_WRAP)
#undef ROCJFR_WRAP
  }
};
const Wrappers& TheWrappers() noexcept {
  static const Wrappers wrappers;
  return wrappers;
}

}  // namespace

void* WrapperOf(uint32_t number, uint32_t vendor) noexcept {
  if (number >= kTableEntries) return nullptr;
  if (number == k_clCreateContextFromType) {
    return ContextFromType(vendor, std::make_index_sequence<kMostVendors + 1>());
  }
  return TheWrappers().of[number];
}

void FillLayer(const Dispatch& next, uint32_t entries, Dispatch* layer) noexcept {
  memcpy(static_cast<void*>(layer), &next, entries * sizeof(void*));
  auto* const ours = reinterpret_cast<void**>(layer);
  for (uint32_t i = 0; i < entries; ++i) {
    void* wrapper = WrapperOf(i, kMostVendors);
    if (wrapper != nullptr && ours[i] != nullptr) ours[i] = wrapper;
  }
}

void* ExtensionOf(cl_platform_id platform, const char* name, void* function) noexcept {
  Vendor* vendor = platform == nullptr ? nullptr : VendorOf(platform);
  if (vendor == nullptr || name == nullptr || function == nullptr) return function;
  const auto which = static_cast<uint32_t>(vendor - g_vendors);
#define ROCJFR_WRAP(extension, type)                                                           \
  if (strcmp(name, #extension) == 0) {                                                         \
    __atomic_store_n(&vendor->extensions[k_##extension - kFirstExtension], function,           \
                     __ATOMIC_RELEASE);                                                        \
    return ExtensionFor<k_##extension, type>(which, std::make_index_sequence<kMostVendors>()); \
  }
  ROCJFR_OPENCL_EXTENSIONS(ROCJFR_WRAP)
#undef ROCJFR_WRAP
  return function;
}

}  // namespace rocjfr::opencl
