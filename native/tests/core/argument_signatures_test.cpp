// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rows of the argument table against the list by which the rocprofiler-SDK library knows HIP's
// functions up to 10.2: those of functions that this machine's headers lack, by the arguments'
// names, and the stream of all.
#include <gtest/gtest.h>

#include <cstring>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/runtime/arguments.h"

namespace rocjfr::test {
namespace {

struct Argument {
  std::string type;
  int offset;  // in hip_api_data_t::args from 6.0 on; -1: not known
};
using Signature = std::map<std::string, Argument>;

// As plain rows first: a compiler takes minutes for maps of maps that are written out.
struct Row {
  const char* name;  // nullptr: there is no argument
  const char* type;
  int offset;
};
#define A(name, type, bytes, at, at_5, at_6) Row{#name, type, at_6},
#define NONE Row{nullptr, "", -1},
#define F(function, since, result, arguments) constexpr Row k##function[] = {arguments};
#include "api/rocprofiler/hip_signatures.inc"
#undef F
struct Rows {
  const char* function;
  const Row* rows;
  size_t count;
};
#define F(function, since, result, arguments) {#function, k##function, std::size(k##function)},
constexpr Rows kFunctions[] = {
#include "api/rocprofiler/hip_signatures.inc"
};
#undef F
#undef NONE
#undef A

const std::map<std::string, Signature>& Signatures() {
  static const std::map<std::string, Signature> signatures = [] {
    std::map<std::string, Signature> all;
    for (const Rows& one : kFunctions) {
      Signature& signature = all[one.function];
      for (size_t i = 0; i < one.count && one.rows[i].name != nullptr; ++i) {
        signature[one.rows[i].name] = {one.rows[i].type, one.rows[i].offset};
      }
    }
    return all;
  }();
  return signatures;
}

constexpr int kArguments = 16;  // where they begin
constexpr int kNone = 0, kUnknown = -1;

int PlaceOf(const std::string& function, const char* argument) {
  const auto signature = Signatures().find(function);
  if (signature == Signatures().end()) return kUnknown;
  const auto found = signature->second.find(argument);
  EXPECT_NE(found, signature->second.end()) << function << " has no " << argument;
  if (found == signature->second.end() || found->second.offset < 0) return kUnknown;
  return kArguments + found->second.offset;
}

using At = uint16_t ArgumentLayout::*;
using Arguments = std::map<const char*, At>;
constexpr At kBytes = &ArgumentLayout::bytes, kHeight = &ArgumentLayout::height,
             kStream = &ArgumentLayout::stream, kPointer = &ArgumentLayout::by_pointer,
             kCount = &ArgumentLayout::count;

const std::map<std::string, Arguments>& Newer() {
  static const Arguments fill = {{"width", kBytes}, {"height", kHeight}};
  static const Arguments fill_async = {{"width", kBytes}, {"height", kHeight}, {"stream", kStream}};
  static const Arguments array = {{"ByteCount", kBytes}};
  static const Arguments array_async = {{"ByteCount", kBytes}, {"stream", kStream}};
  static const std::map<std::string, Arguments> newer = {
      {"hipModuleLaunchCooperativeKernel",
       {{"func", &ArgumentLayout::kernel_at},
        {"gridDimX", &ArgumentLayout::grid},
        {"blockDimX", &ArgumentLayout::group},
        {"sharedMemBytes", &ArgumentLayout::lds},
        {"stream", kStream}}},
      {"hipModuleLaunchCooperativeKernelMultiDevice", {{"numDevices", &ArgumentLayout::devices}}},
      {"hipLaunchKernelExC", {{"config", kPointer}, {"fPtr", &ArgumentLayout::kernel_at}}},
      {"hipDrvLaunchKernelEx", {{"config", kPointer}, {"f", &ArgumentLayout::kernel_at}}},
      {"hipMemcpy2DArrayToArray", {{"width", kBytes}, {"height", kHeight}}},
      {"hipGraphUpload", {{"stream", kStream}}},
      {"hipDrvGraphAddMemcpyNode", {{"copyParams", kPointer}}},
      {"hipDrvGraphAddMemsetNode", {{"memsetParams", kPointer}}},
      {"hipDrvGraphMemcpyNodeSetParams", {{"nodeParams", kPointer}}},
      {"hipDrvGraphExecMemcpyNodeSetParams", {{"copyParams", kPointer}}},
      {"hipDrvGraphExecMemsetNodeSetParams", {{"memsetParams", kPointer}}},
      {"hipMemcpy3DPeer", {{"p", kPointer}}},
      {"hipMemcpy3DPeerAsync", {{"p", kPointer}, {"stream", kStream}}},
      {"hipMemcpyBatchAsync", {{"sizes", kPointer}, {"count", kCount}, {"stream", kStream}}},
      {"hipMemcpy3DBatchAsync", {{"opList", kPointer}, {"numOps", kCount}, {"stream", kStream}}},
      {"hipMemcpyAtoHAsync", array_async},
      {"hipMemcpyHtoAAsync", array_async},
      {"hipMemcpyAtoD", array},
      {"hipMemcpyDtoA", array},
      {"hipMemcpyAtoA", array},
      {"hipMemsetD2D8", fill},
      {"hipMemsetD2D16", fill},
      {"hipMemsetD2D32", fill},
      {"hipMemsetD2D8Async", fill_async},
      {"hipMemsetD2D16Async", fill_async},
      {"hipMemsetD2D32Async", fill_async},
      {"hipMemPrefetchAsync_v2", {{"count", kBytes}, {"stream", kStream}}},
      {"hipEventRecordWithFlags", {{"stream", kStream}}},
      {"hipStreamBatchMemOp", {{"stream", kStream}}},
  };
  return newer;
}

TEST(ArgumentSignatures, OfNewerFunctionsStandWhereTheListHasThem) {
  for (const auto& [function, arguments] : Newer()) {
    SCOPED_TRACE(function);
    const ArgumentLayout* row = FindArguments(function, Arrays::kPointer);
    ASSERT_NE(row, nullptr);
    std::set<int> listed;
    for (const auto& [argument, at] : arguments) {
      EXPECT_EQ(row->*at, PlaceOf(function, argument)) << argument;
      listed.insert(row->*at);
    }
    // The row reads no other word of the frame. What it reads behind a pointer stands elsewhere.
    std::vector<At> direct = {kStream, kPointer, kCount, &ArgumentLayout::devices};
    if (row->by_pointer == 0) {
      direct.insert(direct.end(), {kBytes, kHeight, &ArgumentLayout::depth, &ArgumentLayout::grid,
                                   &ArgumentLayout::group, &ArgumentLayout::lds});
    }
    for (const At at : direct) {
      if (row->*at != kNone) {
        EXPECT_EQ(listed.count(row->*at), 1u) << row->*at;
      }
    }
  }
}

TEST(ArgumentSignatures, StreamsStandWhereTheListHasThem) {
  uint32_t count = 0;
  const ArgumentLayout* rows = AllArguments(&count);
  std::set<std::string> unlisted;
  int with = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const ArgumentLayout& row = rows[i];
    if (row.arrays != Arrays::kAny && row.arrays != Arrays::kPointer) continue;
    const auto signature = Signatures().find(row.function);
    if (signature == Signatures().end()) {
      unlisted.insert(row.function);
      continue;
    }
    int stream = kNone;
    for (const auto& [name, argument] : signature->second) {
      if (argument.type != "hipStream_t" || argument.offset < 0) continue;
      EXPECT_EQ(stream, kNone) << row.function << " has two";
      stream = kArguments + argument.offset;
    }
    EXPECT_EQ(row.stream, stream) << row.function;
    with += stream != kNone ? 1 : 0;
  }
  EXPECT_GT(with, 40);
  // Up to 10.2 there are no such functions: they would mean what they say.
  EXPECT_EQ(unlisted, (std::set<std::string>{"hipGreenCtxDestroy", "hipStreamGetGreenCtx"}));
}

}  // namespace
}  // namespace rocjfr::test
