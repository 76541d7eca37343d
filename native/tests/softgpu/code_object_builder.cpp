// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

#include "code_object_builder.h"

#include <elf.h>

#include <cstring>

namespace rocjfr::softgpu::test {
namespace {

constexpr uint16_t kMachineAmdGpu = 224;
constexpr uint32_t kRelocationAbs64 = 3;
constexpr uint64_t kDataAddress = 0x1000;

template <class T>
void append(std::vector<char>* out, const T& value) {
  const char* bytes = reinterpret_cast<const char*>(&value);
  out->insert(out->end(), bytes, bytes + sizeof value);
}

void align(std::vector<char>* out, size_t alignment) {
  out->resize((out->size() + alignment - 1) / alignment * alignment);
}

}  // namespace

CodeObjectBuilder& CodeObjectBuilder::kernel(const std::string& name, uint32_t kernarg_bytes,
                                             uint32_t group_bytes) {
  std::vector<char> descriptor(64);
  uint32_t sizes[3] = {group_bytes, 0, kernarg_bytes};
  std::memcpy(descriptor.data(), sizes, sizeof sizes);
  symbols_.push_back({name + ".kd", descriptor, "", 0});
  return *this;
}

CodeObjectBuilder& CodeObjectBuilder::variable(const std::string& name, uint64_t value) {
  std::vector<char> data;
  append(&data, value);
  symbols_.push_back({name, data, "", 0});
  return *this;
}

CodeObjectBuilder& CodeObjectBuilder::pointer(const std::string& name, const std::string& target,
                                              int64_t offset) {
  symbols_.push_back({name, std::vector<char>(8), target, offset});
  return *this;
}

std::vector<char> CodeObjectBuilder::build() const {
  // Data: all symbols, each at a multiple of 64.
  std::vector<char> data;
  std::vector<uint64_t> addresses;
  for (const Symbol& s : symbols_) {
    align(&data, 64);
    addresses.push_back(kDataAddress + data.size());
    data.insert(data.end(), s.data.begin(), s.data.end());
  }

  std::vector<char> strings(1);
  auto add_string = [&](const std::string& text) {
    auto at = static_cast<Elf64_Word>(strings.size());
    strings.insert(strings.end(), text.c_str(), text.c_str() + text.size() + 1);
    return at;
  };

  // Sections: none, dynsym, dynstr, rela, data.
  std::vector<Elf64_Sym> table(1);
  for (size_t i = 0; i < symbols_.size(); ++i) {
    Elf64_Sym symbol{};
    symbol.st_name = add_string(symbols_[i].name);
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
    symbol.st_shndx = 4;
    symbol.st_value = addresses[i];
    symbol.st_size = symbols_[i].data.size();
    table.push_back(symbol);
  }
  std::vector<Elf64_Rela> relocations;
  for (size_t i = 0; i < symbols_.size(); ++i) {
    if (symbols_[i].target.empty()) continue;
    size_t target = 0;
    for (size_t k = 0; k < symbols_.size(); ++k) {
      if (symbols_[k].name == symbols_[i].target) target = k + 1;
    }
    if (target == 0) {
      Elf64_Sym undefined{};
      undefined.st_name = add_string(symbols_[i].target);
      undefined.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE);
      target = table.size();
      table.push_back(undefined);
    }
    relocations.push_back(
        {addresses[i], ELF64_R_INFO(target, kRelocationAbs64), symbols_[i].offset});
  }

  std::vector<char> file(sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr));
  Elf64_Shdr sections[5]{};
  auto place = [&](int index, uint32_t type, const void* bytes, size_t count) {
    align(&file, 64);
    sections[index].sh_type = type;
    sections[index].sh_offset = file.size();
    sections[index].sh_size = count;
    const char* begin = static_cast<const char*>(bytes);
    file.insert(file.end(), begin, begin + count);
  };
  place(1, SHT_DYNSYM, table.data(), table.size() * sizeof(Elf64_Sym));
  sections[1].sh_link = 2;
  place(2, SHT_STRTAB, strings.data(), strings.size());
  place(3, SHT_RELA, relocations.data(), relocations.size() * sizeof(Elf64_Rela));
  sections[3].sh_link = 1;
  place(4, SHT_PROGBITS, data.data(), data.size());
  sections[4].sh_flags = SHF_ALLOC | SHF_WRITE;
  sections[4].sh_addr = kDataAddress;
  align(&file, 64);

  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_type = ET_DYN;
  header.e_machine = kMachineAmdGpu;
  header.e_phoff = sizeof header;
  header.e_phnum = 1;
  header.e_shoff = file.size();
  header.e_shnum = 5;
  Elf64_Phdr segment{};
  segment.p_type = PT_LOAD;
  segment.p_offset = sections[4].sh_offset;
  segment.p_vaddr = kDataAddress;
  segment.p_filesz = data.size();
  segment.p_memsz = data.size() + 256;  // and some memory that the file does not have
  std::memcpy(file.data(), &header, sizeof header);
  std::memcpy(file.data() + sizeof header, &segment, sizeof segment);
  for (const Elf64_Shdr& section : sections) append(&file, section);
  return file;
}

}  // namespace rocjfr::softgpu::test
