package org.sojourn.net.layer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.CommunicationLayer;
import org.sojourn.net.layer.Segment.Kind;
import org.sojourn.net.wire.Loop;
import org.sojourn.net.wire.Wire;

/** Connections of one use over messages, on a loop of their own. What is dialled is the number of a place. */
final class MessageWire implements Wire {
    /** So many messages wait for the loop at most; what comes beyond that gets lost, and is sent again. */
    private static final int MOST_WAITING = 4_096;

    /** One end of a stream. */
    record Key(int peer, long number, boolean isDialler) {}

    private final Loop loop;
    private final byte code;
    private final CommunicationLayer layer;
    private final LongSupplier numbers;
    private final Runnable onClosed;
    private final AtomicInteger waiting = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** Used on the loop only, as all that follows. */
    private final Map<Key, Stream> streams = new HashMap<>();

    private @Nullable Acceptor acceptor;
    private boolean closing;

    /**
     * A wire that nobody has started.
     *
     * @param code the first byte of its messages
     * @param layer carries them
     * @param numbers make streams differ from earlier ones
     * @param onClosed told on the loop when all is closed
     */
    MessageWire(Loop loop, byte code, CommunicationLayer layer, LongSupplier numbers, Runnable onClosed) {
        this.loop = loop;
        this.code = code;
        this.layer = layer;
        this.numbers = numbers;
        this.onClosed = onClosed;
    }

    int segmentBytes() {
        return layer.maxMessageBytes() - Segment.HEADER_BYTES;
    }

    String means() {
        return layer.name();
    }

    boolean send(int to, Segment segment) {
        return layer.send(to, segment.write(code));
    }

    void forget(Stream stream) {
        streams.remove(stream.key());
        endWhenClosed();
    }

    // ---- what the layer says, on any thread -----------------------------------------------------------------------

    /** A message for this wire has come. */
    void received(int from, Segment segment) {
        if (waiting.incrementAndGet() > MOST_WAITING) {
            waiting.decrementAndGet();
            return;
        }
        loop.execute(() -> {
            waiting.decrementAndGet();
            take(from, segment);
        });
    }

    void joined(int place) {
        loop.execute(() -> at(place).forEach(Stream::again));
    }

    void left(int place) {
        loop.execute(() -> at(place).forEach(each -> each.closed("p" + place + " can't be reached by " + means())));
    }

    private List<Stream> at(int place) {
        return streams.values().stream()
                .filter(each -> each.key().peer() == place)
                .toList();
    }

    // ---- on the loop ----------------------------------------------------------------------------------------------

    private void take(int from, Segment segment) {
        Stream stream = streams.get(new Key(from, segment.stream(), !segment.byDialler()));
        if (stream != null) {
            stream.take(segment);
        } else if (segment.kind() == Kind.OPEN && segment.byDialler() && !closing) {
            accept(from, segment);
        } else if (segment.kind() != Kind.GONE) {
            send(from, new Segment(Kind.GONE, !segment.byDialler(), segment.stream(), 0, 0, Segment.NONE));
        }
    }

    private void accept(int from, Segment open) {
        Acceptor told = acceptor;
        if (told != null) { // else the other end asks again
            Stream stream = new Stream(this, from, open.stream(), null);
            streams.put(stream.key(), stream);
            stream.take(open);
            told.accepted(stream);
        }
    }

    @Override
    public Loop loop() {
        return loop;
    }

    @Override
    public void start(Acceptor accepts) {
        loop.execute(() -> acceptor = accepts);
    }

    @Override
    public void dial(String host, int port, Dial dial) {
        Stream stream = new Stream(this, port, numbers.getAsLong(), dial);
        streams.put(stream.key(), stream);
        stream.open();
    }

    @Override
    public void close() {
        if (!closing) {
            closing = true;
            List.copyOf(streams.values()).forEach(Stream::close);
            endWhenClosed();
        }
    }

    private void endWhenClosed() {
        if (closing && streams.isEmpty() && closed.getCount() > 0) {
            closed.countDown();
            onClosed.run();
        }
    }

    @Override
    public void awaitClosed(long millis) {
        try {
            closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
