// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package org.eclipse.ui;

/** Signatures of Eclipse's type of this name. */
public interface IEditorInput {}
