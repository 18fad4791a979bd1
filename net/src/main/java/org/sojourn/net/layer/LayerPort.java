package org.sojourn.net.layer;

import static java.lang.System.Logger.Level.ERROR;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Cause;
import org.sojourn.kernel.port.CommunicationLayer;
import org.sojourn.net.link.Refusals;
import org.sojourn.net.wire.Port;
import org.sojourn.net.wire.Wire;

/**
 * A place that is reached by a communication layer of the program's own: all connections are streams over its messages. Its port is the
 * number of the place.
 *
 * <p><b>Threads.</b> One for the layer's {@code start}, and one for each of the two wires: what decodes messages of the program keeps no sign of life
 * waiting.
 */
public final class LayerPort implements Port {
    private static final System.Logger LOG = System.getLogger(LayerPort.class.getName());
    private static final int WIRES = 2;
    private static final int LEAST_BYTES = 512;

    /** More than one bit apart, so that damage on the way makes neither of the other. */
    private static final byte LINKS = 'L';

    private static final byte MEMBERSHIP = 'm';

    private final CommunicationLayer layer;
    private final int place;
    private final Refusals refusals = new Refusals(LOG);
    private final ThreadLoop linksLoop;
    private final ThreadLoop membershipLoop;
    private final MessageWire links;
    private final MessageWire membership;
    private final AtomicInteger open = new AtomicInteger(WIRES);
    private final CompletableFuture<Void> ready = new CompletableFuture<>();

    /**
     * Starts a layer, and waits until it is ready.
     *
     * @param layer not started yet
     * @param run tells the runs apart
     * @param place the number of this place
     * @throws IOException if it can't start, or isn't ready within {@link Bound#LAYER_READY_MILLIS}; a sentence for people
     */
    public LayerPort(CommunicationLayer layer, String run, int place) throws IOException {
        if (layer.maxMessageBytes() < LEAST_BYTES) {
            throw new IOException("the communication layer " + layer.name() + " takes messages of "
                    + layer.maxMessageBytes() + " bytes; it has to take " + LEAST_BYTES + " at least");
        }
        this.layer = layer;
        this.place = place;
        SecureRandom random = new SecureRandom();
        linksLoop = new ThreadLoop("sojourn-p" + place + "-links");
        membershipLoop = new ThreadLoop("sojourn-p" + place + "-membership");
        links = new MessageWire(linksLoop, LINKS, layer, random::nextLong, this::closed);
        membership = new MessageWire(membershipLoop, MEMBERSHIP, layer, random::nextLong, this::closed);
        Thread thread = new Thread(() -> run(run), "sojourn-p" + place + "-layer");
        thread.setDaemon(true);
        thread.start();
        try {
            ready.get(Bound.LAYER_READY_MILLIS.value(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            end();
            throw failed(Cause.sentence(Objects.requireNonNull(e.getCause())));
        } catch (TimeoutException e) {
            end();
            throw failed("it isn't ready after " + Bound.LAYER_READY_MILLIS.value() + " ms");
        } catch (InterruptedException e) {
            end();
            Thread.currentThread().interrupt();
            throw failed("this thread was interrupted while it waited for it");
        }
    }

    private IOException failed(String why) {
        return new IOException("p" + place + " can't use the communication layer " + layer.name() + ": " + why);
    }

    private void run(String run) {
        try {
            layer.start(run, place, new Dispatch());
        } catch (IOException | RuntimeException | Error e) {
            if (!ready.completeExceptionally(e)) {
                LOG.log(ERROR, "the communication layer " + layer.name() + " has failed", e);
            }
        }
    }

    /** Has what the layer says go to the wire that it is for. */
    private final class Dispatch implements CommunicationLayer.Listener {
        @Override
        public void ready() {
            ready.complete(null);
        }

        @Override
        public void message(int from, ByteBuffer message) {
            ByteBuffer copy = ByteBuffer.allocate(message.remaining())
                    .put(message.duplicate())
                    .flip();
            byte code = copy.hasRemaining() ? copy.get() : 0;
            Segment segment = code == LINKS || code == MEMBERSHIP ? Segment.read(copy) : null;
            if (segment == null) {
                refusals.refused("a message that the communication layer " + layer.name() + " has from p" + from
                        + " is dropped: it is malformed");
            } else {
                (code == LINKS ? links : membership).received(from, segment);
            }
        }

        @Override
        public void joined(int member) {
            links.joined(member);
            membership.joined(member);
        }

        @Override
        public void left(int member) {
            links.left(member);
            membership.left(member);
        }
    }

    @Override
    public int port() {
        return place;
    }

    @Override
    public Wire links() {
        return links;
    }

    @Override
    public Wire membership() {
        return membership;
    }

    private void closed() {
        if (open.decrementAndGet() == 0) {
            end();
        }
    }

    private void end() {
        layer.stop();
        linksLoop.end();
        membershipLoop.end();
    }

    @Override
    public void close() {
        links.loop().execute(links::close);
        membership.loop().execute(membership::close);
    }
}
