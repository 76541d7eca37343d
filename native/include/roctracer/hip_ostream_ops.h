// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// HIP's values as text, for hipApiString of HIP's own headers (HIP_PROF_HIP_API_STRING) and for C++
// programs. Small structures are shown by their members, larger ones as {...}. Texts are in quotes.
// Pointers are shown by their address, enumerations by their number.
#ifndef HIP_OSTREAM_OPS_H_
#define HIP_OSTREAM_OPS_H_

#ifdef __cplusplus

#include <hip/hip_runtime_api.h>
#include <hip/hip_version.h>

#include <cstddef>
#include <cstdint>
#include <iostream>  // programs get std::cout from here, as from AMD's header
#include <ostream>
#include <type_traits>

namespace roctracer {
namespace hip_support {
namespace text {

// Printable characters as they are, quotes and backslashes with a backslash, the rest as \xNN.
inline void PutText(std::ostream& out, const char* text, std::size_t most) {
  static const char kDigits[] = "0123456789abcdef";
  out.put('"');
  for (std::size_t i = 0; i < most && text[i] != '\0'; ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || c >= 0x7F) {
      out << "\\x" << kDigits[c >> 4] << kDigits[c & 15];
    } else {
      if (c == '"' || c == '\\') out.put('\\');
      out.put(text[i]);
    }
  }
  out.put('"');
}

// The members of a structure: none of one that is not known.
template <typename T>
inline void PutMembers(std::ostream& out, const T&) {
  out << "{...}";
}
inline void PutMembers(std::ostream& out, const dim3& value) {
  out << "{z=" << value.z << ", y=" << value.y << ", x=" << value.x << "}";
}
inline void PutMembers(std::ostream& out, const hipExtent& value) {
  out << "{width=" << value.width << ", height=" << value.height << ", depth=" << value.depth
      << "}";
}
inline void PutMembers(std::ostream& out, const hipPos& value) {
  out << "{x=" << value.x << ", y=" << value.y << ", z=" << value.z << "}";
}
inline void PutMembers(std::ostream& out, const hipPitchedPtr& value) {
  out << "{ptr=" << value.ptr << ", pitch=" << value.pitch << ", xsize=" << value.xsize
      << ", ysize=" << value.ysize << "}";
}
inline void PutMembers(std::ostream& out, const hipChannelFormatDesc& value) {
  out << "{x=" << value.x << ", y=" << value.y << ", z=" << value.z << ", w=" << value.w
      << ", f=" << static_cast<int>(value.f) << "}";
}
inline void PutMembers(std::ostream& out, const HIP_ARRAY_DESCRIPTOR& value) {
  out << "{Width=" << value.Width << ", Height=" << value.Height
      << ", Format=" << static_cast<int>(value.Format) << ", NumChannels=" << value.NumChannels
      << "}";
}
inline void PutMembers(std::ostream& out, const HIP_ARRAY3D_DESCRIPTOR& value) {
  out << "{Width=" << value.Width << ", Height=" << value.Height << ", Depth=" << value.Depth
      << ", Format=" << static_cast<int>(value.Format) << ", NumChannels=" << value.NumChannels
      << ", Flags=" << value.Flags << "}";
}

// Which way a value is put; of pointers those to characters are texts.
struct Number {};
struct Small {};
struct Enumeration {};
struct Address {};
struct Structure {};
template <typename T>
struct Way {
  using Type = typename std::conditional<
      std::is_enum<T>::value, Enumeration,
      typename std::conditional<
          std::is_pointer<T>::value, Address,
          typename std::conditional<std::is_arithmetic<T>::value,
                                    typename std::conditional<sizeof(T) == 1, Small, Number>::type,
                                    Structure>::type>::type>::type;
};

template <typename T>
inline void Put(std::ostream& out, const T& value, Number) {
  out << value;
}
template <typename T>
inline void Put(std::ostream& out, const T& value, Small) {
  out << static_cast<int>(value);
}
template <typename T>
inline void Put(std::ostream& out, const T& value, Enumeration) {
  out << static_cast<std::int64_t>(value);
}
template <typename T>
inline void Put(std::ostream& out, const T& value, Address) {
  out << reinterpret_cast<const void*>(value);
}
template <typename T>
inline void Put(std::ostream& out, const T& value, Structure) {
  PutMembers(out, value);
}

template <typename T>
inline void PutValue(std::ostream& out, const T& value) {
  Put(out, value, typename Way<T>::Type());
}
inline void PutValue(std::ostream& out, const char* value) {
  if (value == nullptr) {
    out << "NULL";
  } else {
    PutText(out, value, SIZE_MAX);
  }
}
inline void PutValue(std::ostream& out, char* value) {
  PutValue(out, static_cast<const char*>(value));
}
template <std::size_t N>
inline void PutValue(std::ostream& out, const char (&value)[N]) {
  PutText(out, value, N);
}
template <typename T, std::size_t N>
inline void PutValue(std::ostream& out, const T (&)[N]) {
  out << "{...}";
}

}  // namespace text

namespace detail {
// By its full name, as HIP 6 and later call it: any value of HIP's.
template <typename T>
inline std::ostream& operator<<(std::ostream& out, const T& value) {
  text::PutValue(out, value);
  return out;
}
}  // namespace detail

}  // namespace hip_support
}  // namespace roctracer

