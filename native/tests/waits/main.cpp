// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One cell of the table of tests/waits.sh:
//
//   LD_LIBRARY_PATH=.../lib/softgpu waits READER WAY PLACE
//   waits list             the ways and places, a line "WAY PLACE" for each
//
// READER: untraced
//         roctracer-stop   the pool's domains are disabled when the work has ended, and it is
//         flushed roctracer-exit   the process exits when the work has ended sdk-1ms, sdk-100ms the
//         context is stopped so long after the launches, and the buffer
//                          flushed
//         sdk-exit         the process exits; the tool's finalize function flushes the buffer
// Prints: WAY PLACE READER submitted KERNELS COPIES, then twice what became of it: "now KERNELS
// COPIES pending N lost N", and the same as "later", when no work is left or ten seconds have
// passed and the threads have ended. Exit code 77: this runtime has no such way.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>

#include "reader.h"
#include "rocjfr/rocjfr.h"
#include "waits.h"

namespace rocjfr::test {
namespace {

constexpr int kPatienceMs = 10000;

void SleepMs(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

int Failed(int status, const char* why) {
  fprintf(stderr, "%s\n", why);
  return status;
}

struct Cell {
  std::string name;
  Reader* reader = nullptr;
  waits_work_t submitted = {};

  void PrintSubmitted() const {
    printf("%s submitted %lu %lu", name.c_str(), submitted.kernels, submitted.copies);
  }
  void Print(const char* when, const Delivered& delivered, uint64_t pending) const {
    printf(" %s %lu %lu pending %lu lost %lu", when, delivered.kernels, delivered.copies, pending,
           delivered.lost);
    fflush(stdout);
  }
  // Of one moment, unless work ends all the time.
  void Look(const char* when) const {
    uint64_t pending = rocjfr_pieces_in_flight();
    for (int i = 0; i < kPatienceMs; ++i) {
      reader->Flush();
      const Delivered delivered = reader->Now();
      const uint64_t before = pending;
      pending = rocjfr_pieces_in_flight();
      if (pending == before || i + 1 == kPatienceMs) return Print(when, delivered, pending);
      SleepMs(1);
    }
  }
};

Cell& TheCell() {
  static Cell& cell = *new Cell;
  return cell;
}

// Nothing comes after this.
void PrintAtExit() {
  const Cell& cell = TheCell();
  if (cell.name.empty()) return;
  cell.PrintSubmitted();
  const uint64_t pending = rocjfr_pieces_in_flight();
  for (const char* when : {"now", "later"}) cell.Print(when, cell.reader->Now(), pending);
  printf("\n");
  fflush(stdout);
}
struct AtExit {
  ~AtExit() { PrintAtExit(); }
};
void FinalizeTool() {
  const Cell& cell = TheCell();
  if (cell.name.empty()) return;
  cell.reader->Flush();
  PrintAtExit();
}

int Main(const std::string& how, const char* way, const char* place) {
  Cell& cell = TheCell();
  const bool exits = how == "roctracer-exit" || how == "sdk-exit";
  if (how == "roctracer-exit") static const AtExit last;  // before the pool is opened
  if (how == "roctracer-stop" || how == "roctracer-exit") {
    cell.reader = NewRoctracerReader().release();
  } else if (how == "sdk-1ms" || how == "sdk-100ms" || how == "sdk-exit") {
    cell.reader = NewSdkReader(exits ? &FinalizeTool : nullptr).release();
  } else if (how != "untraced") {
    return Failed(2, "no such reader");
  }
  int status = waits_prepare(way, place);
  if (status != 0) return Failed(status, waits_why());
  if (cell.reader != nullptr) cell.reader->Begin();
  status = waits_run(&cell.submitted);
  if (status != 0) return Failed(status, waits_why());
  if (how == "sdk-1ms" || how == "sdk-100ms") {
    SleepMs(how == "sdk-1ms" ? 1 : 100);
  } else {
    waits_await_end();
  }
  cell.name = std::string(way) + " " + place + " " + how;
  if (exits || cell.reader == nullptr) return 0;
  cell.reader->End();
  cell.PrintSubmitted();
  cell.Look("now");
  waits_await_end();
  waits_end_threads();
  for (int i = 0; i < kPatienceMs && rocjfr_pieces_in_flight() != 0; ++i) SleepMs(1);
  cell.Look("later");
  printf("\n");
  return 0;
}

}  // namespace
}  // namespace rocjfr::test

int main(int argc, char** argv) {
  if (argc == 2 && strcmp(argv[1], "list") == 0) {
    fputs(waits_list(), stdout);
    return 0;
  }
  if (argc != 4) return rocjfr::test::Failed(2, "waits READER WAY PLACE");
  try {
    return rocjfr::test::Main(argv[1], argv[2], argv[3]);
  } catch (const std::exception& e) {
    return rocjfr::test::Failed(1, e.what());
  }
}
