// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Compresses by the JDK: parquet-java's own ways need Hadoop or libraries of native code. */
final class Gzip implements CompressionCodecFactory {
  private static final int BUFFER = 1 << 13;

  /** On the quickest level. */
  private static final class Fast extends GZIPOutputStream {
    Fast(ByteArrayOutputStream out) throws IOException {
      super(out, BUFFER);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  private static final BytesInputCompressor COMPRESSOR =
      new BytesInputCompressor() {
        @Override
        public BytesInput compress(BytesInput bytes) throws IOException {
          ByteArrayOutputStream compressed = new ByteArrayOutputStream(BUFFER);
          try (Fast out = new Fast(compressed)) {
            bytes.writeAllTo(out);
          }
          return BytesInput.from(compressed.toByteArray());
        }

        @Override
        public CompressionCodecName getCodecName() {
          return CompressionCodecName.GZIP;
        }

        @Override
        public void release() {
          // Nothing is kept.
        }
      };

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return COMPRESSOR;
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    throw new UnsupportedOperationException("nothing is read");
  }

  @Override
  public void release() {
    // Nothing is kept.
  }
}
