// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "frame_probe.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "core/java/control.h"
#include "core/record/losses.h"
#include "core/record/thread_state.h"
#include "hooks.h"
#include "tracer_frame.h"

namespace rocjfr {
namespace {

// Of the prefilled part, at the stack's top: the largest frame that can be measured is a little
// smaller.
constexpr uint32_t kSlots = 2048;
constexpr size_t kSlotBytes = 8;
constexpr size_t kFilledBytes = kSlots * kSlotBytes;
// What the runtime's function needs below its frame, with its logging on.
constexpr size_t kStackBytes = size_t{256} << 10;
constexpr size_t kGuardBytes = 4096;
constexpr size_t kAboveTop = 64;
// hip_api_data_t holds the arguments of hipChooseDevice, with a copy of a hipDeviceProp_t: more
// than this in all versions.
constexpr size_t kLeastRun = 512;
// Words behind the frame that are neither stubs nor known: what the function keeps there.
constexpr int kMostUnknown = 12;
// The first may find words that the dynamic linker left when it looked up what the runtime calls.
constexpr int kTries = 3;
// Measurements in which the runtime did not call us: the hook was just being removed, or another
// tool keeps calls to itself.
constexpr uint32_t kMostUnanswered = 100;

enum class Outcome { kUnanswered, kRefused, kMeasured };

struct Probe {
  char* top;    // of the prefilled part: the stack pointer at the call
  void* frame;  // nullptr: the callback was not called
  char* run_end;
  bool refused;
  uint32_t hits;
  void* hit_frame[2];
  uint32_t hit_slot[2];
};

__thread Probe* t_probe __attribute__((tls_model("initial-exec"))) = nullptr;
std::atomic<uint32_t> g_unanswered{0};

}  // namespace
}  // namespace rocjfr

#if defined(__x86_64__)
// The stubs, ten bytes each: mov $number, %edx; jmp. The runtime calls them as
// phase(op, frame).
//
// rocjfr_call_on_stack(function, sp) calls function() on another stack. What is callee-saved is
// zero meanwhile, so that the function keeps nothing of ours behind its frame. The caller's stack
// pointer stands where the other stack begins: the unwinder finds it there.
asm(R"(
  .text
  .p2align 4
  .globl rocjfr_frame_stubs
  .hidden rocjfr_frame_stubs
  .type rocjfr_frame_stubs, @function
rocjfr_frame_stubs:
  .set rocjfr_stub, 0
  .rept 2048
  .byte 0xba
  .long rocjfr_stub
  .byte 0xe9
  .long rocjfr_frame_hit - . - 4
  .set rocjfr_stub, rocjfr_stub + 1
  .endr
  .size rocjfr_frame_stubs, . - rocjfr_frame_stubs

  .p2align 4
  .globl rocjfr_call_on_stack
  .hidden rocjfr_call_on_stack
  .type rocjfr_call_on_stack, @function
rocjfr_call_on_stack:
  .cfi_startproc
  push %rbp
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbp, 0
  push %rbx
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbx, 0
  push %r12
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r12, 0
  push %r13
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r13, 0
  push %r14
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r14, 0
  push %r15
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r15, 0
  mov %rsp, (%rsi)
  mov %rsi, %rsp
  # The CFA is 56 bytes above what (%rsp) says: DW_CFA_def_cfa_expression, breg7 0, deref,
  # plus_uconst 56.
  .cfi_escape 0x0f, 0x05, 0x77, 0x00, 0x06, 0x23, 0x38
  xor %ebp, %ebp
  xor %ebx, %ebx
  xor %r12d, %r12d
  xor %r13d, %r13d
  xor %r14d, %r14d
  xor %r15d, %r15d
  call *%rdi
  .globl rocjfr_called_on_stack
  .hidden rocjfr_called_on_stack
rocjfr_called_on_stack:
  mov (%rsp), %rsp
  .cfi_def_cfa %rsp, 56
  pop %r15
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r15
  pop %r14
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r14
  pop %r13
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r13
  pop %r12
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r12
  pop %rbx
  .cfi_adjust_cfa_offset -8
  .cfi_restore %rbx
  pop %rbp
  .cfi_adjust_cfa_offset -8
  .cfi_restore %rbp
  ret
  .cfi_endproc
  .size rocjfr_call_on_stack, . - rocjfr_call_on_stack
)");

