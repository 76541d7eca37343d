// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.Test;

class PooledTextsTest {
  private long chunk = 1;
  private int forgotten;

  long chunk() {
    if (chunk < 0) {
      throw new IllegalStateException("no chunk");
    }
    return chunk;
  }

  void forget() {
    forgotten++;
  }

  private MethodHandle handle(String name, Class<?> result) throws ReflectiveOperationException {
    return MethodHandles.lookup().bind(this, name, MethodType.methodType(result));
  }

  @Test
  void areForgottenOnceInEachChunk() throws Exception {
    PooledTexts texts = new PooledTexts(handle("chunk", long.class), handle("forget", void.class));
    texts.look();
    texts.look();
    assertThat(forgotten).isOne();
    chunk = 2;
    texts.look();
    texts.look();
    assertThat(forgotten).isEqualTo(2);
  }

  @Test
  void areLeftAloneWhereJfrDoesNotTell() throws Exception {
    PooledTexts texts = new PooledTexts(handle("chunk", long.class), handle("forget", void.class));
    chunk = -1;
    texts.look();
    chunk = 3;
    texts.look();
    assertThat(forgotten).isZero();
    new PooledTexts(null, null).look();
  }
}