// HIP 5 writes out << value: of its structures that are arguments.
#if HIP_VERSION_MAJOR < 6
#define ROCTRACER_PUT(type)                                               \
  inline std::ostream& operator<<(std::ostream& out, const type& value) { \
    roctracer::hip_support::text::PutValue(out, value);                   \
    return out;                                                           \
  }
ROCTRACER_PUT(dim3)
ROCTRACER_PUT(hipExtent)
ROCTRACER_PUT(hipPos)
ROCTRACER_PUT(hipPitchedPtr)
ROCTRACER_PUT(hipChannelFormatDesc)
ROCTRACER_PUT(HIP_ARRAY_DESCRIPTOR)
ROCTRACER_PUT(HIP_ARRAY3D_DESCRIPTOR)
ROCTRACER_PUT(HIP_MEMCPY3D)
ROCTRACER_PUT(hipArrayMapInfo)
ROCTRACER_PUT(hipArray)
ROCTRACER_PUT(hipDeviceProp_t)
ROCTRACER_PUT(hipExternalMemoryBufferDesc)
ROCTRACER_PUT(hipExternalMemoryHandleDesc)
ROCTRACER_PUT(hipExternalSemaphoreHandleDesc)
ROCTRACER_PUT(hipExternalSemaphoreSignalParams)
ROCTRACER_PUT(hipExternalSemaphoreWaitParams)
ROCTRACER_PUT(hipFuncAttributes)
ROCTRACER_PUT(hipHostNodeParams)
ROCTRACER_PUT(hipIpcEventHandle_t)
ROCTRACER_PUT(hipIpcMemHandle_t)
ROCTRACER_PUT(hipKernelNodeAttrValue)
ROCTRACER_PUT(hipKernelNodeParams)
ROCTRACER_PUT(hipLaunchParams)
ROCTRACER_PUT(hipMemAccessDesc)
ROCTRACER_PUT(hipMemAllocationProp)
ROCTRACER_PUT(hipMemLocation)
ROCTRACER_PUT(hipMemPoolProps)
ROCTRACER_PUT(hipMemPoolPtrExportData)
ROCTRACER_PUT(hipMemcpy3DParms)
ROCTRACER_PUT(hipMemsetParams)
ROCTRACER_PUT(hipMipmappedArray)
ROCTRACER_PUT(hipPointerAttribute_t)
ROCTRACER_PUT(hipResourceDesc)
ROCTRACER_PUT(hipUUID)
ROCTRACER_PUT(hip_Memcpy2D)
ROCTRACER_PUT(textureReference)
#undef ROCTRACER_PUT
#endif

#endif  // __cplusplus
#endif  // HIP_OSTREAM_OPS_H_
