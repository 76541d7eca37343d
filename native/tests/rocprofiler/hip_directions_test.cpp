// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The direction of a copy is where both of its ends lie, or unknown: each kind of memory to each, by
// each function, with each word of the program's for it, also a wrong one. The same for Java and for
// the SDK. ROCJFR_DIRECTIONS=all tries all functions (minutes), else those that differ.
#include <cstdio>
#include <cstdlib>

#include "copies.h"
#include "drainer.h"
#include "hip_fixture.h"
#include "rocjfr/rocjfr.h"

namespace rocjfr::test {
namespace {

constexpr uint32_t kJavas =
    ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_API) | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_HIP_OPS);

struct Cell {
  const CopyFunction* function;
  const Place* from;
  const Place* to;
  int kind;
};

class RocprofilerHipDirections : public RocprofilerHip {
 protected:
  void SetUp() override { setenv("SOFTGPU_GPUS", "2", 1); }
  void Follow() {
    const rocjfr_options_t options = {sizeof(options), 4u << 20, 128u << 20, 0, 100, 0, 0};
    char error[256] = "";
    ASSERT_EQ(rocjfr_initialize(&options, error, sizeof(error)), ROCJFR_STATUS_SUCCESS) << error;
    ASSERT_EQ(rocjfr_set_wanted(kJavas), ROCJFR_STATUS_SUCCESS);
    Configure({kCopy});
    rocjfr_poll();
  }
  static bool Tries(const CopyFunction& function) {
    const char* which = getenv("ROCJFR_DIRECTIONS");
    if (which != nullptr && strcmp(which, "all") == 0) return true;
    for (const char* name : {"hipMemcpyAsync", "hipMemcpy2DAsync", "hipMemcpy3D", "hipMemcpyDtoH",
                             "hipMemcpyParam2D", "hipGraphLaunch"}) {
      if (function.name == name) return true;
    }
    return false;
  }
  // HIP itself ends the process, or never ends, where these are tried.
  static bool Refused(const Cell& cell) {
    const bool pageable = cell.from->name == "pageable" || cell.to->name == "pageable";
    if (!cell.function->takes_pageable && pageable) return true;
    const bool box = cell.function->name == "hipGraphLaunch 3D";
    return (box || cell.function->name == "hipGraphLaunch") &&
           (cell.from->where == 1 || cell.to->where == 1 || (box && (pageable || cell.kind != 4)));
  }
  static bool MayBe(int where, bool device) {
    return where == kMoves || (where != kHostMemory) == device;
  }
  // What was told may be true of such ends.
  static bool IsRight(const Cell& cell, uint32_t direction) {
    switch (direction) {
      case ROCJFR_COPY_UNKNOWN:
        return true;
      case ROCJFR_COPY_HOST_TO_HOST:
        return MayBe(cell.from->where, false) && MayBe(cell.to->where, false);
      case ROCJFR_COPY_HOST_TO_DEVICE:
        return MayBe(cell.from->where, false) && MayBe(cell.to->where, true);
      case ROCJFR_COPY_DEVICE_TO_HOST:
        return MayBe(cell.from->where, true) && MayBe(cell.to->where, false);
      case ROCJFR_COPY_DEVICE_TO_DEVICE:
        return MayBe(cell.from->where, true) && MayBe(cell.to->where, true);
      default:
        return false;
    }
  }
  static uint32_t OfSdk(uint32_t direction) {
    switch (direction) {
      case ROCJFR_COPY_HOST_TO_HOST:
        return ROCPROFILER_MEMORY_COPY_HOST_TO_HOST;
      case ROCJFR_COPY_HOST_TO_DEVICE:
        return ROCPROFILER_MEMORY_COPY_HOST_TO_DEVICE;
      case ROCJFR_COPY_DEVICE_TO_HOST:
        return ROCPROFILER_MEMORY_COPY_DEVICE_TO_HOST;
      case ROCJFR_COPY_DEVICE_TO_DEVICE:
        return ROCPROFILER_MEMORY_COPY_DEVICE_TO_DEVICE;
      default:
        return ROCPROFILER_MEMORY_COPY_NONE;
    }
  }

