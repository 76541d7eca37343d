// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Rows of the argument table by themselves: of functions newer than this machine's headers, and
// what a row says beside the places of arguments.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <set>
#include <string>

#include "hip_headers.h"

namespace rocjfr::test {
namespace {

// What the newer functions' frames hold, as AMD's headers of 7.x declare it: an argument that
// points somewhere is followed by a copy of what it points to.
struct Config {  // hipLaunchConfig_t, HIP_LAUNCH_CONFIG
  uint32_t grid[3], group[3];
  size_t lds;
  void* stream;
  void* attributes;
  unsigned attribute_count;
};
struct PeerParameters {  // hipMemcpy3DPeerParms
  void* source_array;
  size_t source_position[3];
  hipPitchedPtr source;
  int source_device;
  void* destination_array;
  size_t destination_position[3];
  hipPitchedPtr destination;
  int destination_device;
  hipExtent extent;
};
struct Location {  // hipMemLocation
  int type, id;
};
struct Operand {  // hipMemcpy3DOperand
  int type;
  union {
    struct {
      void* pointer;
      size_t row, height;
      Location hint;
    } pointer;
    struct {
      void* array;
      size_t offset[3];
    } array;
  } of;
};
struct BatchOp {  // hipMemcpy3DBatchOp
  Operand source, destination;
  hipExtent extent;
  int order;
  unsigned flags;
};
struct Attributes {  // hipMemcpyAttributes
  int order;
  Location source, destination;
  unsigned flags;
};

TEST(Arguments, OfNewerFunctionsStandWhereTheirHeadersHaveThem) {
  struct Launch {
    uint64_t correlation_id, phase;
    const Config* config;
    Config config_value;
    const void* function;
  };
  for (const char* function : {"hipLaunchKernelExC", "hipDrvLaunchKernelEx"}) {
    const ArgumentLayout* row = FindArguments(function, kArrays);
    EXPECT_EQ(row->by_pointer, offsetof(Launch, config));
    EXPECT_EQ(row->kernel_at, offsetof(Launch, function));
    EXPECT_EQ(row->grid, offsetof(Config, grid));
    EXPECT_EQ(row->group, offsetof(Config, group));
    EXPECT_EQ(row->lds, offsetof(Config, lds));
    EXPECT_EQ(row->stream_in_struct, offsetof(Config, stream));
  }
  struct Peer {
    uint64_t correlation_id, phase;
    const PeerParameters* parameters;
    PeerParameters value;
    void* stream;
  };
  const ArgumentLayout* peer = FindArguments("hipMemcpy3DPeerAsync", kArrays);
  EXPECT_EQ(peer->by_pointer, offsetof(Peer, parameters));
  EXPECT_EQ(peer->bytes, offsetof(PeerParameters, extent.width));
  EXPECT_EQ(peer->height, offsetof(PeerParameters, extent.height));
  EXPECT_EQ(peer->depth, offsetof(PeerParameters, extent.depth));
  EXPECT_EQ(peer->stream, offsetof(Peer, stream));
  EXPECT_EQ(peer->source, offsetof(PeerParameters, source_device));
  EXPECT_EQ(peer->destination, offsetof(PeerParameters, destination_device));
  struct Sizes {
    uint64_t correlation_id, phase;
    void **destinations, *destinations_value, **sources, *sources_value;
    size_t *sizes, sizes_value, count;
    Attributes *attributes, attributes_value;
    size_t *indices, indices_value, attribute_count, *fail_index, fail_index_value;
    void* stream;
  };
  const ArgumentLayout* sizes = FindArguments("hipMemcpyBatchAsync", kArrays);
  EXPECT_EQ(sizes->by_pointer, offsetof(Sizes, sizes));
  EXPECT_EQ(sizes->count, offsetof(Sizes, count));
  EXPECT_EQ(sizes->stream, offsetof(Sizes, stream));
  struct Batch3D {
    uint64_t correlation_id, phase;
    size_t count;
    BatchOp *ops, ops_value;
    size_t *fail_index, fail_index_value;
    unsigned long long flags;
    void* stream;
  };
  const ArgumentLayout* batch = FindArguments("hipMemcpy3DBatchAsync", kArrays);
  EXPECT_EQ(batch->by_pointer, offsetof(Batch3D, ops));
  EXPECT_EQ(batch->count, offsetof(Batch3D, count));
  EXPECT_EQ(batch->stream, offsetof(Batch3D, stream));
  // As they are read:
  EXPECT_EQ(sizeof(BatchOp), 112u);
  EXPECT_EQ(offsetof(BatchOp, destination), 40u);
  EXPECT_EQ(offsetof(BatchOp, extent), 80u);
}

// Of HIP 5.2 to 10.2.
TEST(Arguments, OfAllThatLaunchesCopiesAndFillsAreListed) {
  static constexpr const char* kFunctions[] = {
#define F(name, ...) #name,
#include "hip_signatures.inc"
#undef F
  };
  // They tell what a node was made of.
  const std::set<std::string> exceptions = {"hipGraphMemcpyNodeGetParams",
                                            "hipGraphMemsetNodeGetParams",
                                            "hipDrvGraphMemcpyNodeGetParams"};
  std::set<std::string> without;
  int with = 0;
  for (const char* name : kFunctions) {
    if (strncmp(name, "hip", 3) != 0) continue;
    if (!strstr(name, "Launch") && !strstr(name, "Memcpy") && !strstr(name, "Memset")) continue;
    std::string function = name;
    const size_t own_stream = function.rfind("_spt");
    if (own_stream != std::string::npos) function.resize(own_stream);
    if (FindArguments(function, Arrays::kPointer) == nullptr) {
      without.insert(function);
    } else {
      ++with;
    }
  }
  EXPECT_EQ(without, exceptions);
  EXPECT_GT(with, 100);
}

TEST(Arguments, AreMarkedWhereTheyAreRead) {
  uint64_t frame[32] = {};
  MarkUnfilled(FindArguments("hipModuleLaunchKernel", kArrays), frame);
  EXPECT_EQ(frame[0], 0u) << "the correlation id is none";
  for (const int word : {2, 3, 4, 5, 6, 7}) EXPECT_EQ(frame[word], kUnfilled) << word;
  EXPECT_EQ(frame[8], 0u);
  uint64_t other[32] = {};
  MarkUnfilled(nullptr, other);
  EXPECT_EQ(other[1], 0u);
  EXPECT_EQ(other[2], kUnfilled) << "the first argument, in any case";
  EXPECT_EQ(other[3], 0u);
}

TEST(Arguments, OfRuntimesThatAreNotMeasuredSayNothingAboutArrays) {
  const ArgumentLayout* row = FindArguments("hipMemcpy2DToArrayAsync", Arrays::kUnknown);
  ASSERT_NE(row, nullptr);
  EXPECT_EQ(row->effect, Effect::kSubmits);
  EXPECT_EQ(row->stream, 0);
  EXPECT_EQ(row->bytes, 0);
  EXPECT_EQ(FindArguments("hipMemcpyAsync", Arrays::kUnknown),
            FindArguments("hipMemcpyAsync", Arrays::kPointer));
}

TEST(Arguments, KernelsAreNamedByWhatTheFunctionTakes) {
  for (const char* function :
       {"hipLaunchKernel", "hipExtLaunchKernel", "hipLaunchCooperativeKernel"}) {
    EXPECT_EQ(FindArguments(function, kArrays)->kernel, KernelArgument::kHostPointer) << function;
  }
  for (const char* function : {"hipModuleLaunchKernel", "hipExtModuleLaunchKernel",
                               "hipHccModuleLaunchKernel", "hipModuleLaunchCooperativeKernel"}) {
    EXPECT_EQ(FindArguments(function, kArrays)->kernel, KernelArgument::kFunction) << function;
  }
  EXPECT_TRUE(FindArguments("hipExtModuleLaunchKernel", kArrays)->grid_in_work_items);
  EXPECT_TRUE(FindArguments("hipHccModuleLaunchKernel", kArrays)->grid_in_work_items);
  EXPECT_FALSE(FindArguments("hipModuleLaunchKernel", kArrays)->grid_in_work_items);
}

TEST(Arguments, OfFunctionsWithArraysDependOnTheVersion) {
  const ArgumentLayout* before_6 = FindArguments("hipMemcpy2DToArrayAsync", Arrays::kWithValue);
  const ArgumentLayout* from_6 = FindArguments("hipMemcpy2DToArrayAsync", Arrays::kPointer);
  EXPECT_EQ(before_6->stream, 144);
  EXPECT_EQ(from_6->stream, 80);
  EXPECT_EQ(FindArguments("hipMemcpyAsync", Arrays::kWithValue),
            FindArguments("hipMemcpyAsync", Arrays::kPointer));
}

TEST(Arguments, FillsCountTheirElements) {
  EXPECT_EQ(FindArguments("hipMemset", kArrays)->unit, 1);
  EXPECT_EQ(FindArguments("hipMemsetD8Async", kArrays)->unit, 1);
  EXPECT_EQ(FindArguments("hipMemsetD16", kArrays)->unit, 2);
  EXPECT_EQ(FindArguments("hipMemsetD16Async", kArrays)->unit, 2);
  EXPECT_EQ(FindArguments("hipMemsetD32", kArrays)->unit, 4);
  EXPECT_EQ(FindArguments("hipMemsetD32Async", kArrays)->unit, 4);
}

TEST(Arguments, OtherFunctionsHaveNoRow) {
  EXPECT_EQ(FindArguments("hipGetDevice", kArrays), nullptr);
  EXPECT_EQ(FindArguments("", kArrays), nullptr);
  EXPECT_EQ(FindArguments("hipMemcp", kArrays), nullptr);
}

}  // namespace
}  // namespace rocjfr::test
