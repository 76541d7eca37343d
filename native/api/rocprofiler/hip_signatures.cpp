// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "hip_signatures.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <string>

namespace rocjfr::sdk {
namespace {

constexpr bool kError = true, kOther = false;

#define A(name, type, bytes, at, until5, from6) HipArgument{#name, type, bytes, at, until5, from6},
#define NONE HipArgument{nullptr, "", 0, 0, -1, -1},
#define F(function, since, returns, arguments) constexpr HipArgument k##function[] = {arguments};
#include "hip_signatures.inc"
#undef F
#define F(one, since, returns, list) \
  {#one, returns, static_cast<uint8_t>(k##one[0].bytes == 0 ? 0 : std::size(k##one)), k##one},
constexpr HipSignature kSignatures[] = {
#include "hip_signatures.inc"
};
#undef F
#undef NONE
#undef A

constexpr bool AllFit() {
  for (const HipSignature& signature : kSignatures) {
    for (uint32_t i = 0; i < signature.count; ++i) {
      const HipArgument& argument = signature.arguments[i];
      if (argument.at + argument.bytes > HipApiData::kArgumentBytes) return false;
    }
  }
  return true;
}
static_assert(AllFit(), "the longest list of arguments sets the place of the return value");
constexpr bool InOrder() {
  for (size_t i = 1; i < std::size(kSignatures); ++i) {
    if (std::string_view(kSignatures[i - 1].function) >= kSignatures[i].function) return false;
  }
  return true;
}
static_assert(InOrder(), "for the search");

constexpr uint32_t kFrameArguments = 16;  // where they begin in hip_api_data_t

// HIP 5's frame, 6's and later ones', or not known: as the core has it for arrays.
enum class Frame { kUnknown, kUntil5, kFrom6 };
Frame TheFrame() noexcept {
  constexpr uint32_t kMostUntil5 = 1000, kLeastFrom6 = 1500;
  if (rocjfr_hook_waits() != 0) return Frame::kUntil5;
  const uint32_t bytes = rocjfr_api_data_bytes();
  if (bytes == 0) return Frame::kUnknown;
  if (bytes <= kMostUntil5) return Frame::kUntil5;
  return bytes >= kLeastFrom6 ? Frame::kFrom6 : Frame::kUnknown;
}

int OffsetIn(Frame frame, const HipArgument& argument) noexcept {
  if (frame == Frame::kUntil5) return argument.until5;
  if (frame == Frame::kFrom6 || argument.from6 == argument.until5) return argument.from6;
  return -1;
}

// The runtime has filled in the arguments (rocjfr/client.h).
bool Filled(const rocjfr_call_t& call) noexcept {
  uint64_t first;
  memcpy(&first, static_cast<const char*>(call.api_data) + kFrameArguments, sizeof(first));
  // A first argument of four bytes leaves the upper half.
  return static_cast<uint32_t>(first) != static_cast<uint32_t>(ROCJFR_UNFILLED);
}

bool Is(std::string_view type, std::initializer_list<std::string_view> types) noexcept {
  return std::find(types.begin(), types.end(), type) != types.end();
}

template <typename T>
T Get(const void* address) noexcept {
  T value;
  memcpy(&value, address, sizeof(value));
  return value;
}

std::string TextOf(const HipArgument& argument, const void* address) {
  const std::string_view type = argument.type;
  char text[96] = "";
  if (type == "const char*") {
    const char* string = Get<const char*>(address);
    return string == nullptr ? "(null)" : string;
  }
  if (type == "rocprofiler_dim3_t") {
    const auto x = Get<uint32_t>(address), y = Get<uint32_t>(static_cast<const char*>(address) + 4),
               z = Get<uint32_t>(static_cast<const char*>(address) + 8);
    snprintf(text, sizeof(text), "{z=%u, y=%u, x=%u}", z, y, x);
  } else if (type == "float") {
    snprintf(text, sizeof(text), "%g", static_cast<double>(Get<float>(address)));
  } else if (argument.bytes == 1) {
    snprintf(text, sizeof(text), "%u", Get<uint8_t>(address));
  } else if (argument.bytes == 2) {
    snprintf(text, sizeof(text), "%u", Get<uint16_t>(address));
  } else if (argument.bytes == 4 && Is(type, {"unsigned int", "unsigned", "uint32_t", "GLuint"})) {
    snprintf(text, sizeof(text), "%u", Get<uint32_t>(address));
  } else if (argument.bytes == 4) {
    snprintf(text, sizeof(text), "%d", Get<int32_t>(address));
  } else if (argument.bytes == 8 &&
             Is(type, {"size_t", "uint64_t", "unsigned long long", "unsigned long"})) {
    snprintf(text, sizeof(text), "%" PRIu64, Get<uint64_t>(address));
  } else if (argument.bytes == 8) {
    const auto pointer = Get<uint64_t>(address);
    if (pointer == 0) return "(null)";
    snprintf(text, sizeof(text), "0x%" PRIx64, pointer);
  } else {
    snprintf(text, sizeof(text), "(%u bytes)", unsigned{argument.bytes});
  }
  return text;
}

}  // namespace

const HipSignature* FindSignature(std::string_view function) noexcept {
  const auto* found = std::lower_bound(
      std::begin(kSignatures), std::end(kSignatures), function,
      [](const HipSignature& one, std::string_view name) { return one.function < name; });
  return found != std::end(kSignatures) && found->function == function ? found : nullptr;
}

void CopyArguments(const HipSignature* signature, const rocjfr_call_t& call,
                   HipApiData* data) noexcept {
  memset(data->arguments, 0, sizeof(data->arguments));
  if (signature == nullptr || !Filled(call)) return;
  const auto* frame = static_cast<const char*>(call.api_data) + kFrameArguments;
  const Frame version = TheFrame();
  for (uint32_t i = 0; i < signature->count; ++i) {
    const HipArgument& argument = signature->arguments[i];
    const int offset = OffsetIn(version, argument);
    if (offset >= 0) memcpy(data->arguments + argument.at, frame + offset, argument.bytes);
  }
}

void TellArguments(const HipSignature& signature, const void* arguments, TellArgument tell,
                   void* to) {
  for (uint32_t i = 0; i < signature.count; ++i) {
    const HipArgument& argument = signature.arguments[i];
    const void* address = static_cast<const char*>(arguments) + argument.at;
    if (tell(i, argument, address, TextOf(argument, address).c_str(), to) != 0) return;
  }
}

}  // namespace rocjfr::sdk
