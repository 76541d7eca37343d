// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.cli.parquet;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.RecordConsumer;

/** One file of a table while it is written. */
final class TableFile implements AutoCloseable {
  private static final int PAGE_BYTES = 1 << 18;

  private final ParquetWriter<Object[]> writer;
  private final Output output;

  /** Writes a file that is not there yet; of {@code groupBytes} of rows at a time. */
  TableFile(Path file, TableLayout<?> table, long groupBytes) throws IOException {
    output = new Output(file);
    Builder builder = new Builder(output, table);
    for (ParquetColumn<?> column : table.columns()) {
      // Times and ids do not repeat: looking for what does costs memory.
      if (column.kind() == ParquetColumn.Kind.LONG || column.kind() == ParquetColumn.Kind.INSTANT) {
        builder.withDictionaryEncoding(column.name(), isConstant(column));
      }
    }
    writer =
        builder
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new Gzip())
            .withCompressionCodec(CompressionCodecName.GZIP)
            .withWriteMode(ParquetFileWriter.Mode.CREATE)
            .withRowGroupSize(groupBytes)
            .withPageSize(PAGE_BYTES)
            .build();
  }

  private static boolean isConstant(ParquetColumn<?> column) {
    return switch (column.name()) {
      case "pid", "processStart", "osThreadId", "javaThreadId", "queue", "externalId" -> true;
      default -> false;
    };
  }

  void write(Object[] cells) throws IOException {
    writer.write(cells);
  }

  /** What is in memory of it, in bytes. */
  long held() {
    return Math.max(0, writer.getDataSize() - output.position());
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  /** A file, of which it is known how much is written. */
  private static final class Output implements OutputFile {
    private final OutputFile file;
    private PositionOutputStream stream;

    Output(Path path) {
      file = new LocalOutputFile(path);
    }

    long position() {
      try {
        return stream.getPos();
      } catch (IOException e) {
        return 0; // the next write fails, and says why
      }
    }

    @Override
    public PositionOutputStream create(long blockBytes) throws IOException {
      stream = file.create(blockBytes);
      return stream;
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockBytes) throws IOException {
      stream = file.createOrOverwrite(blockBytes);
      return stream;
    }

    @Override
    public boolean supportsBlockSize() {
      return false;
    }

    @Override
    public long defaultBlockSize() {
      return file.defaultBlockSize();
    }

    @Override
    public String getPath() {
      return file.getPath();
    }
  }

  private static final class Builder extends ParquetWriter.Builder<Object[], Builder> {
    private final TableLayout<?> table;

    Builder(OutputFile file, TableLayout<?> table) {
      super(file);
      this.table = table;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected WriteSupport<Object[]> getWriteSupport(ParquetConfiguration configuration) {
      return new Rows(table);
    }

    /** Hadoop's classes are only named here; at run time there are none. */
    @Override
    @Deprecated
    protected WriteSupport<Object[]> getWriteSupport(Configuration configuration) {
      return new Rows(table);
    }
  }

  private static final class Rows extends WriteSupport<Object[]> {
    private final TableLayout<?> table;
    private RecordConsumer consumer;

    Rows(TableLayout<?> table) {
      this.table = table;
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
      return new WriteContext(table.schema(), table.metadata());
    }

    @Override
    @Deprecated
    public WriteContext init(Configuration configuration) {
      return new WriteContext(table.schema(), table.metadata());
    }

    @Override
    public void prepareForWrite(RecordConsumer to) {
      consumer = to;
    }

    @Override
    public void write(Object[] cells) {
      consumer.startMessage();
      for (int i = 0; i < cells.length; i++) {
        table.columns().get(i).write(cells[i], i, consumer);
      }
      consumer.endMessage();
    }
  }
}
