// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "core/record/names.h"

#include <gtest/gtest.h>
#include <pthread.h>

#include <string>
#include <thread>
#include <vector>

#include "core.h"

namespace rocjfr::test {
namespace {

std::string Demangled(const char* symbol) {
  const uint32_t ref = InternName(symbol);
  return ref == 0 ? "(no ref)" : rocjfr_name_demangled(ref);
}

TEST(Names, AreKeptOnceWhateverTheirAddress) {
  const std::string a = "_Z5saxpyjPf", b = a;
  const uint32_t ref = InternName(a.c_str());
  EXPECT_NE(ref, 0u);
  EXPECT_EQ(InternName(b.c_str()), ref);
  EXPECT_NE(InternName("other"), ref);
  EXPECT_STREQ(rocjfr_name_symbol(ref), "_Z5saxpyjPf");
  EXPECT_STREQ(NameSymbol(ref), "_Z5saxpyjPf");
  EXPECT_EQ(rocjfr_name_symbol(ref), rocjfr_name_symbol(ref)) << "static storage";
}

TEST(Names, NothingHasNoName) {
  EXPECT_EQ(InternName(nullptr), 0u);
  EXPECT_EQ(InternName(""), 0u);
  EXPECT_EQ(rocjfr_name_symbol(0), nullptr);
  EXPECT_EQ(rocjfr_name_demangled(0), nullptr);
  EXPECT_EQ(rocjfr_name_symbol(1), nullptr);
  EXPECT_EQ(rocjfr_name_demangled(UINT32_MAX), nullptr);
}

TEST(Names, AreDemangled) {
  EXPECT_EQ(Demangled("_Z5saxpyjPf"), "saxpy(unsigned int, float*)");
  EXPECT_EQ(Demangled("_ZN2at6kernelIfEEvPT_"), "void at::kernel<float>(float*)");
  EXPECT_EQ(Demangled("matrixTranspose"), "matrixTranspose");
  EXPECT_EQ(Demangled("_Zbroken"), "_Zbroken");
  EXPECT_EQ(Demangled("_Z"), "_Z");
}

TEST(Names, KernelDescriptorsAreTheirKernels) {
  EXPECT_EQ(Demangled("_Z5saxpyjPf.kd"), "saxpy(unsigned int, float*)");
  EXPECT_EQ(Demangled("matrixTranspose.kd"), "matrixTranspose");
  EXPECT_STREQ(rocjfr_name_symbol(InternName("a.kd")), "a.kd") << "the symbol stays as it is";
  EXPECT_EQ(Demangled(".kd"), ".kd") << "nothing would be left";
}

TEST(Names, MemoryIsBounded) {
  uint32_t kept = 0;
  std::string megabyte(1u << 20, 'x');
  for (int i = 0; i < 70; ++i) {
    megabyte.replace(0, 2, std::to_string(10 + i));
    if (InternName(megabyte.c_str()) != 0) ++kept;
  }
  EXPECT_EQ(kept, 64u) << "64 MiB for symbols and demangled names together";
  EXPECT_EQ(InternName(megabyte.c_str()), 0u) << "recorded without a name";
  megabyte.replace(0, 2, "10");
  EXPECT_EQ(InternName(megabyte.c_str()), 1u) << "what is known stays known";
}

// What the demangler needs of stack grows with the name: neither who launches nor who asks for the
// text has to have it.
TEST(Names, LongOnesNeedNoStackOfTheCallers) {
  constexpr int kDepth = 250;
  static std::string symbol, expected;
  symbol = "_Z1fI", expected = "void f<";
  for (int i = 0; i < kDepth; ++i) symbol += "1AI", expected += "A<";
  symbol += "i", expected += "int";
  for (int i = 0; i < kDepth; ++i) symbol += "E", expected += i == 0 ? ">" : " >";
  symbol += "Evv", expected += " >()";
  ASSERT_LE(symbol.size(), 1023u) << "longer ones are not demangled";
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 64 << 10), 0);
  static std::string demangled;
  pthread_t thread;
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void*) -> void* {
                  demangled = Demangled(symbol.c_str());
                  return nullptr;
                },
                nullptr),
            0);
  pthread_join(thread, nullptr);
  EXPECT_EQ(demangled, expected);
}

// What clang 18 and later write of templates with constraints, where no demangler is loaded that
// can read it; and what is too long for GNU's. Two kernels do not become one.
TEST(Names, InstancesThatCannotBeReadAreShortened) {
  const std::string symbol =
      "_ZN7rocrand4impl8generateITnNSt9enable_ifIXsr3std7is_sameIT_fEE5valueEiE4typeELi0EfEEvPT0_";
  const std::string shortened = Demangled(symbol.c_str());
  EXPECT_EQ(shortened.substr(0, 28), "rocrand::impl::generate<\u2026#") << shortened;
  EXPECT_EQ(Demangled((symbol + ".kd").c_str()), shortened);
  EXPECT_NE(Demangled((symbol + "i").c_str()), shortened);
  EXPECT_EQ(Demangled("_ZN12_GLOBAL__N_11aITniLi0EEEvv").substr(0, 28),
            "(anonymous namespace)::a<\u2026");
  const std::string longer = "_Z1fI" + std::string(2000, 'i') + "Evv";
  EXPECT_EQ(Demangled(longer.c_str()).substr(0, 6), "f<\u2026#");
}

TEST(Names, WhatCannotBeShortenedIsToldAsItIs) {
  for (const char* symbol : {"_ZN99999aITnE", "_Z1", "_ZI", "_ZN0IE", "_Z4abcITn", "_Z3abcTn"}) {
    EXPECT_EQ(Demangled(symbol), symbol);
  }
}

TEST(Names, ThreadsAgreeOnRefs) {
  constexpr int kThreads = 4, kNames = 500;
  std::vector<std::vector<uint32_t>> refs(kThreads);
  std::vector<std::thread> threads;
  for (auto& mine : refs) {
    threads.emplace_back([&mine] {
      for (int i = 0; i < kNames; ++i) {
        mine.push_back(InternName(("kernel" + std::to_string(i)).c_str()));
        const std::string symbol = rocjfr_name_symbol(mine.back());
        ASSERT_EQ(symbol, "kernel" + std::to_string(i));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& mine : refs) EXPECT_EQ(mine, refs[0]);
}

}  // namespace
}  // namespace rocjfr::test
