// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "code_object.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "log.h"

namespace rocjfr::softgpu {
namespace {

constexpr uint16_t kMachineAmdGpu = 224;
constexpr uint32_t kRelocationAbs64 = 3;
constexpr uint32_t kRelocationRelative64 = 13;
constexpr uint64_t kMaxBytes = 1ull << 30;  // more than any real one: a corrupt header
constexpr uint64_t kDescriptorBytes = 64;
constexpr hsa_status_t kBad = HSA_STATUS_ERROR_INVALID_CODE_OBJECT;

/// The file, read by value so that nothing needs to be aligned.
class Image {
 public:
  Image(const char* data, size_t bytes) : data_(data), bytes_(bytes) {}

  bool contains(uint64_t offset, uint64_t bytes) const {
    return offset <= bytes_ && bytes <= bytes_ - offset;
  }

  template <class T>
  bool read(uint64_t offset, T* out) const {
    if (!contains(offset, sizeof(T))) return false;
    std::memcpy(out, data_ + offset, sizeof(T));
    return true;
  }

  /// Entry `index` of a table of T.
  template <class T>
  bool read(uint64_t table, uint64_t index, T* out) const {
    if (index > bytes_ / sizeof(T) || table > bytes_) return false;
    return read(table + index * sizeof(T), out);
  }

  /// The text at an offset into a string section, up to its NUL; false where that is not inside.
  bool text(const Elf64_Shdr& strings, uint64_t offset, std::string* out) const {
    if (!contains(strings.sh_offset, strings.sh_size) || offset >= strings.sh_size) return false;
    const char* begin = data_ + strings.sh_offset + offset;
    const void* end = std::memchr(begin, '\0', strings.sh_size - offset);
    if (end == nullptr) return false;
    out->assign(begin, static_cast<const char*>(end));
    return true;
  }

  const char* at(uint64_t offset) const { return data_ + offset; }

 private:
  const char* data_;
  size_t bytes_;
};

bool ends_with(const std::string& text, const char* end) {
  size_t length = std::strlen(end);
  return text.size() > length && text.compare(text.size() - length, length, end) == 0;
}

/// One loading of one file. Each step returns false where the file makes no sense.
class Loader {
 public:
  Loader(const Image& image, const CodeObject::Resolver& resolve)
      : image_(image), resolve_(resolve) {}

  bool read_headers() {
    if (!image_.read(0, &header_)) return false;
    bool known = std::memcmp(header_.e_ident, ELFMAG, SELFMAG) == 0 &&
                 header_.e_ident[EI_CLASS] == ELFCLASS64 &&
                 header_.e_ident[EI_DATA] == ELFDATA2LSB && header_.e_machine == kMachineAmdGpu;
    if (!known) return false;
    segments_.resize(header_.e_phnum);
    sections_.resize(header_.e_shnum);
    for (size_t i = 0; i < segments_.size(); ++i) {
      if (!image_.read(header_.e_phoff, i, &segments_[i])) return false;
    }
    for (size_t i = 0; i < sections_.size(); ++i) {
      if (!image_.read(header_.e_shoff, i, &sections_[i])) return false;
    }
    return measure();
  }

  uint64_t mapped_bytes() const { return mapped_bytes_; }

  void copy_segments(char* base) const {
    for (const Elf64_Phdr& s : segments_) {
      if (s.p_type == PT_LOAD) {
        std::memcpy(base + s.p_vaddr, image_.at(s.p_offset), s.p_filesz);
      }
    }
  }

  bool read_symbols(const char* base, std::vector<CodeSymbol>* out) const {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type != SHT_DYNSYM) continue;
      const Elf64_Shdr* strings = linked(section);
      if (strings == nullptr || !image_.contains(section.sh_offset, section.sh_size)) return false;
      uint64_t count = section.sh_size / sizeof(Elf64_Sym);
      for (uint64_t i = 1; i < count; ++i) {
        Elf64_Sym symbol;
        CodeSymbol found;
        if (!image_.read(section.sh_offset, i, &symbol)) return false;
        bool wanted = symbol.st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT;
        if (!wanted) continue;
        if (!image_.text(*strings, symbol.st_name, &found.name)) return false;
        if (!describe(symbol, base, &found)) return false;
        out->push_back(std::move(found));
      }
    }
    return true;
  }

  bool relocate(char* base) const {
    for (const Elf64_Shdr& section : sections_) {
      if (section.sh_type != SHT_RELA) continue;
      const Elf64_Shdr* symbols = linked(section);
      if (symbols == nullptr || !image_.contains(section.sh_offset, section.sh_size)) return false;
      uint64_t count = section.sh_size / sizeof(Elf64_Rela);
      for (uint64_t i = 0; i < count; ++i) {
        Elf64_Rela relocation;
        if (!image_.read(section.sh_offset, i, &relocation)) return false;
        if (!apply(relocation, *symbols, base)) return false;
      }
    }
    return true;
  }

