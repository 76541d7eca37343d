// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
#include "unserved_operations.h"

namespace rocjfr::sdk {

OperationNames Rccl() {
  return {"ncclAllGather",
          "ncclAllReduce",
          "ncclAllToAll",
          "ncclAllToAllv",
          "ncclBroadcast",
          "ncclGather",
          "ncclReduce",
          "ncclReduceScatter",
          "ncclScatter",
          "ncclSend",
          "ncclRecv",
          "ncclRedOpCreatePreMulSum",
          "ncclRedOpDestroy",
          "ncclGroupStart",
          "ncclGroupEnd",
          "ncclGetVersion",
          "ncclGetUniqueId",
          "ncclCommInitRank",
          "ncclCommInitAll",
          "ncclCommInitRankConfig",
          "ncclCommFinalize",
          "ncclCommDestroy",
          "ncclCommAbort",
          "ncclCommSplit",
          "ncclGetErrorString",
          "ncclGetLastError",
          "ncclCommGetAsyncError",
          "ncclCommCount",
          "ncclCommCuDevice",
          "ncclCommUserRank",
          "ncclMemAlloc",
          "ncclMemFree",
          "mscclLoadAlgo",
          "mscclRunAlgo",
          "mscclUnloadAlgo",
          "ncclCommRegister",
          "ncclCommDeregister"};
}
OperationNames OpenMp() {
  return {"omp_thread_begin",
          "omp_thread_end",
          "omp_parallel_begin",
          "omp_parallel_end",
          "omp_task_create",
          "omp_task_schedule",
          "omp_implicit_task",
          "omp_device_initialize",
          "omp_device_finalize",
          "omp_device_load",
          "omp_sync_region_wait",
          "omp_mutex_released",
          "omp_dependences",
          "omp_task_dependence",
          "omp_work",
          "omp_masked",
          "omp_sync_region",
          "omp_lock_init",
          "omp_lock_destroy",
          "omp_mutex_acquire",
          "omp_mutex_acquired",
          "omp_nest_lock",
          "omp_flush",
          "omp_cancel",
          "omp_reduction",
          "omp_dispatch",
          "omp_target_emi",
          "omp_target_data_op_emi",
          "omp_target_submit_emi",
          "omp_error",
          "omp_callback_functions"};
}
OperationNames RocDecode() {
  return {
      "rocDecCreateVideoParser",     "rocDecParseVideoData",       "rocDecDestroyVideoParser",
      "rocDecCreateDecoder",         "rocDecDestroyDecoder",       "rocDecGetDecoderCaps",
      "rocDecDecodeFrame",           "rocDecGetDecodeStatus",      "rocDecReconfigureDecoder",
      "rocDecGetVideoFrame",         "rocDecGetErrorName",         "rocDecCreateBitstreamReader",
      "rocDecGetBitstreamCodecType", "rocDecGetBitstreamBitDepth", "rocDecGetBitstreamPicData",
      "rocDecDestroyBitstreamReader"};
}
OperationNames RocJpeg() {
  return {"rocJpegStreamCreate", "rocJpegStreamParse",   "rocJpegStreamDestroy",
          "rocJpegCreate",       "rocJpegDestroy",       "rocJpegGetImageInfo",
          "rocJpegDecode",       "rocJpegDecodeBatched", "rocJpegGetErrorName"};
}
OperationNames KfdEventPageMigrate() {
  return {"ROCPROFILER_KFD_EVENT_PAGE_MIGRATE_PREFETCH",
          "ROCPROFILER_KFD_EVENT_PAGE_MIGRATE_PAGEFAULT_GPU",
          "ROCPROFILER_KFD_EVENT_PAGE_MIGRATE_PAGEFAULT_CPU",
          "ROCPROFILER_KFD_EVENT_PAGE_MIGRATE_TTM_EVICTION",
          "ROCPROFILER_KFD_EVENT_PAGE_MIGRATE_END"};
}
OperationNames KfdEventPageFault() {
  return {"ROCPROFILER_KFD_EVENT_PAGE_FAULT_START",
          "ROCPROFILER_KFD_EVENT_PAGE_FAULT_START_READ_FAULT",
          "ROCPROFILER_KFD_EVENT_PAGE_FAULT_START_WRITE_FAULT",
          "ROCPROFILER_KFD_EVENT_PAGE_FAULT_END_PAGE_MIGRATED",
          "ROCPROFILER_KFD_EVENT_PAGE_FAULT_END_PAGE_UPDATED"};
}
OperationNames KfdEventQueue() {
  return {"ROCPROFILER_KFD_EVENT_QUEUE_EVICT_SVM",
          "ROCPROFILER_KFD_EVENT_QUEUE_EVICT_USERPTR",
          "ROCPROFILER_KFD_EVENT_QUEUE_EVICT_TTM",
          "ROCPROFILER_KFD_EVENT_QUEUE_EVICT_SUSPEND",
          "ROCPROFILER_KFD_EVENT_QUEUE_EVICT_CRIU_CHECKPOINT",
          "ROCPROFILER_KFD_EVENT_QUEUE_EVICT_CRIU_RESTORE",
          "ROCPROFILER_KFD_EVENT_QUEUE_RESTORE_RESCHEDULED",
          "ROCPROFILER_KFD_EVENT_QUEUE_RESTORE"};
}
OperationNames KfdEventUnmap() {
  return {"ROCPROFILER_KFD_EVENT_UNMAP_FROM_GPU_MMU_NOTIFY",
          "ROCPROFILER_KFD_EVENT_UNMAP_FROM_GPU_MMU_NOTIFY_MIGRATE",
          "ROCPROFILER_KFD_EVENT_UNMAP_FROM_GPU_UNMAP_FROM_CPU"};
}
OperationNames KfdEventDropped() {
  return {"ROCPROFILER_KFD_EVENT_DROPPED_EVENTS"};
}
OperationNames KfdPageMigrate() {
  return {"ROCPROFILER_KFD_PAGE_MIGRATE_PREFETCH", "ROCPROFILER_KFD_PAGE_MIGRATE_PAGEFAULT_GPU",
          "ROCPROFILER_KFD_PAGE_MIGRATE_PAGEFAULT_CPU",
          "ROCPROFILER_KFD_PAGE_MIGRATE_TTM_EVICTION"};
}
OperationNames KfdPageFault() {
  return {"ROCPROFILER_KFD_PAGE_FAULT_READ_FAULT_MIGRATED",
          "ROCPROFILER_KFD_PAGE_FAULT_READ_FAULT_UPDATED",
          "ROCPROFILER_KFD_PAGE_FAULT_WRITE_FAULT_MIGRATED",
          "ROCPROFILER_KFD_PAGE_FAULT_WRITE_FAULT_UPDATED"};
}
OperationNames KfdQueue() {
  return {"ROCPROFILER_KFD_QUEUE_EVICT_SVM",
          "ROCPROFILER_KFD_QUEUE_EVICT_USERPTR",
          "ROCPROFILER_KFD_QUEUE_EVICT_TTM",
          "ROCPROFILER_KFD_QUEUE_EVICT_SUSPEND",
          "ROCPROFILER_KFD_QUEUE_EVICT_CRIU_CHECKPOINT",
          "ROCPROFILER_KFD_QUEUE_EVICT_CRIU_RESTORE"};
}

}  // namespace rocjfr::sdk
