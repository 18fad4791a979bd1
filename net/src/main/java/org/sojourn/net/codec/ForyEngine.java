package org.sojourn.net.codec;

import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.IntStream;
import org.apache.fory.Fory;
import org.apache.fory.collection.ObjectArray;
import org.apache.fory.context.MetaReadContext;
import org.apache.fory.context.MetaWriteContext;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.memory.MemoryBuffer;
import org.apache.fory.memory.MemoryUtils;
import org.apache.fory.resolver.ClassResolver;
import org.apache.fory.resolver.TypeInfo;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.Serializer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Reference;
import org.sojourn.kernel.port.UndecodableException;

/**
 * One Fory, with our class numbers in the place of its class names.
 *
 * <p><b>Numbers.</b> Fory can be told that a connection has a table of the classes already described ("shared meta"):
 * a class in the table is written as its index, a class not in it is described and added. Here the table is filled from
 * {@link ClassNumbers}. A table grows while encoding only when a value holds a class that is new to it: the bytes are
 * then dropped, the class gets its number, and the value is encoded again. There is a table for each class of root
 * values, so that its keys, a bit more than what one value refers to, are the classes to be announced. The receiver
 * fills the table of the reading side from what the peer has defined and never lets Fory add to it: a description in
 * the bytes is longer than the one byte that Fory is told to accept, whatever it says.
 *
 * <p><b>Types that Fory knows.</b> Those that the rule doesn't allow ({@code Class}, lambdas, proxies, buffers, Fory's
 * own) get a serialiser that refuses, at both ends. For any other class Fory asks our factory before it takes one of
 * its own.
 *
 * <p><b>Nothing shared.</b> Forys can share what they find out about classes. What one finds out about a field depends on which
 * classes it has met before, and one that meets a class while another describes it then refuses it, for good. So each
 * finds out for itself; nothing of it is on the wire.
 */
final class ForyEngine implements GraphEngine {
    static final int GRAPH_BYTES_PER_BYTE = 64;
    static final int GRAPH_BYTES_FLOOR = 1 << 16;
    private static final int FIRST_BUFFER_BYTES = 512;
    private static final int KEPT_BUFFER_BYTES = 1 << 20;
    private static final byte[] NO_BYTES = {};
    private static final Root NONE = new Root(ForyEngine.class);

    private final Shapes shapes;
    private final ClassNumbers numbers;
    private final Fory fory;
    private final Map<Class<?>, Root> roots = new IdentityHashMap<>();
    private final Map<PeerClasses, PeerTable> tables = new WeakHashMap<>();

    /** The last of them: mostly several values of a peer come together. */
    private WeakReference<PeerClasses> latest = new WeakReference<>(null);

    private PeerTable latestTable = new PeerTable();
    private final ForySerializers.FormOutput out;
    private final ForySerializers.FormInput input;
    private MemoryBuffer output;

    /** Shows the bytes that are decoded, and none in between: to make one for each value takes a sixth of the time. */
    private final MemoryBuffer shown = MemoryUtils.wrap(NO_BYTES);

    private final List<Reference> written = new ArrayList<>();
    private Root last = NONE;
    private final BodyGuard guard = new BodyGuard();

    /** What is known about the values of one class: the table of what they were seen to contain. */
    private static final class Root {
        final Class<?> type;
        final MetaWriteContext table = new MetaWriteContext();
        final BitSet code = new BitSet();
        int[] classes = {};

        Root(Class<?> type) {
            this.type = type;
        }

        int[] announced() {
            IntStream objects = table.classMap.toHashMap().values().stream().mapToInt(Integer::intValue);
            return IntStream.concat(objects.filter(number -> number >= ClassNumbers.FIRST), code.stream())
                    .distinct()
                    .toArray();
        }
    }

    /** The reading side's table for one peer, with how many of the peer's definitions are in it. */
    private static final class PeerTable {
        final MetaReadContext context = new MetaReadContext();
        int applied;

