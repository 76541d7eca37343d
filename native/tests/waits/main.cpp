// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Cells of the table of tests/waits.sh:
//
//   LD_LIBRARY_PATH=.../lib/softgpu waits READER WAY PLACE
//   waits READER           all ways and places but other-device, one after the other; not of a
//                          reader that exits
//   waits list             the ways and places, a line "WAY PLACE" for each
//
// READER is one of these. What it does when the work has ended:
//
//   untraced        prints "ended"
//   roctracer-stop  disables the pool's domains and flushes it
//   roctracer-exit  exits
//   sdk-1ms         stops the context 1 ms after the launches, and flushes the buffer
//   sdk-100ms       the same after 100 ms
//   sdk-exit        exits; the tool's finalize function flushes the buffer
//
// Prints: WAY PLACE READER submitted KERNELS COPIES, then twice what became of it: "now KERNELS
// COPIES pending N lost N", and the same as "later", when no work is left or ten seconds have
// passed and the threads have ended. Or "none": this runtime has no such way.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>

#include "../pieces.h"
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
  std::string name, line;
  Reader* reader = nullptr;
  waits_work_t submitted = {};
  uint64_t pending_before = 0;  // of other cells

  uint64_t Pending() const {
    const uint64_t pending = rocjfr::test::PiecesInFlight();
    return pending > pending_before ? pending - pending_before : 0;
  }

  void Add(const char* when, const Delivered& delivered, uint64_t pending) {
    line += std::string(" ") + when + " " + std::to_string(delivered.kernels) + " " +
            std::to_string(delivered.copies) + " pending " + std::to_string(pending) + " lost " +
            std::to_string(delivered.lost);
  }
  // A line comes whole, or not.
  void Print() const {
    printf("%s submitted %lu %lu%s\n", name.c_str(), submitted.kernels, submitted.copies,
           line.c_str());
    fflush(stdout);
  }
  // Of one moment, unless work ends all the time.
  void Look(const char* when) {
    uint64_t pending = Pending();
    for (int i = 0; i < kPatienceMs; ++i) {
      reader->Flush();
      const Delivered delivered = reader->Now();
      const uint64_t before = pending;
      pending = Pending();
      if (pending == before || i + 1 == kPatienceMs) return Add(when, delivered, pending);
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
  Cell& cell = TheCell();
  if (cell.name.empty()) return;
  const uint64_t pending = cell.Pending();
  for (const char* when : {"now", "later"}) cell.Add(when, cell.reader->Now(), pending);
  cell.Print();
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

Reader* ReaderOf(const std::string& how) {
  if (how == "roctracer-exit") static const AtExit last;  // before the pool is opened
  if (how == "roctracer-stop" || how == "roctracer-exit") return NewRoctracerReader().release();
  if (how == "sdk-exit") return NewSdkReader(&FinalizeTool).release();
  if (how == "sdk-1ms" || how == "sdk-100ms") return NewSdkReader(nullptr).release();
  return nullptr;
}

void Stop(Cell& cell) {
  cell.reader->End();
  cell.Look("now");
  waits_await_end();
  waits_end_threads();
  for (int i = 0; i < kPatienceMs && cell.Pending() != 0; ++i) SleepMs(1);
  cell.Look("later");
  cell.Print();
  cell.reader->Close();
}

// One cell.
int Fill(Reader* reader, const std::string& how, const std::string& way, const std::string& place) {
  Cell& cell = TheCell();
  cell = {};
  cell.reader = reader;
  const std::string name = way + " " + place + " " + how;
  int status = waits_prepare(way.c_str(), place.c_str());
  if (status == WAITS_NONE) {
    printf("%s none\n", name.c_str());
    fflush(stdout);
    return 0;
  }
  if (status == 0) {
    cell.pending_before = rocjfr::test::PiecesInFlight();
    if (reader != nullptr) reader->Begin();
    status = waits_run(&cell.submitted);
  }
  if (status != 0) return Failed(status, waits_why());
  if (how == "sdk-1ms" || how == "sdk-100ms") {
    SleepMs(how == "sdk-1ms" ? 1 : 100);
  } else {
    waits_await_end();
  }
  cell.name = name;
  const bool exits = how == "roctracer-exit" || how == "sdk-exit";
  if (reader == nullptr) printf("%s ended\n", name.c_str());
  if (reader != nullptr && !exits) Stop(cell);
  return 0;
}

int FillAll(Reader* reader, const std::string& how) {
  std::istringstream rows(waits_list());
  std::string way, place;
  while (rows >> way >> place && place != "other-device") {
    const int status = Fill(reader, how, way, place);
    if (status != 0) return status;
  }
  return 0;
}

}  // namespace
}  // namespace rocjfr::test

int main(int argc, char** argv) {
  if (argc == 2 && strcmp(argv[1], "list") == 0) {
    fputs(waits_list(), stdout);
    return 0;
  }
  if (argc != 2 && argc != 4) return rocjfr::test::Failed(2, "waits READER [WAY PLACE]");
  try {
    rocjfr::test::Reader* reader = rocjfr::test::ReaderOf(argv[1]);
    return argc == 2 ? rocjfr::test::FillAll(reader, argv[1])
                     : rocjfr::test::Fill(reader, argv[1], argv[2], argv[3]);
  } catch (const std::exception& e) {
    return rocjfr::test::Failed(1, e.what());
  }
}
