// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "api/rocprofiler/gpu_family.h"

#include <gtest/gtest.h>

#include <cstring>

namespace rocjfr::sdk {
namespace {

int g_asked = 0;

// As amdgpu answers: no more bytes than the caller has room for.
int Answer(int file, unsigned long request, void* argument) {
  EXPECT_GE(file, 0);
  EXPECT_EQ(request, 0x40206445u) << "DRM_IOCTL_AMDGPU_INFO";
  struct {
    uint32_t* answer;
    uint32_t bytes, what;
  } question;
  memcpy(&question, argument, sizeof(question));
  EXPECT_EQ(question.what, 0x16u) << "AMDGPU_INFO_DEV_INFO";
  const uint32_t words[] = {0x74A1, 1, 2, 3, 141, 8};
  EXPECT_GE(question.bytes, 20u);
  memcpy(question.answer, words, question.bytes < sizeof(words) ? question.bytes : sizeof(words));
  ++g_asked;
  return 0;
}

int Refuse(int, unsigned long, void* argument) {
  uint32_t* answer;
  memcpy(&answer, argument, sizeof(answer));
  answer[4] = 141;  // whatever stands there
  return -1;
}

TEST(GpuFamilyTest, IsWhatTheDriverAnswers) {
  EXPECT_EQ(FamilyOfGpu("/dev/null", &Answer), 141u);
  EXPECT_EQ(g_asked, 1);
}

TEST(GpuFamilyTest, IsUnknownWhereNobodyAnswers) {
  EXPECT_EQ(FamilyOfGpu("/dev/null", &Refuse), 0u);
  EXPECT_EQ(FamilyOfGpu("/dev/null"), 0u) << "it is no GPU";
  EXPECT_EQ(FamilyOfGpu("/dev/dri/renderD99999", &Answer), 0u);
}

}  // namespace
}  // namespace rocjfr::sdk
