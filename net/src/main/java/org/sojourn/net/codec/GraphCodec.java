package org.sojourn.net.codec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Reference;
import org.sojourn.kernel.port.UnencodableException;
import org.sojourn.kernel.port.Words;

/**
 * What the codecs have in common; a library is plugged in below it.
 *
 * <p><b>Purpose.</b> A value and all that it refers to become bytes at one place and an equal value at another. The
 * bytes come from a peer that may be broken or hostile, and the value from a programmer who may have put a socket into
 * it; neither may do harm.
 *
 * <p><b>Deny by default.</b> Which classes travel is decided in {@link Shapes}: at the sender on the class of each
 * object, at the receiver on the name alone, in {@link PeerClasses#define}, before anything is looked up. A class that the
 * receiver wouldn't find by its name, as a proxy made at run time, is refused at the sender, as only values cross here. The bytes of
 * a value hold no class names, and the libraries' own ways to read one from the bytes are closed: a value can refer
 * only to a class whose number its peer has defined, to a fixed one of {@link ClassNumbers}, or to a JDK type that the
 * library knows by itself and that the rule allows.
 *
 * <p><b>Numbers.</b> The numbers are the codec's, not the library's or the link's: one value, encoded once, can go to
 * any peer. Each inbound has its own table, so that peers can't be confused with each other.
 *
 * <p><b>What is special.</b> References travel in one slot whatever their class, exceptions as data, lambdas as
 * descriptions ({@link Lambdas}), substituted classes in the shape of their substitute.
 *
 * <p><b>Supported.</b> Primitives, boxes, strings, enums with and without bodies, records, classes without a no-argument
 * constructor (none is called), private and nested classes, cycles and shared references, arrays of all kinds,
 * {@code java.time}, big numbers, {@code UUID}, optionals, the usual collections with the immutable, unmodifiable,
 * empty and singleton ones, exceptions, references, null. Identity of shared objects is kept, except that of strings,
 * boxes and other values. A class that declares Java's own serialisation hooks ({@code writeReplace}, {@code
 * readObject} and so on) is refused, as they would run code at the receiver's side that a peer chooses; it needs a
 * {@link Substitute}. Objects may be nested {@value #MAX_DEPTH} deep; what
 * might be deeper is decoded once at the sender to find out.
 *
 * <p><b>What goes wrong while decoding</b> is the bytes' fault, a {@link MalformedException}, or that of the program's own code, an
 * {@link org.sojourn.kernel.port.UndecodableException}; see {@link DecodingFailure}. In the midst of the program's code an engine
 * may be left half done, so it isn't used again then. How memory
 * is bounded before it is allocated differs between the libraries and is described with them.
 *
 * <p><b>Sharing.</b> A library's instance serves one thread at a time and takes a millisecond to make, so instances are
 * kept in a small array; a thread takes one from the slot that its number falls to, or another, or makes one. An
 * inbound holds no instance, only its table. Buffers grow up to the bound of a value: one that outgrows it is refused there and then.
 */
abstract sealed class GraphCodec implements Codec permits ForyCodec, KryoCodec {
    /** How deep objects may be nested in each other. */
    static final int MAX_DEPTH = 500;

    /** A value of fewer bytes can't be nested too deeply: every level takes two at least. */
    private static final int ALWAYS_SHALLOW_BYTES = 2 * MAX_DEPTH;

    private static final int SLOTS = 64;

    private final Shapes shapes;
    private final Lambdas lambdas;
    private final ClassNumbers numbers = new ClassNumbers();

    /** Engines that were made, from the first slot on. To take one out and put it back would store a reference in an old object for each message. */
    private final AtomicReferenceArray<@Nullable Owned> engines = new AtomicReferenceArray<>(SLOTS);

    /** How many slots have had an engine. Raised before an engine is used that makes it one more. */
    private final AtomicInteger populated = new AtomicInteger();

    /** Idle engines that have found no slot: more than there are slots were in use at a time. */
    private final Queue<Owned> spare = new ConcurrentLinkedQueue<>();

    /** An engine, and whether a thread has it. A take (compareAndSet) pairs with the give (setRelease) of the thread that had it before. */
    private static final class Owned {
        final GraphEngine engine;
        final AtomicBoolean isTaken = new AtomicBoolean(true);

        /** Whether it has no slot. Set before the first use. */
        boolean isSpare;

        Owned(GraphEngine engine) {
            this.engine = engine;
        }

        boolean take() {
            return !isTaken.getPlain() && isTaken.compareAndSet(false, true);
        }

        void give() {
            isTaken.setRelease(false);
        }
    }

    GraphCodec(CodecOptions options) {
        this.shapes = new Shapes(options);
        this.lambdas = new Lambdas(shapes);
    }

    abstract GraphEngine newEngine();

    /**
     * Sets up what the first message would otherwise wait for: the library, and the ways of the commonest types. May run
     * on any thread, beside others' use of the codec, while something else has to be waited for.
     */
    public final void warmUp() {
        Object sample = new Object[] {"", 1L, List.of(1, 2.5), new ArrayList<>(), Optional.of(true)};
        Encoded encoded = encode(sample);
        Inbound inbound = inbound(wire -> {
            throw new IllegalArgumentException("there is no reference in the sample");
        });
        for (int number : encoded.classes()) {
            inbound.define(number, className(number));
        }
        inbound.decode(encoded.bytes(), 0, encoded.bytes().length);
    }

    final Shapes shapes() {
        return shapes;
    }

    final ClassNumbers numbers() {
        return numbers;
    }

