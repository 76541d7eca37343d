// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "hsa_fixture.h"

namespace rocjfr::softgpu::test {
namespace {

using CodeObjectTest = HsaTest;

std::vector<char> sample() {
  return CodeObjectBuilder()
      .kernel("_Z3addPi", 24, 512)
      .variable("counter", 7)
      .pointer("to_counter", "counter", 4)
      .pointer("to_outside", "outside", 16)
      .kernel("second", 8)
      .build();
}

hsa_executable_symbol_t symbol(hsa_executable_t executable, const char* name) {
  hsa_executable_symbol_t found{0};
  EXPECT_HSA(hsa_executable_get_symbol_by_name(executable, name, nullptr, &found)) << name;
  return found;
}

template <class T>
T symbol_info(hsa_executable_symbol_t handle, hsa_executable_symbol_info_t attribute) {
  T value{};
  EXPECT_HSA(hsa_executable_symbol_get_info(handle, attribute, &value));
  return value;
}

TEST_F(CodeObjectTest, SymbolsAreFoundAndDescribed) {
  ScopedExecutable e(gpu(), sample());
  ASSERT_HSA(e.load_status);
  auto kernel = symbol(e.executable, "_Z3addPi.kd");
  EXPECT_EQ(static_cast<uint32_t>(HSA_SYMBOL_KIND_KERNEL),
            symbol_info<uint32_t>(kernel, HSA_EXECUTABLE_SYMBOL_INFO_TYPE));
  EXPECT_EQ(24u,
            symbol_info<uint32_t>(kernel, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_KERNARG_SEGMENT_SIZE));
  EXPECT_EQ(512u,
            symbol_info<uint32_t>(kernel, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE));
  EXPECT_EQ(11u, symbol_info<uint32_t>(kernel, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH));
  auto variable = symbol(e.executable, "counter");
  auto address = symbol_info<uint64_t>(variable, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS);
  EXPECT_EQ(7u, *reinterpret_cast<uint64_t*>(address));
  EXPECT_EQ(8u, symbol_info<uint32_t>(variable, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_SIZE));
  EXPECT_FALSE(symbol_info<bool>(variable, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_IS_CONST));

  int count = 0;
  EXPECT_HSA(hsa_executable_iterate_symbols(
      e.executable,
      [](hsa_executable_t, hsa_executable_symbol_t, void* data) {
        ++*static_cast<int*>(data);
        return HSA_STATUS_SUCCESS;
      },
      &count));
  EXPECT_EQ(5, count);
}

TEST_F(CodeObjectTest, RelocationsPointToTheirTargets) {
  uint64_t outside[4] = {};
  hsa_executable_t executable{0};
  hsa_code_object_reader_t reader{0};
  std::vector<char> image = sample();
  ASSERT_HSA(hsa_code_object_reader_create_from_memory(image.data(), image.size(), &reader));
  ASSERT_HSA(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR,
                                       nullptr, &executable));
  ASSERT_HSA(hsa_executable_agent_global_variable_define(executable, gpu(), "outside", outside));
  EXPECT_EQ(HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED,
            hsa_executable_agent_global_variable_define(executable, gpu(), "outside", outside));
  ASSERT_HSA(hsa_executable_load_agent_code_object(executable, gpu(), reader, nullptr, nullptr));
  auto address_of = [&](const char* name) {
    return symbol_info<uint64_t>(symbol(executable, name),
                                 HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS);
  };
  EXPECT_EQ(address_of("counter") + 4, *reinterpret_cast<uint64_t*>(address_of("to_counter")));
  EXPECT_EQ(reinterpret_cast<uint64_t>(outside + 2),
            *reinterpret_cast<uint64_t*>(address_of("to_outside")));
  EXPECT_HSA(hsa_executable_freeze(executable, nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_FROZEN_EXECUTABLE, hsa_executable_freeze(executable, nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_FROZEN_EXECUTABLE,
            hsa_executable_load_agent_code_object(executable, gpu(), reader, nullptr, nullptr));
  EXPECT_HSA(hsa_executable_destroy(executable));
  EXPECT_HSA(hsa_code_object_reader_destroy(reader));
}

TEST_F(CodeObjectTest, ReadFromAFile) {
  const std::vector<char> image = sample();
  FILE* file = tmpfile();
  ASSERT_NE(nullptr, file);
  ASSERT_EQ(image.size(), fwrite(image.data(), 1, image.size(), file));
  ASSERT_EQ(0, fflush(file));
  hsa_executable_t executable{0};
  hsa_code_object_reader_t reader{0};
  ASSERT_HSA(hsa_code_object_reader_create_from_file(fileno(file), &reader));
  EXPECT_EQ(0, fclose(file));
  ASSERT_HSA(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR,
                                       nullptr, &executable));
  uint64_t outside[4] = {};
  ASSERT_HSA(hsa_executable_agent_global_variable_define(executable, gpu(), "outside", outside));
  ASSERT_HSA(hsa_executable_load_agent_code_object(executable, gpu(), reader, nullptr, nullptr));
  EXPECT_NE(0u, symbol(executable, "second.kd").handle);
  EXPECT_HSA(hsa_executable_destroy(executable));
  EXPECT_HSA(hsa_code_object_reader_destroy(reader));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_FILE, hsa_code_object_reader_create_from_file(-1, &reader));
}

TEST_F(CodeObjectTest, MemoryOfACodeObjectIsTheDevices) {
  ScopedExecutable e(gpu(), sample());
  ASSERT_HSA(e.load_status);
  hsa_amd_pointer_info_t info{};
  info.size = sizeof info;
  ASSERT_HSA(hsa_amd_pointer_info(reinterpret_cast<void*>(e.kernel("second")), &info, nullptr,
                                  nullptr, nullptr));
  EXPECT_EQ(HSA_EXT_POINTER_TYPE_HSA, info.type);
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ALLOCATION, hsa_amd_memory_pool_free(info.agentBaseAddress));
}

