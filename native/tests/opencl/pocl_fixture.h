// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// On PoCL: real kernels, on the processor.
#ifndef ROCJFR_TESTS_OPENCL_POCL_FIXTURE_H_
#define ROCJFR_TESTS_OPENCL_POCL_FIXTURE_H_

#include <cstring>

#include "fixture.h"

namespace rocjfr::test {

class PoclTest : public OpenClTest {
 protected:
  // From the start, as where the loader makes PoCL's tables (PoCL 7) there is no other way. Where
  // they can be patched they are.
  void Begin(uint32_t wanted = kClApi | kClOps) {
    Options options;
    options.early = true;
    OpenClTest::Begin(options, wanted);
  }
  // Where it is wanted and PoCL is loaded.
  static bool IsLayer() { return strcmp(Info().way, "layer") == 0; }
  static void ExpectRecords() {
    EXPECT_TRUE(IsLayer() || strcmp(Info().way, "tables patched") == 0) << Info().way;
  }
  std::unique_ptr<ClProgram> ProgramOrSkip() {
    auto program = Program();
    if (!program->works()) return nullptr;
    return program;
  }
};
#define PROGRAM_OR_SKIP()                            \
  auto program = ProgramOrSkip();                    \
  if (program == nullptr)                            \
  GTEST_SKIP() << "PoCL is not installed: no device" \
                  " answered clGetDeviceIDs"

// Every piece of work is joined to its call, and its times are in order. Not `rectangles`: their
// times may be missing; AMD's 7.2.4 has them end before they begin.
inline void ExpectSound(const Recorded& recorded, bool rectangles = true) {
  for (const Activity& piece : recorded.work) {
    ASSERT_TRUE(piece.has_submit);
    const auto call = recorded.call_of.find(piece.record.correlation_id);
    ASSERT_NE(call, recorded.call_of.end()) << piece.record.correlation_id;
    EXPECT_EQ(piece.thread_ref(), call->second->thread_ref());
    const bool rectangle = piece.record.kind == CL_COMMAND_READ_BUFFER_RECT ||
                           piece.record.kind == CL_COMMAND_WRITE_BUFFER_RECT;
    if (rectangle && !rectangles && piece.work.work_untimed != 0) continue;
    EXPECT_EQ(piece.work.work_untimed, 0u) << std::hex << piece.record.kind;
    EXPECT_LE(piece.work.work_queued_ns, piece.work.work_submitted_ns);
    EXPECT_LE(piece.work.work_submitted_ns, piece.record.begin_ns);
    EXPECT_LE(piece.record.begin_ns, piece.record.end_ns);
    // Queued while the call ran, as far as the clocks can tell.
    const uint64_t error = piece.work.work_error_ns;
    EXPECT_GE(piece.work.work_queued_ns + error, call->second->record.begin_ns);
    EXPECT_LE(piece.work.work_queued_ns, call->second->record.end_ns + error);
  }
}

// What is compared of a queue's properties: a driver may add some of its own.
inline cl_command_queue_properties PropertiesOf(const Cl& cl, cl_command_queue queue) {
  constexpr cl_command_queue_properties kCompared =
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
  cl_command_queue_properties properties = kCompared;
  EXPECT_EQ(cl.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof(properties), &properties,
                                     nullptr),
            CL_SUCCESS);
  return properties & kCompared;
}

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_OPENCL_POCL_FIXTURE_H_
