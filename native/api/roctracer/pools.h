// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The open pools and which of them is the default one.
#ifndef ROCJFR_API_ROCTRACER_POOLS_H_
#define ROCJFR_API_ROCTRACER_POOLS_H_

#include "pool.h"

namespace rocjfr::roctracer {

// Opens a pool; as_default: it becomes the default pool, if there is none. *pool is nullptr where
// that failed.
roctracer_status_t OpenPool(const roctracer_properties_t& properties, bool as_default,
                            Pool** pool) noexcept;
// The open pool of a handle, the default pool for NULL; nullptr: there is none.
Pool* FindPool(const roctracer_pool_t* handle) noexcept;
// The same, and of those that were closed.
Pool* FindPoolEver(const roctracer_pool_t* handle) noexcept;
Pool* DefaultPool() noexcept;
// Makes it the default one and returns what was.
Pool* ChangeDefaultPool(Pool* pool) noexcept;
// Nobody finds it any more. False: somebody else closes it already.
bool TakeOut(Pool* pool) noexcept;
// For the exit: each pool for as long as one waits for it, all together as ExitWait says.
void FlushAllPools() noexcept;

}  // namespace rocjfr::roctracer
#endif  // ROCJFR_API_ROCTRACER_POOLS_H_
