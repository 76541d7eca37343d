// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Options of rocjfr_initialize: which are taken and which are refused.
#include <gtest/gtest.h>

#include <string>

#include "core.h"

namespace rocjfr::test {
namespace {

// What rocjfr_initialize says to options that it refuses.
std::string Refused(const rocjfr_options_t* options) {
  char error[200] = "";
  EXPECT_EQ(rocjfr_initialize(options, error, sizeof(error)), ROCJFR_STATUS_INVALID_ARGUMENT);
  return error;
}

TEST(Options, OfAnotherSizeAreRefused) {
  rocjfr_options_t options = ToC({});
  options.size -= 8;
  EXPECT_EQ(Refused(&options),
            "options have 32 bytes, but 40 were expected, because the versions differ");
  EXPECT_EQ(Refused(nullptr),
            "options have 0 bytes, but 40 were expected, because the versions differ");
}

TEST(Options, RingMustBeAPowerOfTwoWithinBounds) {
  for (const uint64_t bytes : {uint64_t{0}, uint64_t{2048}, uint64_t{4097}, uint64_t{3} << 20,
                               uint64_t{512} << 20, UINT64_MAX}) {
    rocjfr_options_t options = ToC({});
    options.ring_bytes = bytes;
    EXPECT_EQ(Refused(&options), "ring is " + std::to_string(bytes) +
                                     " bytes; valid: a power of two from 4096 to 268435456");
  }
}

TEST(Options, MemoryMustHoldOneRing) {
  rocjfr_options_t options = ToC({});
  options.ring_bytes = 8192;
  options.memory_bytes = 8191;
  EXPECT_EQ(Refused(&options), "memory is 8191 bytes, less than one ring (8192)");
}

TEST(Options, LosslessWaitIsBounded) {
  rocjfr_options_t options = ToC({});
  options.lossless_wait_ms = 10001;
  EXPECT_EQ(Refused(&options), "lossless-wait is 10001 ms; valid: 0 to 10000");
}

TEST(Options, ErrorIsCutToItsBuffer) {
  rocjfr_options_t options = ToC({});
  options.lossless_wait_ms = 10001;
  char error[9] = "????????";
  EXPECT_EQ(rocjfr_initialize(&options, error, sizeof(error)), ROCJFR_STATUS_INVALID_ARGUMENT);
  EXPECT_STREQ(error, "lossless");
  EXPECT_EQ(rocjfr_initialize(&options, nullptr, 0), ROCJFR_STATUS_INVALID_ARGUMENT);
}

TEST(Options, RefusedOnesLeaveTheCoreUninitialised) {
  rocjfr_options_t options = ToC({});
  options.ring_bytes = 1;
  Refused(&options);
  Initialize();
}

TEST(Options, AreTakenOnce) {
  Initialize({8192, 64u << 20, false, 0});
  const rocjfr_options_t other = ToC({16384, 64u << 20, true, 1});
  EXPECT_EQ(rocjfr_initialize(&other, nullptr, 0), ROCJFR_STATUS_ALREADY_INITIALIZED);
  // What was asked for in vain is said, with what is to be done.
  char text[400] = "";
  EXPECT_EQ(rocjfr_initialize(&other, text, sizeof(text)), ROCJFR_STATUS_ALREADY_INITIALIZED);
  EXPECT_STREQ(text,
               "without effect: ring=16k (it is 8k), lossless=true (it is false). A tool that uses "
               "roctracer or the rocprofiler-SDK started the tracer first. Start the agent before "
               "that tool, with -javaagent");
  rocjfr_runtime_info_t info;
  EXPECT_EQ(rocjfr_runtime(&info), ROCJFR_STATUS_SUCCESS);
  EXPECT_STREQ(info.message, text);
  // A library that takes what there is asks for the defaults.
  const rocjfr_options_t defaults =
      ToC({ROCJFR_DEFAULT_RING_BYTES, ROCJFR_DEFAULT_MEMORY_BYTES, false, 0});
  EXPECT_EQ(rocjfr_initialize(&defaults, text, sizeof(text)), ROCJFR_STATUS_ALREADY_INITIALIZED);
  EXPECT_STREQ(text, "");
  ASSERT_EQ(rocjfr_set_wanted(kRoctx), ROCJFR_STATUS_SUCCESS);
  rocjfr_roctx_mark("makes this thread's ring");
  uint64_t bytes = 0;
  ASSERT_NE(rocjfr_ring(0, &bytes), nullptr);
  EXPECT_EQ(bytes, ROCJFR_RING_HEADER_BYTES + 8192);
}

}  // namespace
}  // namespace rocjfr::test