TEST_F(CodeObjectTest, BadHandlesAndArguments) {
  hsa_executable_t executable{12345};
  hsa_executable_symbol_t found{0};
  hsa_code_object_reader_t reader{12345};
  char byte = 0;
  uint32_t value = 0;
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_EXECUTABLE, hsa_executable_destroy(executable));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_EXECUTABLE, hsa_executable_freeze(executable, nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_EXECUTABLE,
            hsa_executable_get_symbol_by_name(executable, "x", nullptr, &found));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER, hsa_code_object_reader_destroy(reader));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_code_object_reader_create_from_memory(nullptr, 1, &reader));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_code_object_reader_create_from_memory(&byte, 0, &reader));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL,
            hsa_executable_symbol_get_info({0}, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &value));

  ScopedExecutable e(gpu(), sample());
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_SYMBOL_NAME,
            hsa_executable_get_symbol_by_name(e.executable, "absent", nullptr, &found));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_ARGUMENT,
            hsa_executable_get_symbol_by_name(e.executable, nullptr, nullptr, &found));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER,
            hsa_executable_load_agent_code_object(e.executable, gpu(), {0}, nullptr, nullptr));
  EXPECT_EQ(HSA_STATUS_ERROR_INVALID_AGENT,
            hsa_executable_load_agent_code_object(e.executable, cpu(), e.reader, nullptr, nullptr));
  auto last = symbol(e.executable, "second.kd");
  EXPECT_EQ(
      HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL,
      hsa_executable_symbol_get_info({last.handle + 1}, HSA_EXECUTABLE_SYMBOL_INFO_TYPE, &value));
}

/// Loads, and where that works looks at every symbol. True where it worked.
bool try_load(hsa_agent_t agent, const std::vector<char>& image) {
  if (image.empty()) return false;
  ScopedExecutable e(agent, image);
  if (e.load_status != HSA_STATUS_SUCCESS) {
    EXPECT_TRUE(e.load_status == HSA_STATUS_ERROR_INVALID_CODE_OBJECT ||
                e.load_status == HSA_STATUS_ERROR_OUT_OF_RESOURCES)
        << e.load_status;
    return false;
  }
  EXPECT_HSA(hsa_executable_iterate_symbols(
      e.executable,
      [](hsa_executable_t, hsa_executable_symbol_t s, void*) {
        auto length = symbol_info<uint32_t>(s, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH);
        std::vector<char> name(length + 1);
        return hsa_executable_symbol_get_info(s, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name.data());
      },
      nullptr));
  return true;
}

TEST_F(CodeObjectTest, TruncatedFilesAreRefused) {
  const std::vector<char> whole = sample();
  ASSERT_TRUE(try_load(gpu(), whole));
  for (size_t length = 1; length < whole.size(); ++length) {
    std::vector<char> part(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length));
    EXPECT_FALSE(try_load(gpu(), part)) << length;
  }
}

TEST_F(CodeObjectTest, CorruptedFilesNeverCrash) {
  const char* given = std::getenv("SOFTGPU_TEST_SEED");
  unsigned seed = given != nullptr ? static_cast<unsigned>(std::strtoul(given, nullptr, 10))
                                   : std::random_device()();
  std::printf("SOFTGPU_TEST_SEED=%u\n", seed);
  std::mt19937 random(seed);
  const std::vector<char> whole = sample();
  int loaded = 0;
  int refused = 0;
  for (int round = 0; round < 4000; ++round) {
    std::vector<char> image = whole;
    int changes = 1 + static_cast<int>(random() % 8);
    for (int i = 0; i < changes; ++i) {
      // Mostly in the headers and tables, where a byte means something.
      size_t at = random() % image.size();
      if (random() % 4 == 0) {
        uint64_t extreme[] = {0, UINT64_MAX, UINT64_MAX / 2, 1ull << 32, image.size()};
        at = at / 8 * 8;
        if (at + 8 <= image.size()) std::memcpy(&image[at], &extreme[random() % 5], 8);
      } else {
        image[at] = static_cast<char>(random());
      }
    }
    ++(try_load(gpu(), image) ? loaded : refused);
  }
  EXPECT_GT(loaded, 100);
  EXPECT_GT(refused, 100);
}

TEST_F(CodeObjectTest, RandomBytesAreRefused) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<char> image(random() % 2000);
    for (char& c : image) c = static_cast<char>(random());
    EXPECT_FALSE(try_load(gpu(), image));
  }
}

}  // namespace
}  // namespace rocjfr::softgpu::test
