// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A loaded code object with one kernel, and a queue that runs it.
#ifndef ROCJFR_TESTS_HSA_CODE_H_
#define ROCJFR_TESTS_HSA_CODE_H_

#include <gtest/gtest.h>
#include <hsa/hsa.h>

#include <cstring>
#include <vector>

#include "code_object_builder.h"

namespace rocjfr::test {

class Code {
 public:
  // The kernel is called "nothing", and its host function is in work_test.cpp.
  explicit Code(hsa_agent_t agent)
      : image_(softgpu::test::CodeObjectBuilder().kernel("nothing", 8).build()) {
    EXPECT_EQ(hsa_code_object_reader_create_from_memory(image_.data(), image_.size(), &reader_), 0);
    EXPECT_EQ(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR,
                                        nullptr, &executable_),
              0);
    EXPECT_EQ(hsa_executable_load_agent_code_object(executable_, agent, reader_, nullptr, nullptr),
              0);
    EXPECT_EQ(hsa_executable_freeze(executable_, nullptr), 0);
    hsa_executable_symbol_t symbol;
    EXPECT_EQ(hsa_executable_get_symbol_by_name(executable_, "nothing.kd", &agent, &symbol), 0);
    EXPECT_EQ(
        hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &object_),
        0);
  }
  void Unload() {
    EXPECT_EQ(hsa_executable_destroy(executable_), 0);
    EXPECT_EQ(hsa_code_object_reader_destroy(reader_), 0);
  }
  uint64_t object() const { return object_; }
  const std::vector<char>& image() const { return image_; }

 private:
  std::vector<char> image_;
  hsa_code_object_reader_t reader_ = {0};
  hsa_executable_t executable_ = {0};
  uint64_t object_ = 0;
};

class Queue {
 public:
  explicit Queue(hsa_agent_t agent, uint32_t packets = 64) {
    EXPECT_EQ(
        hsa_queue_create(agent, packets, HSA_QUEUE_TYPE_MULTI, nullptr, nullptr, 0, 0, &queue_), 0);
  }
  ~Queue() { EXPECT_EQ(hsa_queue_destroy(queue_), 0); }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  void Dispatch(const Code& code, hsa_signal_t done, uint32_t scratch_bytes = 0) const {
    static uint64_t arguments = 0;
    hsa_kernel_dispatch_packet_t packet = {};
    packet.header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE;
    packet.setup = 1;
    packet.workgroup_size_x = packet.workgroup_size_y = packet.workgroup_size_z = 1;
    packet.grid_size_x = packet.grid_size_y = packet.grid_size_z = 1;
    packet.private_segment_size = scratch_bytes;
    packet.kernel_object = code.object();
    packet.kernarg_address = &arguments;
    packet.completion_signal = done;
    Submit(&packet);
  }
  void Barrier(hsa_signal_t done) const {
    hsa_barrier_and_packet_t packet = {};
    packet.header = HSA_PACKET_TYPE_BARRIER_AND << HSA_PACKET_HEADER_TYPE;
    packet.completion_signal = done;
    Submit(&packet);
  }
  const hsa_queue_t* handle() const { return queue_; }

 private:
  void Submit(const void* packet) const {
    const uint64_t index = hsa_queue_add_write_index_scacq_screl(queue_, 1);
    while (index - hsa_queue_load_read_index_scacquire(queue_) >= queue_->size) sched_yield();
    char* slot = static_cast<char*>(queue_->base_address) + (index & (queue_->size - 1)) * 64;
    memcpy(slot + 2, static_cast<const char*>(packet) + 2, 62);
    uint16_t header;
    memcpy(&header, packet, sizeof(header));
    __atomic_store_n(reinterpret_cast<uint16_t*>(slot), header, __ATOMIC_RELEASE);
    hsa_signal_store_screlease(queue_->doorbell_signal, static_cast<hsa_signal_value_t>(index));
  }

  hsa_queue_t* queue_ = nullptr;
};

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_HSA_CODE_H_
