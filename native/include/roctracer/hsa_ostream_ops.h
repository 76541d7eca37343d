// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HSA's values as text, for C++: handles and small structures by their members, pointers by their
// address, enumerations by their number.
#ifndef HSA_OSTREAM_OPS_H_
#define HSA_OSTREAM_OPS_H_

#ifdef __cplusplus

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_image.h>

#include <cstdint>
#include <ostream>
#include <type_traits>

namespace roctracer {
namespace hsa_support {

namespace detail {
template <typename T, typename = void>
struct HasHandle : std::false_type {};
template <typename T>
struct HasHandle<T, decltype(void(std::declval<const T&>().handle))> : std::true_type {};

inline void PutAddress(std::ostream& out, std::uintptr_t address) {
  const std::ios_base::fmtflags flags = out.flags();
  out << "0x" << std::hex << address;
  out.flags(flags);
}
}  // namespace detail

inline std::ostream& operator<<(std::ostream& out, const hsa_dim3_t& value) {
  return out << "{x=" << value.x << ", y=" << value.y << ", z=" << value.z << "}";
}
inline std::ostream& operator<<(std::ostream& out, const hsa_pitched_ptr_t& value) {
  out << "{base=";
  detail::PutAddress(out, reinterpret_cast<std::uintptr_t>(value.base));
  return out << ", pitch=" << value.pitch << ", slice=" << value.slice << "}";
}
inline std::ostream& operator<<(std::ostream& out, const hsa_ext_image_region_t& value) {
  return out << "{offset=" << value.offset << ", range=" << value.range << "}";
}
// Handles, which are structures of one word.
template <typename T>
inline std::enable_if_t<detail::HasHandle<T>::value, std::ostream&> operator<<(std::ostream& out,
                                                                               const T& value) {
  return out << "{handle=" << value.handle << "}";
}

// Any value of HSA's.
template <typename T>
inline void Put(std::ostream& out, const T& value) {
  if constexpr (std::is_pointer_v<T>) {
    detail::PutAddress(out, reinterpret_cast<std::uintptr_t>(value));
  } else if constexpr (std::is_enum_v<T>) {
    out << static_cast<int64_t>(value);
  } else if constexpr (std::is_same_v<T, uint8_t> || std::is_same_v<T, bool>) {
    out << static_cast<uint32_t>(value);
  } else if constexpr (std::is_arithmetic_v<T> || detail::HasHandle<T>::value ||
                       std::is_same_v<T, hsa_dim3_t>) {
    out << value;
  } else {
    out << "{...}";
  }
}

}  // namespace hsa_support
}  // namespace roctracer

#endif  // __cplusplus
#endif  // HSA_OSTREAM_OPS_H_
