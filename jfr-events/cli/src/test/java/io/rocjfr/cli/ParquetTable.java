// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;

/** A table of a folder of Parquet files, read back by parquet-java. */
final class ParquetTable {
  /** Each row's cells by column; those that are null are left out. */
  final List<Map<String, String>> rows = new ArrayList<>();

  final List<Path> files = new ArrayList<>();
  MessageType schema;
  Map<String, String> metadata;
  int groups;

  static ParquetTable of(Path folder, String name) throws IOException {
    ParquetTable table = new ParquetTable();
    try (Stream<Path> all = Files.walk(folder.resolve(name))) {
      table.files.addAll(all.filter(Files::isRegularFile).sorted().toList());
    }
    for (Path file : table.files) {
      table.read(file);
    }
    return table;
  }

  private void read(Path file) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .withCodecFactory(new Gunzip())
            .build();
    try (ParquetFileReader reader = new ParquetFileReader(new LocalInputFile(file), options)) {
      schema = reader.getFileMetaData().getSchema();
      metadata = reader.getFileMetaData().getKeyValueMetaData();
      for (PageReadStore group = reader.readNextRowGroup();
          group != null;
          group = reader.readNextRowGroup()) {
        groups++;
        RecordReader<Group> records =
            new ColumnIOFactory()
                .getColumnIO(schema)
                .getRecordReader(group, new GroupRecordConverter(schema));
        for (long i = 0; i < group.getRowCount(); i++) {
          rows.add(row(records.read()));
        }
      }
    }
  }

  private Map<String, String> row(Group group) {
    Map<String, String> row = new TreeMap<>();
    for (int i = 0; i < schema.getFieldCount(); i++) {
      if (group.getFieldRepetitionCount(i) > 0) {
        row.put(schema.getFieldName(i), group.getValueToString(i, 0));
      }
    }
    return row;
  }

  private static final class Gunzip implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
      throw new UnsupportedOperationException();
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
      return new BytesInputDecompressor() {
        @Override
        public BytesInput decompress(BytesInput bytes, int size) throws IOException {
          return BytesInput.from(new GZIPInputStream(bytes.toInputStream()).readAllBytes());
        }

        @Override
        public void decompress(ByteBuffer from, int length, ByteBuffer to, int size)
            throws IOException {
          byte[] bytes = new byte[length];
          from.get(bytes);
          to.put(decompress(BytesInput.from(bytes), size).toInputStream().readAllBytes());
        }

        @Override
        public void release() {
          // Nothing is kept.
        }
      };
    }

    @Override
    public void release() {
      // Nothing is kept.
    }
  }
}
