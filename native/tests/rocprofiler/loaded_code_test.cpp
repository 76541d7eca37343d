// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Code objects of HSA's executables in the table, and registers from descriptors.
#include "api/rocprofiler/loaded_code.h"

#include <gtest/gtest.h>

#include <cstring>

#include "api/rocprofiler/code_table.h"

namespace rocjfr::sdk {
namespace {

// Bytes of the three words that count.
Registers Of(const char* target, uint32_t first, uint32_t third = 0, uint32_t properties = 0) {
  unsigned char descriptor[kDescriptorBytes] = {};
  memcpy(descriptor + 44, &third, sizeof(third));
  memcpy(descriptor + 48, &first, sizeof(first));
  memcpy(descriptor + 56, &properties, sizeof(properties));
  return RegistersOf(descriptor, target);
}

// 5 steps of vector registers, 3 of scalar ones (in pairs).
constexpr uint32_t kFirst = 4 | 5 << 6;

TEST(RegistersTest, AreAsManyAsTheHardwareAllots) {
  EXPECT_EQ(Of("gfx906", kFirst).sgpr, 48u);
  EXPECT_EQ(Of("gfx906", kFirst).arch_vgpr, 20u);
  EXPECT_EQ(Of("gfx906", kFirst).accum_vgpr, 0u);
  EXPECT_EQ(Of("gfx908", kFirst).accum_vgpr, 20u);
  EXPECT_EQ(Of("gfx1030", kFirst).sgpr, 128u);
  EXPECT_EQ(Of("gfx1030", kFirst).arch_vgpr, 20u);
  EXPECT_EQ(Of("gfx1030", kFirst, 0, 1u << 10).arch_vgpr, 40u) << "wavefronts of 32";
}

// There one file holds both: 40 in all, of which the first 12 are not accumulators.
TEST(RegistersTest, OfGpusThatShareThemAreSplitByTheOffset) {
  for (const char* target : {"gfx90a", "gfx942", "gfx950"}) {
    EXPECT_EQ(Of(target, kFirst, 2).arch_vgpr, 12u);
    EXPECT_EQ(Of(target, kFirst, 2).accum_vgpr, 28u);
    EXPECT_EQ(Of(target, kFirst, 9).accum_vgpr, 0u);
  }
}

TEST(RegistersTest, OfOthersAreNotKnown) {
  for (const char* target : {"", "software", "gfx803"}) {
    EXPECT_EQ(Of(target, kFirst).sgpr, 0u);
    EXPECT_EQ(Of(target, kFirst).arch_vgpr, 0u);
  }
}

class LoadedCodeTest : public testing::Test {
 protected:
  static LoadedObjectPtr Make(uint64_t executable, uint64_t agent,
                              std::initializer_list<const char*> kernels) {
    auto object = std::make_shared<LoadedObject>();
    object->executable = executable;
    object->agent = {agent};
    object->uri = "memory://" + std::to_string(executable);
    for (const char* kernel : kernels) object->kernels[kernel].object = executable + agent;
    return object;
  }
  uint64_t Named(const char* name, uint64_t agent = 0) {
    return table_.KernelNamed(name, agent, &only_);
  }
  // Of what is there: kernels as name@object, code objects by their URI.
  std::vector<std::string> All() {
    std::vector<std::string> all;
    table_.ForEach([&](const SymbolPtr& symbol) {
      all.push_back(symbol->text +
                    (symbol->is_kernel ? "@" + std::to_string(symbol->code_object_id) : "") +
                    (symbol->loaded == nullptr ? "?" : ""));
    });
    return all;
  }
  using Texts = std::vector<std::string>;

  CodeTable table_;
  bool only_ = false;
};

TEST_F(LoadedCodeTest, AnObjectHasItsKernelsFromItsLoadOn) {
  table_.Loaded(0, Make(7, 1, {"a", "b"}));
  EXPECT_EQ(All(), (Texts{"a@1", "b@1", "memory://7"}));
  EXPECT_TRUE(table_.HasExecutable(7));
  const uint64_t a = Named("a");
  EXPECT_TRUE(only_);
  EXPECT_STREQ(table_.NameOf(a), "a");
  EXPECT_EQ(table_.KernelOf(0x1000, "b"), Named("b")) << "also where its module is not known";
  const auto gone = table_.Destroyed(7);
  ASSERT_EQ(gone.size(), 3u);
  EXPECT_TRUE(gone[0]->is_kernel);
  EXPECT_FALSE(gone[2]->is_kernel) << "after its kernels";
  EXPECT_TRUE(All().empty());
  EXPECT_FALSE(table_.HasExecutable(7));
  EXPECT_TRUE(table_.Destroyed(7).empty());
  EXPECT_STREQ(table_.NameOf(a), "a") << "for records that come later";
}

TEST_F(LoadedCodeTest, OfKernelsWithOneNameTheAgentsIsMeant) {
  table_.Loaded(0, Make(7, 1, {"a"}));
  table_.Loaded(0, Make(8, 2, {"a"}));
  const uint64_t first = Named("a", 1), second = Named("a", 2);
  EXPECT_NE(first, second);
  EXPECT_FALSE(only_) << "the name alone does not say which";
  EXPECT_EQ(Named("a"), second) << "the last";
  table_.Destroyed(8);
  EXPECT_EQ(Named("a", 2), first);
  EXPECT_TRUE(only_);
}

TEST_F(LoadedCodeTest, AModulesFunctionsAreItsOwn) {
  table_.Loaded(0x10, Make(7, 1, {"a"}));
  table_.Loaded(0x20, Make(8, 1, {"a"}));
  table_.Found(0x10, 0x1000, "a", Outcome::kSuccess);
  table_.Found(0x20, 0x2000, "a", Outcome::kUnknown);
  EXPECT_NE(table_.KernelOf(0x1000, "a"), table_.KernelOf(0x2000, "a"));
  EXPECT_EQ(All(), (Texts{"a@1", "a@2", "memory://7", "memory://8"})) << "none more";
}

// HIP destroys the executable within the call that unloads the module.
TEST_F(LoadedCodeTest, AnUnloadTakesItOutAndOneThatFailsBringsItBack) {
  table_.Loaded(0x10, Make(7, 1, {"a"}));
  const uint64_t kernel = Named("a");
  EXPECT_EQ(table_.Unload(0x10).size(), 2u);
  EXPECT_FALSE(table_.HasExecutable(7));
  table_.Unloaded(1, Outcome::kFailure);
  EXPECT_EQ(All(), (Texts{"a@1", "memory://7"})) << "with what HSA said";
  EXPECT_EQ(Named("a"), kernel);
  EXPECT_TRUE(table_.HasExecutable(7));
  EXPECT_EQ(table_.Destroyed(7).size(), 2u);
  EXPECT_EQ(table_.Known(0x10), 0u);
}

TEST_F(LoadedCodeTest, WhatHipAloneKnowsStandsBesideIt) {
  table_.Loaded(0x10, Outcome::kSuccess, 0x99, "memory://1");
  table_.Found(0x10, 0x1000, "a", Outcome::kSuccess);
  table_.Loaded(0, Make(7, 1, {"b"}));
  EXPECT_EQ(All(), (Texts{"a@1?", "b@2", "memory://1?", "memory://7"}));
}

}  // namespace
}  // namespace rocjfr::sdk
