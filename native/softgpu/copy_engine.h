// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Copy engines: two for each GPU, one in each direction, as threads that start with their first
// copy.

#ifndef ROCJFR_SOFTGPU_COPY_ENGINE_H_
#define ROCJFR_SOFTGPU_COPY_ENGINE_H_

#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "device_signal.h"
#include "hsa_compat.h"
#include "lifecycle.h"
#include "parker.h"

namespace rocjfr::softgpu {

/// A copy of lines of bytes; a linear copy is one line.
struct Copy {
  char* to = nullptr;
  const char* from = nullptr;
  uint64_t line_bytes = 0;
  uint64_t lines = 1;
  uint64_t slices = 1;
  uint64_t to_pitch = 0;
  uint64_t to_slice = 0;
  uint64_t from_pitch = 0;
  uint64_t from_slice = 0;
  std::vector<SignalRef> dependencies;
  hsa_signal_t completion{0};

  uint64_t bytes() const { return line_bytes * lines * slices; }
  bool ready() const;
  void run() const;
};

class CopyEngine {
 public:
  enum Direction { kToGpu = 0, kFromGpu = 1 };

  static CopyEngine& of(int gpu, Direction direction);

  /// Runs the copy when all of its dependencies are 0. Copies that are ready run in their order.
  void submit(Copy copy);

 private:
  explicit CopyEngine(int gpu) : gpu_(gpu) {}
  void run();
  bool take(Copy* out);

  const int gpu_;
  const std::shared_ptr<Parker> parker_ = std::make_shared<Parker>();
  ForkSafeMutex mutex_;
  std::list<Copy> waiting_;  // guarded by mutex_
  bool started_ = false;     // guarded by mutex_
};

}  // namespace rocjfr::softgpu

#endif  // ROCJFR_SOFTGPU_COPY_ENGINE_H_
