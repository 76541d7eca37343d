// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is asked of HSA, the library below HIP: whether it has started, and which thread of its own
// reports that work has finished.
#ifndef ROCJFR_CORE_RUNTIME_HSA_H_
#define ROCJFR_CORE_RUNTIME_HSA_H_

#include <cstddef>
#include <cstdint>
#include <string>

namespace rocjfr {

// HSA's functions as a HIP runtime reaches them; null without HSA below it. hsa_signal_t, a struct
// of one word, stands here as that word.
struct Hsa {
  int (*init)() = nullptr;
  int (*shut_down)() = nullptr;
  int (*get_info)(int attribute, void* value) = nullptr;
  int (*signal_create)(int64_t value, uint32_t consumers, const void* agents,
                       uint64_t* signal) = nullptr;
  int (*signal_destroy)(uint64_t signal) = nullptr;
  int (*signal_handler)(uint64_t signal, int condition, int64_t value,
                        bool (*handler)(int64_t value, void* argument), void* argument) = nullptr;
  int (*agent_info)(uint64_t agent, int attribute, void* value) = nullptr;
  int (*pointer_info)(const void* address, void* info, void* allocate, uint32_t* agents,
                      void* list) = nullptr;
};
// Of the library of this handle, or of those that it needs.
Hsa FindHsa(void* handle) noexcept;
// Of a library of that name that is loaded; nullptr: none. The same from then on.
const Hsa* FindLoadedHsa() noexcept;
// Whether this text stands in the file.
bool FileContains(const std::string& path, const char* text);
// The names of what a library imports and exports, a zero behind each; empty where it is no ELF
// file of 64 bits or does not say. Throws std::bad_alloc.
std::string DynamicStrings(const std::string& path);

// The file of the HSA that is loaded, or that a program will load; "": none.
std::string InstalledHsa();

// HSA calls OnLoad (hook.cpp) when it starts: newer ones of all libraries that export
// HSA_AMD_TOOL_PRIORITY, unless rocprofiler-register has found a tool of another kind. Where such
// a one is installed, or one before 5.4.1, the environment asks for us, if HSA_TOOLS_LIB is not
// set.
void AskInstalledHsaToCallUs();
// HSA has read the environment: what was put there for it is taken out again.
void ForgetToolsVariable() noexcept;
// The same in a forked child, where another thread may have held the environment's lock.
void HideToolsVariable() noexcept;

// The memory that HSA knows at an address. kNone: it knows none there, or cannot be asked.
struct HsaMemory {
  enum class Owner : uint8_t { kNone, kHost, kGpu } owner = Owner::kNone;
  uint64_t begin = 0, bytes = 0;
  // It may end by the name of another address: it is where the host's memory stands for devices
  // alone, or a part of what is mapped.
  bool loose = false;
};
HsaMemory AskHsaForMemory(const Hsa& hsa, uint64_t address) noexcept;

// False: hsa_init has not been called, and so no HIP call can have made any work. Initialises
// nothing. True also where HSA cannot be asked.
bool HsaHasStarted(const Hsa& hsa) noexcept;

// Has `visit` called on the thread on which HSA reports finished work, and returns when that is
// done: true. False after 200 ms, or where HSA cannot be asked (`visit` may still be called then).
// HSA is asked on a thread of our own, which calls `begin` first. HSA must have started, and the
// calling thread be in none of its callbacks.
bool VisitReportingThread(const Hsa& hsa, void (*begin)(), void (*visit)()) noexcept;
// One that returned without having been there may still come.
bool VisitIsLate() noexcept;
// And HSA has not answered yet: another one would only wait beside it.
bool VisitIsUnderWay() noexcept;
// HSA starts anew, or has ended: it does not.
void ForgetLateVisit() noexcept;

}  // namespace rocjfr
#endif  // ROCJFR_CORE_RUNTIME_HSA_H_
