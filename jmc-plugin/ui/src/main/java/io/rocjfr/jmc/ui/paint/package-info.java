// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

/** What is drawn on pages, with AWT, so that it can be drawn into an image without a window. */
package io.rocjfr.jmc.ui.paint;
