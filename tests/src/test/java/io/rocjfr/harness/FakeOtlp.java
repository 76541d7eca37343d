// Copyright 2026 The rocjfr authors.
// SPDX-License-Identifier: Apache-2.0

package io.rocjfr.harness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;

/** An OTLP receiver over HTTP that fails as it is told, and knows which spans it accepted. */
public final class FakeOtlp implements AutoCloseable {
  /** What it does with a request. */
  @FunctionalInterface
  public interface Behaviour {
    /** Answers a request with these many spans; the number is the request's, from 1 on. */
    Answer answer(int number, int spans) throws InterruptedException;
  }

  /**
   * An answer.
   *
   * @param retryAfter seconds, 0 for none
   * @param rejected how many spans it does not accept, of a request that it does
   */
  public record Answer(int status, int retryAfter, int rejected) {
    /** All is accepted. */
    public static final Answer OK = new Answer(200, 0, 0);
  }

  /** The fields down to a span's id: resource_spans, scope_spans, spans, span_id. */
  private static final int[] PATH = {1, 2, 2, 2};

  private final int port;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Long> accepted = ConcurrentHashMap.newKeySet();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger rejected = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Behaviour behaviour = (number, spans) -> Answer.OK;
  private HttpServer server;

  private final SSLContext tls;
  private volatile String authorization;
  private volatile boolean keeps;
  private final Queue<byte[]> kept = new ConcurrentLinkedQueue<>();

  public FakeOtlp() {
    this(null);
  }

  /** One that speaks TLS. */
  public FakeOtlp(SSLContext tls) {
    this.tls = tls;
    port = Collector.freePort();
  }

  /** The header Authorization of the last request, or null. */
  public String authorization() {
    return authorization;
  }

  public FakeOtlp behave(Behaviour now) {
    behaviour = now;
    return this;
  }

  /** Keeps what it accepts, for {@link #spans}. */
  public FakeOtlp keep() {
    keeps = true;
    return this;
  }

  /** All spans that it has kept; of requests without compression. */
  public OtlpSpans spans() {
    return OtlpSpans.decode(List.copyOf(kept));
  }

  /** How many bytes they were. */
  public long keptBytes() {
    return kept.stream().mapToLong(request -> request.length).sum();
  }

  /** Listens, again after {@link #stop} on the same port. */
  public FakeOtlp start() {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    while (server == null) {
      try {
        server = listen(address);
      } catch (BindException e) {
        // A child that was being started has the former socket until its program begins.
        LockSupport.parkNanos(1_000_000);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    server.setExecutor(threads);
    server.createContext("/v1/traces", this::receive);
    server.start();
    return this;
  }

  private HttpServer listen(InetSocketAddress address) throws IOException {
    if (tls == null) {
      return HttpServer.create(address, 64);
    }
    HttpsServer secure = HttpsServer.create(address, 64);
    secure.setHttpsConfigurator(new HttpsConfigurator(tls));
    return secure;
  }

  /** Nobody listens any more. */
  public void stop() {
    server.stop(0);
    server = null;
  }

  /** Does not answer before the test ends. */
  public Answer hang() throws InterruptedException {
    closed.await();
    return new Answer(500, 0, 0);
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      ByteBuffer request = ByteBuffer.wrap(body);
      authorization = exchange.getRequestHeaders().getFirst("Authorization");
      Set<Long> ids = ConcurrentHashMap.newKeySet();
      spanIds(request, 0, ids);
      Answer answer = behaviour.answer(requests.incrementAndGet(), ids.size());
      byte[] response = {};
      if (answer.status() == 200) {
        synchronized (accepted) {
          ids.stream().skip(answer.rejected()).forEach(accepted::add);
          accepted.notifyAll();
        }
        if (keeps && answer.rejected() == 0) {
          kept.add(body);
        }
        rejected.addAndGet(answer.rejected());
        response = partial(answer.rejected());
      }
      if (answer.retryAfter() > 0) {
        exchange.getResponseHeaders().add("Retry-After", Integer.toString(answer.retryAfter()));
      }
      exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(answer.status(), response.length == 0 ? -1 : response.length);
      exchange.getResponseBody().write(response);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** ExportTraceServiceResponse.partial_success with rejected_spans and error_message. */
  private static byte[] partial(int rejected) {
    if (rejected == 0) {
      return new byte[0];
    }
    byte[] message = "too many".getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream inner = new ByteArrayOutputStream();
    inner.write(1 << 3);
    int left = rejected;
    for (; left > 0x7F; left >>>= 7) {
      inner.write((left & 0x7F) | 0x80);
    }
    inner.write(left);
    inner.write((2 << 3) | 2);
    inner.write(message.length);
    inner.writeBytes(message);
    ByteArrayOutputStream outer = new ByteArrayOutputStream();
    outer.write((1 << 3) | 2);
    outer.write(inner.size());
    outer.writeBytes(inner.toByteArray());
    return outer.toByteArray();
  }

  private static void spanIds(ByteBuffer message, int depth, Set<Long> ids) {
    while (message.hasRemaining()) {
      long key = varint(message);
      int length =
          switch ((int) key & 7) {
            case 0 -> {
              varint(message);
              yield 0;
            }
            case 1 -> 8;
            case 2 -> (int) varint(message);
            default -> 4;
          };
      if ((key & 7) == 2 && key >>> 3 == PATH[depth]) {
        ByteBuffer field = message.slice(message.position(), length);
        if (depth == PATH.length - 1) {
          ids.add(field.getLong());
        } else {
          spanIds(field, depth + 1, ids);
        }
      }
      message.position(message.position() + length);
    }
  }

  private static long varint(ByteBuffer message) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = message.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  public String base() {
    return (tls == null ? "http" : "https") + "://127.0.0.1:" + port;
  }

  public String url() {
    return base() + "/v1/traces";
  }

  /** Different spans of requests that were answered with success. */
  public int accepted() {
    return accepted.size();
  }

  /** Returns when so many are accepted; fails if they are not within a minute. */
  public void awaitAccepted(int spans) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    synchronized (accepted) {
      while (accepted.size() < spans) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError(accepted.size() + " spans came, not " + spans);
        }
        accepted.wait(left);
      }
    }
  }

  public int rejected() {
    return rejected.get();
  }

  public int requests() {
    return requests.get();
  }

  @Override
  public void close() {
    closed.countDown();
    if (server != null) {
      server.stop(0);
    }
    threads.shutdownNow();
  }
}