        /** Why one of its classes, and so values that hold one, can't be used here; null mostly. */
        @Nullable
        Throwable unusable;
    }

    ForyEngine(Shapes shapes, ClassNumbers numbers) {
        this.shapes = shapes;
        this.numbers = numbers;
        output = newOutput();
        fory = Fory.builder()
                .withXlang(false)
                .withCompatible(false)
                .withRefTracking(true)
                .ignoreStringRef(true)
                .ignoreTimeRef(false) // a Date can be changed
                .requireClassRegistration(false)
                .suppressClassRegistrationWarnings(true)
                .withMetaShare(true)
                .withScopedMetaShare(false)
                .withDeserializeUnknownClass(false)
                .withCodegen(false)
                .registerGuavaTypes(false)
                .withMaxTypeMetaBytes(1)
                .withMaxGraphMemoryBytes(graphBudget(shapes.options().maxPayloadBytes()))
                .withMaxDepth(GraphCodec.MAX_DEPTH)
                .withClassLoader(shapes.options().loader())
                .withTypeChecker(
                        (ignored, name) -> true) // by name there is nothing to read: our factory decides by class
                .withSerializerFactory(this::serializerFor)
                .build();
        out = new ForySerializers.FormOutput(fory.getWriteContext(), this);
        input = new ForySerializers.FormInput(fory.getReadContext());
        ClassResolver known = (ClassResolver) fory.getTypeResolver();
        for (Class<?> type : List.copyOf(known.getRegisteredClasses())) {
            if (!type.isPrimitive() && !type.isArray() && !allowsInternal(type)) {
                known.registerInternalSerializer(type, new ForySerializers.Refusing(known.getConfig(), type));
            } else if (Throwable.class.isAssignableFrom(type) || ValueForms.formOf(type) != null) {
                known.registerInternalSerializer(type, formed(known, type));
            }
        }
        known.finishRegistration();
    }

    private MemoryBuffer newOutput() {
        return ForyBuffers.bounded(FIRST_BUFFER_BYTES, shapes.options().maxPayloadBytes());
    }

    private boolean allowsInternal(Class<?> type) {
        return shapes.options().allow().permits(type.getName());
    }

    private @Nullable Serializer<?> serializerFor(TypeResolver types, Class<?> type) {
        if (shapes.formOf(type) != null) {
            return formed(types, type);
        }
        if (type.isInterface() || (Modifier.isAbstract(type.getModifiers()) && !type.isArray() && !type.isEnum())) {
            return null; // no object has this class; Fory asks about declared types as well
        }
        if (shapes.isBody(type) && shapes.objectionToBody(type) == null) {
            return new ForySerializers.Body<>(types, type, guard);
        }
        return shapes.objection(type) == null ? null : new ForySerializers.Refusing(types.getConfig(), type);
    }

    private Serializer<?> formed(TypeResolver types, Class<?> type) {
        Form form = shapes.formOf(type);
        if (form == null) {
            throw new IllegalStateException(type + " has no form");
        }
        return new ForySerializers.Formed(types.getConfig(), form, () -> out, () -> input);
    }

    @Override
    public Encoded encode(@Nullable Object value, @Nullable Object body) {
        guard.writing = body;
        Class<?> type = value == null ? Void.class : value.getClass();
        Root root = last;
        if (root.type != type) {
            root = roots.computeIfAbsent(type, Root::new);
            last = root;
        }
        boolean done = false;
        try {
            while (true) {
                int known = root.table.classMap.size;
                byte[] bytes = write(value, root);
                if (root.table.classMap.size == known) {
                    done = true;
                    return new Encoded(bytes, root.classes);
                }
                renumber(root);
            }
        } finally {
            if (!done) {
                roots.remove(type); // its table may hold indexes of Fory's own making
                last = NONE;
            }
            guard.writing = null;
        }
    }

    @Override
    public List<Reference> written() {
        return written;
    }

