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

#include "base/own_memory.h"

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
// HSA's, which are made by the build, and roctx'.
#undef F
#define F(function, since, returns, arguments) constexpr HipArgument k##function[] = {arguments};
#include "hsa_signatures.inc"
#include "marker_signatures.inc"
#undef F
#define F(one, since, returns, list) \
  {#one, returns, static_cast<uint8_t>(k##one[0].bytes == 0 ? 0 : std::size(k##one)), k##one},
constexpr HipSignature kHsaSignatures[] = {
#include "hsa_signatures.inc"
};
constexpr HipSignature kMarkerSignatures[] = {
#include "marker_signatures.inc"
};
#undef F
#undef NONE
#undef A

template <size_t N>
constexpr bool AllFit(const HipSignature (&signatures)[N], size_t bytes) {
  for (const HipSignature& signature : signatures) {
    for (uint32_t i = 0; i < signature.count; ++i) {
      const HipArgument& argument = signature.arguments[i];
      if (argument.at + argument.bytes > bytes) return false;
    }
  }
  return true;
}
static_assert(AllFit(kSignatures, HipApiData::kUnknownAt) &&
                  AllFit(kHsaSignatures, HipApiData::kArgumentBytes),
              "the longest list of arguments sets the place of the return value");
template <size_t N>
constexpr bool InOrder(const HipSignature (&signatures)[N]) {
  for (size_t i = 1; i < N; ++i) {
    if (std::string_view(signatures[i - 1].function) >= signatures[i].function) return false;
  }
  return true;
}
static_assert(InOrder(kSignatures) && InOrder(kHsaSignatures) && InOrder(kMarkerSignatures),
              "for the search");

template <size_t N>
const HipSignature* Find(const HipSignature (&signatures)[N], std::string_view function) noexcept {
  const auto* found = std::lower_bound(
      std::begin(signatures), std::end(signatures), function,
      [](const HipSignature& one, std::string_view name) { return one.function < name; });
  return found != std::end(signatures) && found->function == function ? found : nullptr;
}

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
  return first != ROCJFR_UNFILLED;  // a first argument of four bytes leaves the upper half
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

// Returns the bits of those that are not known.
uint32_t CopyKnown(const HipSignature& signature, const rocjfr_call_t& call,
                   HipApiData* data) noexcept {
  const auto* frame = static_cast<const char*>(call.api_data) + kFrameArguments;
  const Frame version = TheFrame();
  uint32_t unknown = 0;
  for (uint32_t i = 0; i < signature.count; ++i) {
    const HipArgument& argument = signature.arguments[i];
    const int offset = OffsetIn(version, argument);
    if (offset >= 0) {
      memcpy(data->arguments + argument.at, frame + offset, argument.bytes);
    } else {
      unknown |= uint32_t{1} << i;
    }
  }
  return unknown;
}

std::string TextOf(const HipArgument& argument, const void* address, bool under_way) {
  const std::string_view type = argument.type;
  char text[96] = "";
  if (under_way && type == "const char*") {
    constexpr size_t kMost = 1 << 16;
    const char* string = Get<const char*>(address);
    if (string == nullptr) return "(null)";
    std::string read;
    if (ReadOwnText(string, kMost, &read)) return read;
    snprintf(text, sizeof(text), "%p", static_cast<const void*>(string));  // the call will fail
    return text;
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
             Is(type, {"size_t", "uint64_t", "unsigned long long", "unsigned long",
                       "roctx_range_id_t", "roctx_thread_id_t"})) {
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
  const HipSignature* hip = Find(kSignatures, function);
  if (hip != nullptr) return hip;
  const HipSignature* hsa = Find(kHsaSignatures, function);
  return hsa != nullptr ? hsa : Find(kMarkerSignatures, function);
}

void CopyArguments(const HipSignature* signature, const rocjfr_call_t& call,
                   HipApiData* data) noexcept {
  memset(data->arguments, 0, sizeof(data->arguments));
  uint32_t unknown = UINT32_MAX;
  if (signature != nullptr && Filled(call)) unknown = CopyKnown(*signature, call, data);
  memcpy(data->arguments + HipApiData::kUnknownAt, &unknown, sizeof(unknown));
}

uint32_t UnknownArguments(const void* arguments) noexcept {
  return Get<uint32_t>(static_cast<const char*>(arguments) + HipApiData::kUnknownAt);
}

void TellArguments(const HipSignature& signature, const void* arguments, uint32_t unknown,
                   bool under_way, TellArgument tell, void* to) {
  for (uint32_t i = 0; i < signature.count; ++i) {
    if ((unknown >> i & 1) != 0) continue;
    const HipArgument& argument = signature.arguments[i];
    const void* address = static_cast<const char*>(arguments) + argument.at;
    if (tell(i, argument, address, TextOf(argument, address, under_way).c_str(), to) != 0) return;
  }
}

}  // namespace rocjfr::sdk
