// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA_EVT: what is allocated, given to devices, copied by the host, loaded and submitted.
#include "code.h"
#include "hsa_fixture.h"

namespace rocjfr::test {
namespace {

class HsaEvents : public HsaProgram {
 protected:
  void EnableAll() {
    ASSERT_OK(roctracer_enable_domain_callback(ACTIVITY_DOMAIN_HSA_EVT, &Told::OnEvent, &told_));
  }
};

TEST_F(HsaEvents, MemoryOfPools) {
  Begin();
  EnableAll();
  void* memory = nullptr;
  HSA_OK(hsa_amd_memory_pool_allocate(gpu_pool_, 8192, 0, &memory));
  HSA_OK(hsa_amd_agents_allow_access(1, &gpu_, nullptr, memory));
  HSA_OK(hsa_amd_memory_pool_free(memory));
  HSA_OK(hsa_amd_memory_pool_free(nullptr));
  void* nothing = nullptr;
  EXPECT_NE(hsa_amd_memory_pool_allocate({99999}, 1, 0, &nothing), HSA_STATUS_SUCCESS);
  EXPECT_OK(roctracer_disable_domain_callback(ACTIVITY_DOMAIN_HSA_EVT));
  HSA_OK(hsa_amd_memory_pool_allocate(gpu_pool_, 8192, 0, &nothing));
  HSA_OK(hsa_amd_memory_pool_free(nothing));

  const auto& allocated = told_.events[HSA_EVT_ID_ALLOCATE];
  ASSERT_EQ(allocated.size(), 2u) << "a free of nothing is none, what fails neither";
  EXPECT_EQ(allocated[0].allocate.ptr, memory);
  EXPECT_EQ(allocated[0].allocate.size, 8192u);
  EXPECT_EQ(allocated[0].allocate.segment, HSA_AMD_SEGMENT_GLOBAL);
  EXPECT_EQ(allocated[0].allocate.global_flag, HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED);
  EXPECT_EQ(allocated[1].allocate.ptr, memory);
  EXPECT_EQ(allocated[1].allocate.size, 0u) << "a free";
  const auto& devices = told_.events[HSA_EVT_ID_DEVICE];
  ASSERT_EQ(devices.size(), 2u) << "by default, and by the call";
  for (const hsa_evt_data_t& event : devices) {
    EXPECT_EQ(event.device.type, HSA_DEVICE_TYPE_GPU);
    EXPECT_EQ(event.device.id, 1u) << "the driver's node";
    EXPECT_EQ(event.device.agent.handle, gpu_.handle);
    EXPECT_EQ(event.device.ptr, memory) << "no address of a stack";
  }
}

TEST_F(HsaEvents, CopiesOfTheHost) {
  Begin();
  EnableAll();
  int from = 42, to = 0;
  HSA_OK(hsa_memory_copy(&to, &from, sizeof(to)));
  EXPECT_EQ(to, 42);
  const auto& copied = told_.events[HSA_EVT_ID_MEMCOPY];
  ASSERT_EQ(copied.size(), 1u);
  EXPECT_EQ(copied[0].memcopy.dst, &to);
  EXPECT_EQ(copied[0].memcopy.src, &from);
  EXPECT_EQ(copied[0].memcopy.size, sizeof(to));
}

TEST_F(HsaEvents, CodeAndItsKernels) {
  Begin();
  EnableAll();
  Code code(gpu_);
  code.Unload();
  const auto& objects = told_.events[HSA_EVT_ID_CODEOBJ];
  ASSERT_EQ(objects.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    const auto& object = objects[i].codeobj;
    EXPECT_EQ(object.unload, static_cast<int>(i));
    EXPECT_EQ(object.storage_type, 2u) << "memory";
    EXPECT_EQ(object.storage_file, -1);
    EXPECT_EQ(object.memory_base, reinterpret_cast<uint64_t>(code.image().data()));
    EXPECT_EQ(object.memory_size, code.image().size());
    EXPECT_NE(object.load_base, 0u);
    EXPECT_GT(object.load_size, 0u);
    EXPECT_EQ(object.uri_length, told_.texts[2 * i].size());
    EXPECT_EQ(told_.texts[2 * i].find("memory://" + std::to_string(getpid()) + "#offset=0x"), 0u);
  }
  const auto& symbols = told_.events[HSA_EVT_ID_KSYMBOL];
  ASSERT_EQ(symbols.size(), 2u);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(symbols[i].ksymbol.object, code.object());
    EXPECT_EQ(symbols[i].ksymbol.name_length, 7u);
    EXPECT_EQ(symbols[i].ksymbol.unload, static_cast<int>(i));
    EXPECT_EQ(told_.texts[2 * i + 1], "nothing");
  }
}

TEST_F(HsaEvents, StoppedMeansNothingComes) {
  Begin();
  EnableAll();
  roctracer_stop();
  int from = 1, to = 0;
  HSA_OK(hsa_memory_copy(&to, &from, sizeof(to)));
  EXPECT_TRUE(told_.events[HSA_EVT_ID_MEMCOPY].empty());
  roctracer_start();
  HSA_OK(hsa_memory_copy(&to, &from, sizeof(to)));
  EXPECT_EQ(told_.events[HSA_EVT_ID_MEMCOPY].size(), 1u);
}

TEST_F(HsaEvents, PacketsWhereQueuesAreIntercepted) {
  setenv("ROCJFR_HSA_DISPATCH", "1", 1);
  ASSERT_OK(roctracer_enable_op_callback(ACTIVITY_DOMAIN_HSA_EVT, HSA_EVT_ID_SUBMIT, &Told::OnEvent,
                                         &told_));
  Begin();
  EXPECT_EQ(Info().dispatches, 1u);
  Code code(gpu_);
  const Queue queue(gpu_);
  hsa_signal_t done = Signal(2);
  queue.Dispatch(code, done);
  queue.Barrier(done);
  Await(done);
  const auto& submitted = told_.events[HSA_EVT_ID_SUBMIT];
  ASSERT_EQ(submitted.size(), 2u);
  ASSERT_EQ(told_.texts.size(), 1u);
  EXPECT_EQ(told_.texts[0], "nothing");
  EXPECT_EQ(submitted[1].submit.kernel_name, nullptr);
  for (const hsa_evt_data_t& event : submitted) {
    EXPECT_EQ(event.submit.queue, queue.handle());
    EXPECT_EQ(event.submit.device_type, uint32_t{HSA_DEVICE_TYPE_GPU});
    EXPECT_EQ(event.submit.device_id, 1u);
  }
}

}  // namespace
}  // namespace rocjfr::test