 private:
  /// How much memory the segments span, and whether they fit into file and memory.
  bool measure() {
    for (const Elf64_Phdr& s : segments_) {
      if (s.p_type != PT_LOAD) continue;
      bool fits = s.p_vaddr < kMaxBytes && s.p_memsz < kMaxBytes && s.p_filesz <= s.p_memsz &&
                  image_.contains(s.p_offset, s.p_filesz);
      if (!fits) return false;
      mapped_bytes_ = std::max(mapped_bytes_, s.p_vaddr + s.p_memsz);
    }
    mapped_bytes_ = (mapped_bytes_ + 4095) & ~uint64_t{4095};
    return mapped_bytes_ != 0;
  }

  const Elf64_Shdr* linked(const Elf64_Shdr& section) const {
    return section.sh_link < sections_.size() ? &sections_[section.sh_link] : nullptr;
  }

  bool inside(uint64_t address, uint64_t bytes) const {
    return address <= mapped_bytes_ && bytes <= mapped_bytes_ - address;
  }

  bool describe(const Elf64_Sym& symbol, const char* base, CodeSymbol* out) const {
    if (!inside(symbol.st_value, symbol.st_size)) return false;
    out->address = reinterpret_cast<uint64_t>(base) + symbol.st_value;
    out->bytes = symbol.st_size;
    out->is_kernel = ends_with(out->name, ".kd") && symbol.st_size == kDescriptorBytes;
    if (out->is_kernel) {
      uint32_t sizes[3];  // the descriptor begins with the sizes of three segments
      std::memcpy(sizes, base + symbol.st_value, sizeof sizes);
      out->group_bytes = sizes[0];
      out->private_bytes = sizes[1];
      out->kernarg_bytes = sizes[2];
    } else if (symbol.st_shndx < sections_.size()) {
      out->is_const = (sections_[symbol.st_shndx].sh_flags & SHF_WRITE) == 0;
    }
    return true;
  }

  bool apply(const Elf64_Rela& relocation, const Elf64_Shdr& symbols, char* base) const {
    uint64_t value = static_cast<uint64_t>(relocation.r_addend);
    switch (ELF64_R_TYPE(relocation.r_info)) {
      case kRelocationRelative64:
        value += reinterpret_cast<uint64_t>(base);
        break;
      case kRelocationAbs64: {
        Elf64_Sym symbol;
        if (!image_.read(symbols.sh_offset, ELF64_R_SYM(relocation.r_info), &symbol)) return false;
        if (symbol.st_shndx != SHN_UNDEF) {
          value += reinterpret_cast<uint64_t>(base) + symbol.st_value;
        } else {
          std::string name;
          const Elf64_Shdr* strings = linked(symbols);
          if (strings == nullptr || !image_.text(*strings, symbol.st_name, &name)) return false;
          value += resolve_(name);
        }
        break;
      }
      default:
        log(LogLevel::kCall, "relocation type %lu ignored",
            static_cast<unsigned long>(ELF64_R_TYPE(relocation.r_info)));
        return true;
    }
    if (!inside(relocation.r_offset, sizeof value)) return false;
    std::memcpy(base + relocation.r_offset, &value, sizeof value);
    return true;
  }

  const Image& image_;
  const CodeObject::Resolver& resolve_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Phdr> segments_;
  std::vector<Elf64_Shdr> sections_;
  uint64_t mapped_bytes_ = 0;
};

}  // namespace

CodeObject::CodeObject(CodeObject&& other) noexcept
    : base_(std::exchange(other.base_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)),
      symbols_(std::move(other.symbols_)) {}

CodeObject::~CodeObject() {
  if (base_ != nullptr) munmap(base_, bytes_);
}

hsa_status_t CodeObject::load(const char* data, size_t bytes, const Resolver& resolve) {
  Image image(data, bytes);
  Loader loader(image, resolve);
  if (!loader.read_headers()) return kBad;
  void* space = mmap(nullptr, loader.mapped_bytes(), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (space == MAP_FAILED) return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
  CodeObject loaded;  // unmaps on the way out
  loaded.base_ = static_cast<char*>(space);
  loaded.bytes_ = loader.mapped_bytes();
  loader.copy_segments(loaded.base_);
  if (!loader.read_symbols(loaded.base_, &loaded.symbols_)) return kBad;
  if (!loader.relocate(loaded.base_)) return kBad;
  std::swap(base_, loaded.base_);
  std::swap(bytes_, loaded.bytes_);
  symbols_.swap(loaded.symbols_);
  return HSA_STATUS_SUCCESS;
}

bool CodeObject::has_old_blits() const {
  // Names do not tell; but since 6.x the fill takes fewer arguments than the aligned copy.
  uint32_t fill = 0;
  uint32_t copy = 0;
  for (const CodeSymbol& s : symbols_) {
    if (s.name == "__amd_rocclr_fillBufferAligned.kd") fill = s.kernarg_bytes;
    if (s.name == "__amd_rocclr_copyBufferAligned.kd") copy = s.kernarg_bytes;
  }
  return fill >= copy;
}

}  // namespace rocjfr::softgpu