    private byte[] write(@Nullable Object value, Root root) {
        WriteContext context = fory.getWriteContext();
        MemoryBuffer buffer = output;
        buffer.writerIndex(0);
        written.clear();
        try {
            context.setMetaWriteContext(root.table);
            context.prepare(buffer, null);
            context.writeRootRef(value);
            return buffer.getBytes(0, buffer.writerIndex());
        } finally {
            context.reset();
            if (buffer.size() > KEPT_BUFFER_BYTES) {
                output = newOutput();
            }
        }
    }

    private void renumber(Root root) {
        for (Class<?> type : root.table.classMap.toHashMap().keySet()) {
            root.table.classMap.put(type, numbers.numberOf(shapes.slotOf(type)));
        }
        root.classes = root.announced();
    }

    /** The number of a class whose code a lambda runs; Fory doesn't get to know of it. */
    int announce(Class<?> code) {
        int number = numbers.codeNumberOf(code);
        if (!last.code.get(number)) {
            last.code.set(number);
            last.classes = last.announced();
        }
        return number;
    }

    @Override
    public @Nullable Object decode(
            PeerClasses classes,
            Reference.Resolver references,
            byte[] bytes,
            int offset,
            int length,
            boolean mayHoldBody) {
        PeerTable table = table(classes);
        ReadContext context = fory.getReadContext();
        MemoryBuffer buffer = shown;
        buffer.pointTo(bytes, offset, length);
        buffer.readerIndex(0);
        input.classes = classes;
        input.resolver = references;
        guard.isReading = mayHoldBody;
        boolean done = false;
        try {
            fill(table, classes);
            int known = table.context.readTypeInfos.size;
            context.setMetaReadContext(table.context);
            context.prepare(buffer, null, false);
            context.reserveGraphMemory(graphBudget(shapes.options().maxPayloadBytes()) - graphBudget(length));
            Object value = context.readRootRef();
            if (buffer.readerIndex() != length || table.context.readTypeInfos.size != known) {
                throw new MalformedException("a value of " + length + " bytes ends after " + buffer.readerIndex());
            }
            done = true;
            return value;
        } catch (RuntimeException e) {
            // Fory finds nothing in the place of such a class.
            Throwable unusable = table.unusable;
            if (unusable != null) {
                unusable.addSuppressed(e);
                throw DecodingFailure.of(unusable, length);
            }
            throw e;
        } finally {
            context.reset();
            buffer.pointTo(NO_BYTES, 0, 0);
            guard.isReading = false;
            if (!done) {
                tables.remove(classes);
                latest.clear();
            }
        }
    }

    private PeerTable table(PeerClasses classes) {
        if (!latest.refersTo(classes)) {
            PeerTable table = tables.computeIfAbsent(classes, key -> new PeerTable());
            WeakReference<PeerClasses> of =
                    new WeakReference<>(classes); // before either is set: there may be no memory for it
            latestTable = table;
            latest = of;
        }
        return latestTable;
    }

    private @Nullable TypeInfo infoOf(int number, PeerClasses classes, PeerTable table) {
        try {
            return fory.getTypeResolver().getTypeInfo(classes.require(number));
        } catch (LinkageError | UndecodableException e) {
            table.unusable = e;
            return null;
        }
    }

    private static long graphBudget(int length) {
        return (long) length * GRAPH_BYTES_PER_BYTE + GRAPH_BYTES_FLOOR;
    }

    /**
     * Brings a table up to what the peer has defined since; the places of unused numbers stay empty, and those of classes that
     * can't be used here: they keep nobody from reading what holds none.
     */
    private void fill(PeerTable table, PeerClasses classes) {
        ObjectArray<TypeInfo> infos = table.context.readTypeInfos;
        for (; table.applied < classes.definitions(); table.applied++) {
            int number = classes.definition(table.applied);
            while (infos.size <= number) {
                infos.add(null);
            }
            if (!ClassNumbers.isCode(number)) {
                infos.set(number, infoOf(number, classes, table));
            }
        }
    }
}
