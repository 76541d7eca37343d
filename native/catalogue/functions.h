// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What HIP's functions do, by name, as the catalogue (hip.txt) says it. A function that is not in
// it has no traits.
#ifndef ROCJFR_CATALOGUE_FUNCTIONS_H_
#define ROCJFR_CATALOGUE_FUNCTIONS_H_

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace rocjfr::catalogue {

enum Trait : uint32_t {
  kNoTraits = 0,
  kWaits = 1 << 0,     // returns when work of before has ended, and does nothing else
  kPolls = 1 << 1,     // asks whether work has ended
  kTold = 1 << 2,      // sets the last error to whatever it returns
  kMuted = 1 << 3,     // but not always while a stream is captured
  kNotReady = 1 << 4,  // may return hipErrorNotReady
  kBeginsCapture = 1 << 5,
  kEndsCapture = 1 << 6,
  kDropsCaptures = 1 << 7,  // a stream that goes takes its capture with it
  kGraphLaunch = 1 << 8,
  kMakesGraph = 1 << 9,   // makes or changes a graph, which launches submit
  kLaunches = 1 << 10,    // kernels, also those of a graph
  kOnDevices = 1 << 11,   // on several devices
  kSubmits = 1 << 12,     // work, on some runtimes also what a stream does with memory
  kPlainCopy = 1 << 13,   // to, from and size are arguments
  kKernel = 1 << 14,      // so are the kernel, its grid and its stream
  kModuleLoad = 1 << 15,  // of a file
  kModuleLoadData = 1 << 16,
  kModuleUnload = 1 << 17,
  kModuleGetFunction = 1 << 18,
  kCreatesStream = 1 << 19,
  kDestroysStream = 1 << 20,
  kCopies = 1 << 21,
};

struct Function {
  const char* name;
  uint32_t traits;
};

#define H(name, traits) {#name, traits},
inline constexpr Function kFunctions[] = {
#include "hip_functions.inc"
};
#undef H

// A name under which some runtimes report a function, and its name in AMD's lists.
struct Alias {
  const char* reported;
  const char* listed;
};
#define X(reported, listed) {#reported, #listed},
inline constexpr Alias kAliases[] = {
#include "hip_aliases.inc"
};
#undef X

// nullptr: it is not in the catalogue.
inline const Function* Find(std::string_view name) noexcept {
  const auto* found =
      std::lower_bound(std::begin(kFunctions), std::end(kFunctions), name,
                       [](const Function& one, std::string_view that) { return one.name < that; });
  return found != std::end(kFunctions) && found->name == name ? found : nullptr;
}
inline uint32_t TraitsOf(std::string_view name) noexcept {
  const Function* found = Find(name);
  return found == nullptr ? uint32_t{kNoTraits} : found->traits;
}

}  // namespace rocjfr::catalogue
#endif  // ROCJFR_CATALOGUE_FUNCTIONS_H_
