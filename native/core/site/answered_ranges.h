// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where memory lies that was not seen being allocated: what HSA said of it, and where else the
// host's memory stands for devices. It is dropped where it may have ended: nobody tells its end.
#ifndef ROCJFR_CORE_SITE_ANSWERED_RANGES_H_
#define ROCJFR_CORE_SITE_ANSWERED_RANGES_H_

#include <cstddef>
#include <cstdint>
#include <map>

namespace rocjfr {

// Where one end of a copy lies.
enum class End : uint8_t {
  kUnknown,
  kHost,
  kDevice,
  kMoves,     // managed memory, now here, now there
  kPageable,  // no function has allocated it, as far as was seen: then it is the host's
};

// Ranges do not overlap. Not safe for several threads.
class AnsweredRanges {
 public:
  struct Range {
    uint64_t end;
    End where;
    bool loose;  // it may end by the name of another address
  };
  // Of the address, whose neighbours up to `begin` and `end` lie where it does: these come nearer
  // where another range begins. kUnknown: there is no range.
  End Find(uint64_t address, uint64_t* begin, uint64_t* end) const noexcept;
  // What overlaps has ended. Where there are too many, all others are dropped.
  void Put(uint64_t begin, const Range& range) noexcept;
  void Drop(uint64_t begin, uint64_t end) noexcept;
  void DropLoose() noexcept;
  void Clear() noexcept { ranges_.clear(); }

 private:
  static constexpr size_t kMost = 4096;
  std::map<uint64_t, Range> ranges_;  // by where they begin
};

}  // namespace rocjfr
#endif  // ROCJFR_CORE_SITE_ANSWERED_RANGES_H_
