// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Who gets the program's work: a client of roctracer or of the rocprofiler-SDK.
#ifndef ROCJFR_TESTS_WAITS_READER_H_
#define ROCJFR_TESTS_WAITS_READER_H_

#include <cstdint>
#include <memory>

namespace rocjfr::test {

struct Delivered {
  uint64_t kernels = 0, copies = 0;
  uint64_t lost = 0;  // as the library counts it
};

class Reader {
 public:
  virtual ~Reader() = default;
  // Is told of what is submitted from now on.
  virtual void Begin() = 0;
  // And is not from now on.
  virtual void End() = 0;
  // Has delivered what there is.
  virtual void Flush() = 0;
  // Since the last begin.
  virtual Delivered Now() = 0;
  // Gets nothing any more until the next begin.
  virtual void Close() = 0;
};

// Before HIP is used.
std::unique_ptr<Reader> NewRoctracerReader();
// `at_exit` is called when the tool is finalised, as the process exits.
std::unique_ptr<Reader> NewSdkReader(void (*at_exit)());

}  // namespace rocjfr::test
#endif  // ROCJFR_TESTS_WAITS_READER_H_
