// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Names of the operations of kinds that are not served: tools list them all. They and their order
// are those of AMD's version 1.0.0.
#ifndef ROCJFR_API_ROCPROFILER_UNSERVED_OPERATIONS_H_
#define ROCJFR_API_ROCPROFILER_UNSERVED_OPERATIONS_H_

#include <vector>

namespace rocjfr::sdk {

using OperationNames = std::vector<const char*>;
OperationNames Rccl();
OperationNames OpenMp();
OperationNames RocDecode();
OperationNames RocJpeg();
// Events of the driver.
OperationNames KfdEventPageMigrate();
OperationNames KfdEventPageFault();
OperationNames KfdEventQueue();
OperationNames KfdEventUnmap();
OperationNames KfdEventDropped();
OperationNames KfdPageMigrate();
OperationNames KfdPageFault();
OperationNames KfdQueue();

}  // namespace rocjfr::sdk
#endif  // ROCJFR_API_ROCPROFILER_UNSERVED_OPERATIONS_H_
