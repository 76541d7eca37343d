// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The direction of a copy is where both of its ends lie, or unknown: each kind of memory to each,
// by each function, with each word of the program's for it, also a wrong one. The same for Java and
// for the SDK. ROCJFR_DIRECTIONS=all tries all functions, else those that differ:
// tests/directions.sh. ROCJFR_DIRECTIONS_TABLE names a file for what is unknown, and why.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

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

struct Counts {
  int copies = 0, wrong = 0, differ = 0;  // from what the SDK is told
  std::map<std::string, int> unknown;     // by reason
  std::map<std::string, int> examples;    // by reason, function and ends

  int All() const {
    int all = 0;
    for (const auto& [why, count] : unknown) all += count;
    return all;
  }
  int Of(const char* why) const {
    const auto found = unknown.find(why);
    return found == unknown.end() ? 0 : found->second;
  }
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
  static bool TriesAll() {
    const char* which = getenv("ROCJFR_DIRECTIONS");
    return which != nullptr && strcmp(which, "all") == 0;
  }
  // Empty: all.
  static std::set<std::string> Tried() {
    if (TriesAll()) return {};
    return {"hipMemcpyAsync", "hipMemcpy2DAsync", "hipMemcpy3D",
            "hipMemcpyDtoH",  "hipMemcpyParam2D", "hipGraphLaunch"};
  }
  // Those that there are, and one that there is not.
  static std::vector<int> KindsOf(const CopyFunction& function) {
    if (!function.takes_kind) return {0};
    if (!TriesAll()) return {0, 1, 2, 3, 4};
    return {0, 1, 2, 3, 4, 42};
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
  Counts Try(const Hip& hip, const Places& places, const CopyFunctions& functions,
             const char* round, const std::set<std::string>& names = Tried()) {
    std::map<uint64_t, Cell> cells;
    for (const CopyFunction& function : functions.all()) {
      if (!names.empty() && names.count(function.name) == 0) continue;
      for (const Place& from : places.sources()) {
        for (const Place& to : places.destinations()) {
          for (const int kind : KindsOf(function)) {
            const Cell cell = {&function, &from, &to, kind};
            if (Refused(cell)) continue;
            const uint64_t id = ++last_id_;
            rocjfr_push_external_id(ROCJFR_CLIENT_JAVA, id);
            if (function.copy(to.memory + Places::kBefore / 2, from.memory + Places::kBefore,
                              kind) != 0) {
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
    Counts counts;
    for (const Activity& activity : taken) {
      const rocjfr_record_t& record = activity.record;
      if (record.domain != ROCJFR_DOMAIN_HIP_OPS || record.op != ROCJFR_OP_COPY) continue;
      EXPECT_TRUE(activity.has_submit);
      const auto found = cells.find(activity.submit.submit_external_id);
      if (found == cells.end()) continue;
      const Cell& cell = found->second;
      const uint32_t direction = activity.submit.submit_copy;
      const std::string what = std::string(round) + ": " + cell.function->name + ", " +
                               cell.from->name + " to " + cell.to->name + ", kind " +
                               std::to_string(cell.kind);
      EXPECT_TRUE(IsRight(cell, direction)) << what << ": " << direction;
      counts.wrong += IsRight(cell, direction) ? 0 : 1;
      const auto told = sdk.find(record.correlation_id);
      if (told == sdk.end()) {
        ADD_FAILURE() << what << ": the SDK has no record";
      } else {
        EXPECT_EQ(told->second, OfSdk(direction)) << what << ": the SDK has another direction";
        counts.differ += told->second == OfSdk(direction) ? 0 : 1;
      }
      ++counts.copies;
      if (direction != ROCJFR_COPY_UNKNOWN) continue;
      const std::string why = WhyUnknown(cell);
      ++counts.unknown[why];
      ++counts.examples[why + ": " + cell.function->name + ", " + cell.from->name + " to " +
                        cell.to->name];
    }
    EXPECT_GT(counts.copies, 0);
    Print(round, counts);
    return counts;
  }
  static constexpr const char* kManaged = "managed memory";
  static constexpr const char* kGraph = "in a graph";
  static constexpr const char* kUnasked = "HSA was not asked yet";
  static constexpr const char* kOther = "other";
  std::string WhyUnknown(const Cell& cell) const {
    if (cell.function->name.find("hipGraphLaunch") == 0) return kGraph;
    const bool managed = cell.from->where == kMoves || cell.to->where == kMoves;
    return managed ? kManaged : unasked_ ? kUnasked : kOther;
  }
  static void Print(const char* round, const Counts& counts) {
    const char* path = getenv("ROCJFR_DIRECTIONS_TABLE");
    FILE* table = path == nullptr ? nullptr : fopen(path, "a");
    if (table == nullptr) return;
    fprintf(table, "%s: %d copies: %d right, %d unknown, %d wrong; %d differ in JFR and the SDK\n",
            round, counts.copies, counts.copies - counts.All() - counts.wrong, counts.All(),
            counts.wrong, counts.differ);
    for (const auto& [why, count] : counts.unknown)
      fprintf(table, "  %s: %d\n", why.c_str(), count);
    for (const auto& [what, count] : counts.examples) {
      if (what.find(kOther) == 0) fprintf(table, "    %s: %d\n", what.c_str(), count);
    }
    fclose(table);
  }

  Drainer drainer_;
  uint64_t last_id_ = 0;
  bool unasked_ = false;  // memory is of before, and HSA has yet to be asked
};

TEST_F(RocprofilerHipDirections, AreWhereBothEndsLieOrUnknown) {
  Follow();
  const Hip hip;
  hip.Do("hipInit", 0u);
  rocjfr_poll();
  const Places places(hip);
  const CopyFunctions functions(hip, hip.NewStream());
  const Counts counts = Try(hip, places, functions, "memory that was followed");
  EXPECT_EQ(counts.Of(kOther), 0);
}

// Large ones go other ways in the runtime.
TEST_F(RocprofilerHipDirections, OfLargeCopiesAreAsOfSmallOnes) {
  constexpr size_t kBytes = 8u << 20;
  Follow();
  const Hip hip;
  hip.Do("hipInit", 0u);
  const Places places(hip, kBytes);
  const CopyFunctions functions(hip, hip.NewStream(), kBytes);
  const Counts counts =
      Try(hip, places, functions, "large copies", {"hipMemcpy", "hipMemcpyAsync", "hipMemcpyDtoH"});
  EXPECT_EQ(counts.Of(kOther), 0);
}

// Attached late: of memory from before HSA is asked, on a thread of the tracer's.
TEST_F(RocprofilerHipDirections, OfMemoryFromBeforeAreRightOrUnknown) {
  const Hip hip;
  hip.Do("hipInit", 0u);
  const Places places(hip);
  const CopyFunctions functions(hip, hip.NewStream());
  hip.Do("hipDeviceSynchronize");
  Follow();
  // Of the first copy with each piece of memory nothing is known yet. Reports are asked for at the
  // end, and by whom HSA is asked, too.
  unasked_ = true;
  EXPECT_GT(Try(hip, places, functions, "memory from before").All(), 0);
  collector_.Forget();
  unasked_ = false;
  // The tracer's thread asks when it comes to it.
  while (Try(hip, places, functions, "the same, now that HSA was asked").Of(kOther) != 0) {
    collector_.Forget();
  }
}

}  // namespace
}  // namespace rocjfr::test
