// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What recording costs an OpenCL program, on the first platform's first device (PoCL: real kernels
// on the processor). Pairs of runs, one without and one with, in one process; the order of the two
// alternates.
//   opencl_benchmark [PAIRS] [LAUNCHES]
#include <dlfcn.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "drainer.h"
#include "opencl/functions.h"

namespace rocjfr::test {
namespace {

struct Functions : opencl::Dispatch {
  Functions() : opencl::Dispatch{} {
    void* library = dlopen("libOpenCL.so.1", RTLD_NOW);
    if (library == nullptr) return;
    clGetPlatformIDs =
        reinterpret_cast<ROCJFR_CL_TYPE(clGetPlatformIDs)>(dlsym(library, "clGetPlatformIDs"));
#define ROCJFR_FIND(name) name = reinterpret_cast<decltype(name)>(dlsym(library, #name));
    ROCJFR_OPENCL_TABLE(ROCJFR_FIND)
#undef ROCJFR_FIND
  }
};

double Seconds(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

void Check(bool right, const char* what) {
  if (right) return;
  fprintf(stderr, "opencl_benchmark: %s failed\n", what);
  exit(2);
}

struct Program {
  Functions cl;
  cl_context context = nullptr;
  cl_device_id device = nullptr;
  cl_kernel kernel = nullptr;
  size_t items = 1;

  Program() {
    cl_platform_id platform = nullptr;
    Check(cl.clGetPlatformIDs != nullptr, "finding libOpenCL.so.1");
    Check(cl.clGetPlatformIDs(1, &platform, nullptr) == CL_SUCCESS, "clGetPlatformIDs");
    Check(cl.clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS,
          "clGetDeviceIDs");
    context = cl.clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
    const char* source =
        "__kernel void spin(int n) { volatile int x = 0; for (int i = 0; i < n; ++i) x += i; }";
    cl_program program = cl.clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    Check(cl.clBuildProgram(program, 1, &device, "", nullptr, nullptr) == CL_SUCCESS, "building");
    kernel = cl.clCreateKernel(program, "spin", nullptr);
  }
  // Seconds of one launch, wall and processor.
  std::pair<double, double> Run(int launches) {
    cl_command_queue queue = cl.clCreateCommandQueue(context, device, 0, nullptr);
    const double begin = Seconds(CLOCK_MONOTONIC), cpu = Seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 0; i < launches; ++i) {
      Check(cl.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr,
                                      nullptr) == CL_SUCCESS,
            "clEnqueueNDRangeKernel");
      if (i % 64 == 63) cl.clFinish(queue);
    }
    cl.clFinish(queue);
    const std::pair<double, double> took = {(Seconds(CLOCK_MONOTONIC) - begin) / launches,
                                            (Seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / launches};
    cl.clReleaseCommandQueue(queue);
    return took;
  }
  void Loops(int loops) {
    Check(cl.clSetKernelArg(kernel, 0, sizeof(loops), &loops) == CL_SUCCESS, "clSetKernelArg");
  }
};

double Quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(q * static_cast<double>(values.size() - 1) + 0.5)];
}

void Want(bool wanted) {
  constexpr uint32_t kDomains =
      ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_OPENCL_API) | ROCJFR_DOMAIN_BIT(ROCJFR_DOMAIN_OPENCL_OPS);
  rocjfr_set_wanted(wanted ? kDomains : 0);
}

void Compare(Program& program, const char* name, int pairs, int launches) {
  std::vector<double> without, with, wall, processor;
  for (int i = 0; i < pairs; ++i) {
    std::pair<double, double> took[2];
    for (int j = 0; j < 2; ++j) {
      const int wanted = (i + j) % 2;
      Want(wanted != 0);
      took[wanted] = program.Run(launches);
    }
    Want(false);
    without.push_back(took[0].first * 1e6);
    with.push_back(took[1].first * 1e6);
    wall.push_back(took[1].first / took[0].first);
    processor.push_back(took[1].second / took[0].second);
  }
  printf(
      "%-22s %6d launches, %d pairs: %.2f us without, %.2f us with a recording; ratio of wall "
      "time %.3f (quartiles %.3f, %.3f), of processor time %.3f\n",
      name, launches, pairs, Quantile(without, 0.5), Quantile(with, 0.5), Quantile(wall, 0.5),
      Quantile(wall, 0.25), Quantile(wall, 0.75), Quantile(processor, 0.5));
}

int Main(int argc, char** argv) {
  const int pairs = argc > 1 ? atoi(argv[1]) : 11, launches = argc > 2 ? atoi(argv[2]) : 100000;
  Check(pairs > 0 && launches >= 100, "reading PAIRS (1 or more) and LAUNCHES (100 or more)");
  const rocjfr_options_t options = {
      sizeof(rocjfr_options_t), ROCJFR_DEFAULT_RING_BYTES, ROCJFR_DEFAULT_MEMORY_BYTES, 0, 0, 0, 0};
  Check(rocjfr_initialize(&options, nullptr, 0) == ROCJFR_STATUS_SUCCESS, "rocjfr_initialize");
  Program program;
  std::atomic<bool> done{false};
  std::thread consumer([&] {
    rocjfr_this_thread_drains();
    Drainer drainer;
    while (!done) {
      drainer.Drain(nullptr);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  });
  program.Loops(0);
  program.Run(1000);
  Compare(program, "empty kernel", pairs, launches);
  int loops = 1000;
  for (double took = 0; took < 100e-6; loops += loops / 8) {
    program.Loops(loops);
    took = program.Run(200).first;
  }
  Compare(program, "kernel of 100 us", pairs, std::max(100, launches / 20));
  done = true;
  consumer.join();
  uint64_t lost = 0;
  for (uint32_t i = 0; i < ROCJFR_LOST_CAUSES; ++i) {
    lost += rocjfr_lost(ROCJFR_DOMAIN_OPENCL_OPS, i);
  }
  printf("lost: %llu\n", static_cast<unsigned long long>(lost));
  return 0;
}

}  // namespace
}  // namespace rocjfr::test

int main(int argc, char** argv) {
  return rocjfr::test::Main(argc, argv);
}
