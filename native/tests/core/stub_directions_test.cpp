// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Directions of copies under the stub runtimes: what calls, work and clients are told of them.
#include <vector>

#include "rocjfr/client.h"
#include "stub_fixture.h"

namespace rocjfr::test {
namespace {

struct Told {
  const char* of;
  uint32_t copy;
};
std::vector<Told> g_told;

void Keep(const char* of, const rocjfr_submit_t* submit) {
  if (submit != nullptr) g_told.push_back({of, submit->submit_copy});
}

constexpr const char* kEnter = "a call's begin";
constexpr const char* kExit = "a call's end";
constexpr const char* kSubmission = "a submission";
constexpr const char* kRecordedCall = "a recorded call";
constexpr const char* kWork = "work";
constexpr const char* kRecordedWork = "recorded work";

constexpr rocjfr_client_t kClient = {
    sizeof(rocjfr_client_t),
    [](const rocjfr_call_t* call) { Keep(call->phase == 0 ? kEnter : kExit, call->submit); },
    [](const rocjfr_record_t*, const rocjfr_submit_t* submit, const char*) { Keep(kWork, submit); },
    nullptr};

enum class Memory { kDevice, kRegistered, kManaged, kPageable };
constexpr Memory kAll[] = {Memory::kDevice, Memory::kRegistered, Memory::kManaged,
                           Memory::kPageable};

const void* AddressOf(Memory memory) {
  return reinterpret_cast<const void*>((static_cast<uint64_t>(memory) + 1) << 20);
}

// Managed memory is anywhere. Nobody has allocated what is pageable: a call believes that it is the
// host's, but work of a kind that says nothing does not confirm it.
uint32_t Between(Memory from, Memory to, Memory unknown) {
  for (const Memory end : {from, to}) {
    if (end == Memory::kManaged || end == unknown) return ROCJFR_COPY_UNKNOWN;
  }
  if (from == Memory::kDevice) {
    return to == Memory::kDevice ? ROCJFR_COPY_DEVICE_TO_DEVICE : ROCJFR_COPY_DEVICE_TO_HOST;
  }
  return to == Memory::kDevice ? ROCJFR_COPY_HOST_TO_DEVICE : ROCJFR_COPY_HOST_TO_HOST;
}
uint32_t OfCall(Memory from, Memory to) {
  return Between(from, to, Memory::kManaged);
}
uint32_t OfSilentWork(Memory from, Memory to) {
  return Between(from, to, Memory::kPageable);
}

class StubDirections : public StubTest {
 protected:
  static constexpr uint64_t kBytes = 0x10000;

  void StartWithMemory() {
    Start();
    ASSERT_EQ(rocjfr_set_filter(nullptr, 0, 1), ROCJFR_STATUS_SUCCESS);  // markers, too
    stub().Malloc(Address(Memory::kDevice), kBytes);
    stub().Malloc(Address(Memory::kManaged), kBytes, STUBHIP_hipMallocManaged);
    stub().Register(Address(Memory::kRegistered), kBytes);
  }
  void Connect() {
    ASSERT_EQ(rocjfr_connect_client(ROCJFR_CLIENT_ROCPROFILER, &kClient), ROCJFR_STATUS_SUCCESS);
    Want(kApi | kOps);
    ASSERT_EQ(rocjfr_client_follow_submissions(
                  ROCJFR_CLIENT_ROCPROFILER,
                  [](uint64_t, const rocjfr_submit_t* submit) { Keep(kSubmission, submit); }),
              ROCJFR_STATUS_SUCCESS);
    rocjfr_poll();
  }
  static void Want(uint32_t domains) {
    rocjfr_wish_t wish = {};
    wish.size = sizeof(wish);
    wish.domains = domains;
    ASSERT_EQ(rocjfr_client_want(ROCJFR_CLIENT_ROCPROFILER, &wish), ROCJFR_STATUS_SUCCESS);
    rocjfr_poll();
  }
  static uint64_t Address(Memory memory) { return reinterpret_cast<uint64_t>(AddressOf(memory)); }

  // What is told of one copy, for which the runtime does `work`.
  std::vector<Told> Copy(Memory from, Memory to, uint32_t op, const stubhip_work_t& work) {
    Taken();
    g_told.clear();
    CopyArguments copy;
    copy.dst = AddressOf(to);
    copy.src = AddressOf(from);
    copy.kind = 1;  // what the program says
    stub().Complete(stub().CallAndSubmit(STUBHIP_hipMemcpyAsync, copy, op), work);
    for (const Activity& activity : Taken()) {
      const bool call = activity.record.domain == ROCJFR_DOMAIN_HIP_API;
      if (activity.has_submit) Keep(call ? kRecordedCall : kRecordedWork, &activity.submit);
    }
    return g_told;
  }
  // Of copies between all kinds of memory, whose work is this and says nothing of directions.
  void ExpectDirections(uint32_t op, const stubhip_work_t& work,
                        const std::vector<const char*>& expected) {
    for (const Memory from : kAll) {
      for (const Memory to : kAll) {
        const auto told = Copy(from, to, op, work);
        const testing::ScopedTrace trace(
            __FILE__, __LINE__,
            std::to_string(static_cast<int>(from)) + " to " + std::to_string(static_cast<int>(to)));
        std::vector<const char*> of;
        for (const Told& one : told) {
          of.push_back(one.of);
          const bool is_work = one.of == kWork || one.of == kRecordedWork;
          EXPECT_EQ(one.copy, is_work ? OfSilentWork(from, to) : OfCall(from, to)) << one.of;
        }
        EXPECT_EQ(of, expected);
      }
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Hook, StubDirections, testing::Values("tracer", "register"),
                         [](const auto& info) { return std::string(info.param); });

// The runtime may make a copy by a kernel, and reports markers of copies.
TEST_P(StubDirections, NobodyIsToldOfOpenEnds) {
  StartWithMemory();
  // Of a copy in one line, or of boxes: see directions.cpp.
  auto silent = kCopyWork;
  silent.kind = IsTracer() ? 0x11F5 : 0x1203;
  for (const auto& [op, work] : {std::pair{ROCJFR_OP_COPY, silent},
                                 {ROCJFR_OP_DISPATCH, kKernelWork},
                                 {ROCJFR_OP_BARRIER, kMarkerWork}}) {
    ExpectDirections(op, work, {kRecordedCall, kRecordedWork});
  }
}

TEST_P(StubDirections, NoClientIsToldOfOpenEnds) {
  StartWithMemory();
  Connect();
  auto silent = kCopyWork;
  silent.kind = IsTracer() ? 0x11F5 : 0x1203;
  ExpectDirections(ROCJFR_OP_COPY, silent,
                   {kEnter, kSubmission, kExit, kWork, kRecordedCall, kRecordedWork});
  Want(0);
}

TEST_P(StubDirections, NoClientIsToldOfOpenEndsOfCopiesByKernels) {
  StartWithMemory();
  Connect();
  // Work that is not the call's own has no submission; 5.2 does not tell it from others.
  std::vector<const char*> expected = {kEnter, kExit, kWork, kRecordedCall, kRecordedWork};
  if (!IsTracer()) expected.insert(expected.begin() + 1, kSubmission);
  ExpectDirections(ROCJFR_OP_DISPATCH, kKernelWork, expected);
  Want(0);
}

}  // namespace
}  // namespace rocjfr::test
