// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** Programs on OpenCL that know nothing of rocjfr. */
package io.rocjfr.opencl;
