// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Shows the names of standard input as rocjfr does, one a line, for tests/kernel_names.py. With an
// argument: beside that libamd_comgr.
#include <dlfcn.h>

#include <cstdio>
#include <iostream>
#include <string>

#include "core/record/demangler.h"

int main(int argc, char** argv) {
  if (argc > 1 && dlopen(argv[1], RTLD_NOW) == nullptr) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  for (std::string name, shown; std::getline(std::cin, name);) {
    if (!rocjfr::Demangle(name, &shown)) return 1;
    std::cout << shown << '\n';
  }
  return 0;
}