extern "C" {
#pragma GCC visibility push(hidden)
extern const char rocjfr_frame_stubs[];
extern const char rocjfr_called_on_stack[];
int rocjfr_call_on_stack(int (*function)(), void* stack_pointer);
#pragma GCC visibility pop

// Where all stubs lead.
__attribute__((used, visibility("hidden"))) void rocjfr_frame_hit(uint32_t, void* frame,
                                                                  uint32_t slot) {
  rocjfr::Probe* probe = rocjfr::t_probe;
  if (probe == nullptr) return;
  if (probe->hits < 2) {
    probe->hit_frame[probe->hits] = frame;
    probe->hit_slot[probe->hits] = slot;
  }
  ++probe->hits;
}
}

namespace rocjfr {
namespace {

constexpr size_t kStubBytes = 10;

// The frame's surroundings: memory that the sanitizers take for the runtime's own.
#define ROCJFR_UNSANITIZED __attribute__((no_sanitize("address", "thread", "undefined")))

ROCJFR_UNSANITIZED uint64_t Load(const char* at) noexcept {
  uint64_t word;
  memcpy(&word, at, sizeof(word));
  return word;
}

// What slot `number` of the prefilled part holds, and where that is.
uint64_t StubOf(uint32_t number) noexcept {
  return reinterpret_cast<uint64_t>(rocjfr_frame_stubs + kStubBytes * number);
}
char* PlaceOf(const Probe& probe, uint32_t number) noexcept {
  return probe.top - kFilledBytes + kSlotBytes * number;
}
uint64_t StubAt(const Probe& probe, const char* place) noexcept {
  return StubOf(static_cast<uint32_t>((place - (probe.top - kFilledBytes)) / kSlotBytes));
}

uint64_t Canary() noexcept {
  uint64_t canary;
  asm("mov %%fs:0x28, %0" : "=r"(canary));
  return canary;
}

// Whether the answer "traced" is safe. There must be stubs from behind the correlation id to nearly
// the function's caller, and no pattern that the runtime might take for its tail.
ROCJFR_UNSANITIZED bool LooksUntouched(Probe* probe) noexcept {
  const char* frame = static_cast<const char*>(probe->frame);
  const bool inside = frame >= probe->top - kFilledBytes && frame < probe->top &&
                      (probe->top - frame) % kSlotBytes == 0;
  if (!inside) return false;
  const char* at = frame + kSlotBytes;
  while (at < probe->top && Load(at) == StubAt(*probe, at)) at += kSlotBytes;
  probe->run_end = const_cast<char*>(at);
  if (static_cast<size_t>(at - frame) < kLeastRun) return false;
  const uint64_t canary = Canary();
  const auto returns_to = reinterpret_cast<uint64_t>(rocjfr_called_on_stack);
  int unknown = 0;
  uint64_t before = 0;
  for (; at < probe->top; at += kSlotBytes) {
    const uint64_t word = Load(at);
    const bool known =
        word == 0 || word == StubAt(*probe, at) || word == canary || word == returns_to;
    if (!known && (++unknown > kMostUnknown || word == before)) return false;
    before = known ? 0 : word;
  }
  return true;
}

// Nothing but faults of the calling thread's own interrupts what follows.
class SignalsBlocked {
 public:
  SignalsBlocked() noexcept {
    sigset_t blocked;
    sigfillset(&blocked);
    for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT}) {
      sigdelset(&blocked, fault);
    }
    pthread_sigmask(SIG_SETMASK, &blocked, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

class OwnStack {
 public:
  OwnStack() noexcept
      : base_(mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
    if (ok() && mprotect(base_, kGuardBytes, PROT_NONE) != 0) Unmap();
  }
  ~OwnStack() {
    if (ok()) Unmap();
  }
  OwnStack(const OwnStack&) = delete;
  OwnStack& operator=(const OwnStack&) = delete;

  bool ok() const noexcept { return base_ != MAP_FAILED; }
  char* top() const noexcept { return static_cast<char*>(base_) + kStackBytes - kAboveTop; }

 private:
  void Unmap() noexcept {
    munmap(base_, kStackBytes);
    base_ = MAP_FAILED;
  }
  void* base_;
};

Outcome Measure(char* top, int (*function)(), uint32_t* bytes) noexcept {
  Probe probe = {};
  probe.top = top;
  for (uint32_t i = 0; i < kSlots; ++i) {
    const uint64_t stub = StubOf(i);
    memcpy(PlaceOf(probe, i), &stub, sizeof(stub));
  }
  t_probe = &probe;
  rocjfr_call_on_stack(function, top);
  t_probe = nullptr;
  if (probe.frame == nullptr) return Outcome::kUnanswered;
  if (probe.refused || probe.hits != 2) return Outcome::kRefused;
  const auto* frame = static_cast<const char*>(probe.frame);
  const char* enter = PlaceOf(probe, probe.hit_slot[0]);
  const char* exit = PlaceOf(probe, probe.hit_slot[1]);
  const size_t behind = offsetof(FrameTail, phase_enter);
  const bool clear = probe.hit_frame[0] == frame && probe.hit_frame[1] == frame &&
                     exit == enter + kSlotBytes && exit < probe.run_end &&
                     enter >= frame + kLeastRun;
  if (!clear) return Outcome::kRefused;
  *bytes = static_cast<uint32_t>(enter - frame - behind);
  return Outcome::kMeasured;
}

Outcome MeasureOnOwnStack(ThreadState& thread, const Runtime& runtime, uint32_t* bytes) noexcept {
  if (runtime.peek_error == nullptr) return Outcome::kRefused;
  const int error = errno;
  const SignalsBlocked blocked;
  const OwnStack stack;
  Outcome outcome = Outcome::kUnanswered;
  if (stack.ok()) {
    const bool drains = thread.drains;
    const void* caller = thread.caller;
    thread.drains = true;  // where another thread was quicker this call is not traced at all
    for (int i = 0; i < kTries && outcome != Outcome::kMeasured; ++i) {
      outcome = Measure(stack.top(), runtime.peek_error, bytes);
    }
    thread.drains = drains;
    thread.caller = caller;
  }
  errno = error;
  return outcome;
}

}  // namespace

bool AnswerFrameProbe(void* frame, int* answer) noexcept {
  Probe* probe = t_probe;
  if (probe == nullptr) return false;
  *answer = -1;
  // A second call would be one within hipPeekAtLastError.
  probe->refused = probe->refused || probe->frame != nullptr;
  if (probe->frame == nullptr) probe->frame = frame;
  if (!probe->refused && LooksUntouched(probe)) {
    const uint64_t no_correlation_id = 0;
    memcpy(frame, &no_correlation_id, sizeof(no_correlation_id));
    *answer = 0;
  } else {
    probe->refused = true;
  }
  return true;
}

}  // namespace rocjfr
#else
namespace rocjfr {
namespace {
Outcome MeasureOnOwnStack(ThreadState&, const Runtime&, uint32_t*) noexcept {
  return Outcome::kRefused;
}
}  // namespace
bool AnswerFrameProbe(void*, int*) noexcept {
  return false;
}
}  // namespace rocjfr
#endif

namespace rocjfr {

uint32_t MeasuredFrameBytes(ThreadState& thread, const Runtime& runtime, uint32_t op) noexcept {
  if (const uint32_t known = g_frame_bytes.load(std::memory_order_acquire)) return known;
  if (g_frame_unreadable.load(std::memory_order_relaxed)) return 0;
  uint32_t bytes = 0;
  // Asking for the last error changes what hipExtGetLastError says (7.2): not within the calls that
  // tell errors. All others set it when they return.
  const Outcome outcome =
      runtime.tells_error[op] ? Outcome::kUnanswered : MeasureOnOwnStack(thread, runtime, &bytes);
  if (outcome == Outcome::kMeasured) {
    PublishFrameBytes(bytes);
  } else if (g_frame_bytes.load(std::memory_order_acquire) == 0 &&
             (outcome == Outcome::kRefused ||
              (!runtime.tells_error[op] && g_unanswered.fetch_add(1) + 1 >= kMostUnanswered))) {
    g_frame_unreadable.store(true);
    NoteFrameUnreadable();
  }
  const uint32_t published = g_frame_bytes.load(std::memory_order_acquire);
  if (published == 0 && !g_frame_unreadable.load() && Wanted(ROCJFR_DOMAIN_HIP_API)) {
    CountLost(ROCJFR_DOMAIN_HIP_API, ROCJFR_LOST_IN_FLIGHT, 1);
  }
  return published;
}

}  // namespace rocjfr