    @Override
    public final Encoded encode(@Nullable Object value) {
        return encode(value, null);
    }

    @Override
    public final Encoded encodePart(Object value, Object body) {
        return encode(value, body);
    }

    @Override
    public final boolean keeps(Class<? extends Throwable> type) {
        return shapes.slotOf(type) != ForeignFailure.class || type == ForeignFailure.class;
    }

    private Encoded encode(@Nullable Object value, @Nullable Object body) {
        Object root = lambdas.describe(value, body);
        Owned taken = take();
        GraphEngine engine = taken.engine;
        boolean isSound = false;
        Encoded encoded;
        try {
            encoded = engine.encode(root, body);
            if (encoded.bytes().length > shapes.options().maxPayloadBytes()) {
                throw new TooLargeException(encoded.bytes().length);
            }
            if (root != null && encoded.bytes().length > ALWAYS_SHALLOW_BYTES && !isShallow(root, 0)) {
                tryOut(engine, encoded, body != null);
            }
            isSound = true;
        } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError e) {
            // What wasn't refused may have broken off where the library set a class up, and left it half done for good.
            isSound = e instanceof UnencodableException;
            throw root == null
                    ? new UnencodableException("null can't travel: " + Words.of(e), e)
                    : UnsendablePath.explain(shapes, root, body, e);
        } finally {
            end(taken, isSound);
        }
        return encoded;
    }

    /** Whether a value can't be nested deeply: its class says so, or it is a container of such. */
    private boolean isShallow(@Nullable Object value, int nesting) {
        if (value == null || shapes.isShallow(value.getClass())) {
            return true;
        }
        if (nesting > 3) {
            return false;
        }
        if (value instanceof Object[] array) {
            return Stream.of(array).allMatch(each -> isShallow(each, nesting + 1));
        }
        return value instanceof Collection<?> all
                && value.getClass().getName().startsWith("java.")
                && all.stream().allMatch(each -> isShallow(each, nesting + 1));
    }

    /**
     * Decodes what was just encoded. The receiver bounds the nesting, the sender's side of the libraries doesn't: this
     * makes certain that what leaves here doesn't fail there, where it would cost the link.
     */
    private void tryOut(GraphEngine engine, Encoded encoded, boolean mayHoldBody) {
        PeerClasses own = new PeerClasses(shapes);
        for (int number : encoded.classes()) {
            own.adopt(number, numbers.classOf(number));
        }
        Iterator<Reference> written = List.copyOf(engine.written()).iterator();
        byte[] bytes = encoded.bytes();
        engine.decode(own, wire -> written.next(), bytes, 0, bytes.length, mayHoldBody);
    }

    @Override
    public final String className(int number) {
        return numbers.classOf(number).getName();
    }

    @Override
    public final Inbound inbound(Reference.Resolver resolver) {
        return new PeerInbound(resolver);
    }

    private Owned take() {
        int count = populated.get();
        int home = count == 0 ? 0 : (int) (Thread.currentThread().getId() % count);
        for (int i = 0; i < count; i++) {
            Owned made = engines.getAcquire(home + i < count ? home + i : home + i - count);
            if (made != null && made.take()) {
                return made;
            }
        }
        Owned idle = count < SLOTS ? null : spare.poll();
        return idle == null ? made() : idle;
    }

    private Owned made() {
        Owned fresh = new Owned(newEngine());
        for (int i = 0; i < SLOTS; i++) {
            if (engines.compareAndSet(i, null, fresh)) {
                populated.accumulateAndGet(i + 1, Math::max);
                return fresh;
            }
        }
        fresh.isSpare = true;
        return fresh;
    }

    private void end(Owned taken, boolean isSound) {
        if (taken.isSpare) {
            if (isSound) {
                spare.add(taken);
            }
        } else if (isSound) {
            taken.give();
        } else {
            for (int i = 0; i < SLOTS; i++) {
                engines.compareAndSet(i, taken, null);
            }
        }
    }

    /** The receiving side for one peer. */
    private final class PeerInbound implements Inbound {
        private final Reference.Resolver resolver;
        private final PeerClasses classes = new PeerClasses(shapes);

        PeerInbound(Reference.Resolver resolver) {
            this.resolver = resolver;
        }

        @Override
        public void define(int number, String name) {
            classes.define(number, name);
        }

        @Override
        public Object decode(byte[] bytes, int offset, int length) {
            return decode(bytes, offset, length, false);
        }

        @Override
        public Object decodePart(byte[] bytes, int offset, int length) {
            return decode(bytes, offset, length, true);
        }

        @SuppressWarnings("NullAway") // null is a value like another: the port's return type doesn't say so
        private Object decode(byte[] bytes, int offset, int length, boolean mayHoldBody) {
            if (offset < 0 || length < 0 || offset > bytes.length - length) {
                throw new MalformedException("a value of " + length + " bytes at " + offset
                        + " reaches beyond the frame of " + bytes.length + " bytes");
            }
            int bound = shapes.options().maxPayloadBytes();
            if (length > bound) {
                throw new MalformedException("a value of " + length + " bytes is larger than the bound of " + bound);
            }
            Owned taken = take();
            boolean isSound = true;
            try {
                return lambdas.rebuild(taken.engine.decode(classes, resolver, bytes, offset, length, mayHoldBody));
            } catch (Throwable e) { // the program's code may throw anything
                RuntimeException judged = DecodingFailure.of(e, length);
                isSound = judged instanceof MalformedException;
                throw judged;
            } finally {
                end(taken, isSound);
            }
        }
    }
}
