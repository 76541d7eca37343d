// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "answered_ranges.h"

#include <algorithm>
#include <iterator>

namespace rocjfr {

End AnsweredRanges::Find(uint64_t address, uint64_t* begin, uint64_t* end) const noexcept {
  const auto behind = ranges_.upper_bound(address);
  if (behind != ranges_.end()) *end = std::min(*end, behind->first);
  if (behind == ranges_.begin()) return End::kUnknown;
  const auto& [from, range] = *std::prev(behind);
  if (address >= range.end) {
    *begin = std::max(*begin, range.end);
    return End::kUnknown;
  }
  *begin = std::max(*begin, from);
  *end = std::min(*end, range.end);
  return range.where;
}

void AnsweredRanges::Put(uint64_t begin, const Range& range) noexcept {
  Drop(begin, range.end);
  if (ranges_.size() >= kMost) ranges_.clear();
  try {
    ranges_[begin] = range;
  } catch (...) {  // it is asked for again
  }
}

void AnsweredRanges::Drop(uint64_t begin, uint64_t end) noexcept {
  auto range = ranges_.lower_bound(begin);
  if (range != ranges_.begin() && std::prev(range)->second.end > begin) --range;
  while (range != ranges_.end() && range->first < end) range = ranges_.erase(range);
}

void AnsweredRanges::DropLoose() noexcept {
  for (auto range = ranges_.begin(); range != ranges_.end();) {
    range = range->second.loose ? ranges_.erase(range) : std::next(range);
  }
}

}  // namespace rocjfr