  // Does all copies, and looks at what is told of them. `round`: for the table.
  void Try(const Hip& hip, const Places& places, const CopyFunctions& functions,
           const char* round) {
    std::map<uint64_t, Cell> cells;
    for (const CopyFunction& function : functions.all()) {
      if (!Tries(function)) continue;
      for (const Place& from : places.sources()) {
        for (const Place& to : places.destinations()) {
          for (int kind = 0; kind < (function.takes_kind ? 5 : 1); ++kind) {
            const Cell cell = {&function, &from, &to, kind};
            if (Refused(cell)) continue;
            const uint64_t id = ++last_id_;
            rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, id);
            if (function.copy(to.memory + 8192, from.memory + 16384, kind) != 0) {
              hip("hipGetLastError");
            }
            rocjfr_pop_external_id(ROCJFR_CLIENT_JAVA, nullptr);
            cells[id] = cell;
          }
        }
      }
      hip.Do("hipDeviceSynchronize");
    }
    rocjfr_quiesce(600000, 60000);
    collector_.Flush();
    std::map<uint64_t, uint32_t> sdk;  // operations, by correlation id
    for (const CopyRecord& record : collector_.Of<CopyRecord>(kCopy)) {
      sdk[record.correlation_id.internal] = record.operation;
    }
    std::vector<Activity> taken;
    drainer_.Drain(&taken);
    std::map<std::string, std::pair<int, int>> unknown;  // and all, by ends and function
    int copies = 0, unknowns = 0;
    for (const Activity& activity : taken) {
      const rocjfr_record_t& record = activity.record;
      if (record.domain != ROCJFR_DOMAIN_HIP_OPS || record.op != ROCJFR_OP_COPY) continue;
      ASSERT_TRUE(activity.has_submit);
      const auto found = cells.find(activity.submit.submit_external_id);
      if (found == cells.end()) continue;
      const Cell& cell = found->second;
      const uint32_t direction = activity.submit.submit_copy;
      const std::string what = std::string(round) + ": " + cell.function->name + ", " +
                               cell.from->name + " to " + cell.to->name + ", kind " +
                               std::to_string(cell.kind);
      EXPECT_TRUE(IsRight(cell, direction)) << what << ": " << direction;
      const auto told = sdk.find(record.correlation_id);
      if (told == sdk.end()) {
        ADD_FAILURE() << what << ": the SDK has no record";
      } else {
        EXPECT_EQ(told->second, OfSdk(direction)) << what << ": the SDK has another direction";
      }
      auto& [no, all] = unknown[cell.function->name + ": " + cell.from->name + " to " +
                                cell.to->name];
      ++all;
      ++copies;
      if (direction == ROCJFR_COPY_UNKNOWN) ++no, ++unknowns;
    }
    EXPECT_GT(copies, 0);
    unknowns_ = unknowns;
    const char* path = getenv("ROCJFR_DIRECTIONS_TABLE");
    FILE* table = path == nullptr ? nullptr : fopen(path, "a");
    if (table == nullptr) return;
    fprintf(table, "%s: %d of %d copies unknown\n", round, unknowns, copies);
    for (const auto& [what, counts] : unknown) {
      if (counts.first != 0) {
        fprintf(table, "  %s: %d of %d\n", what.c_str(), counts.first, counts.second);
      }
    }
    fclose(table);
  }

  Drainer drainer_;
  uint64_t last_id_ = 0;
  int unknowns_ = 0;
};

TEST_F(RocprofilerHipDirections, AreWhereBothEndsLieOrUnknown) {
  Follow();
  const Hip hip;
  hip.Do("hipInit", 0u);
  rocjfr_poll();
  const Places places(hip);
  const CopyFunctions functions(hip, hip.NewStream());
  Try(hip, places, functions, "followed");
}

// Attached late: of memory from before HSA is asked, on a thread of the tracer's.
TEST_F(RocprofilerHipDirections, OfMemoryFromBeforeAreRightOrUnknown) {
  const Hip hip;
  hip.Do("hipInit", 0u);
  const Places places(hip);
  const CopyFunctions functions(hip, hip.NewStream());
  hip.Do("hipDeviceSynchronize");
  Follow();
  Try(hip, places, functions, "late, at first");
  const int first = unknowns_;
  for (int i = 0; i < 3; ++i) rocjfr_poll();
  collector_.Forget();
  Try(hip, places, functions, "late, after HSA was asked");
  EXPECT_LT(unknowns_, first);
}

}  // namespace
}  // namespace rocjfr::test
