package org.sojourn.net.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.SerializerFactory.FieldSerializerFactory;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.KryoBufferOverflowException;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import com.esotericsoftware.kryo.serializers.FieldSerializer.FieldSerializerConfig;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import com.esotericsoftware.kryo.util.Util;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objenesis.instantiator.ObjectInstantiator;
import org.objenesis.strategy.InstantiatorStrategy;
import org.objenesis.strategy.StdInstantiatorStrategy;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Reference;
import org.sojourn.kernel.port.UnencodableException;

/** One Kryo: classes by number, serialisers chosen by {@link Shapes}, an input that counts lengths. */
final class KryoEngine implements GraphEngine {
    private static final int FIRST_BUFFER_BYTES = 512;
    private static final int KEPT_BUFFER_BYTES = 1 << 20;

    private final Shapes shapes;
    private final KryoClasses classes;
    private final Kryo kryo;
    private final FormOutput formOutput = new FormOutput();
    private final FormInput formInput = new FormInput();
    private final List<Reference> written = new ArrayList<>();
    private Output output;
    private final BodyGuard guard = new BodyGuard();
    private @Nullable CountingInput input;
    private Reference.@Nullable Resolver resolver;

    KryoEngine(Shapes shapes, ClassNumbers numbers) {
        this.shapes = shapes;
        output = newOutput();
        classes = new KryoClasses(shapes, numbers, this::serializerFor);
        kryo = new Kryo(
                classes,
                new KryoClasses.References(id -> Objects.requireNonNull(input).credit(id)));
        classes.open();
        kryo.setClassLoader(shapes.options().loader());
        kryo.setRegistrationRequired(false); // the numbered classes are asked for every class, and know them all
        kryo.setReferences(true);
        kryo.setOptimizedGenerics(false);
        kryo.setMaxDepth(GraphCodec.MAX_DEPTH);
        kryo.setInstantiatorStrategy(new Instantiators());
        kryo.setDefaultSerializer(new FieldSerializerFactory(fieldsOf()));
    }

    private static FieldSerializerConfig fieldsOf() {
        FieldSerializerConfig fields = new FieldSerializerConfig();
        fields.setExtendedFieldNames(true); // a subclass may repeat a field's name
        return fields;
    }

    private Serializer<?> serializerFor(Class<?> type) {
        Form form = shapes.formOf(type);
        if (form == null) {
            form = JdkForms.formOf(type);
        }
        if (form != null) {
            return new Formed(form);
        }
        if (shapes.isBody(type) && shapes.objectionToBody(type) == null) {
            return new Body<>(type);
        }
        boolean abstractType = type.isInterface();
        return shapes.objection(type) == null || abstractType ? kryo.getDefaultSerializer(type) : new Refusing(type);
    }

    @Override
    public Encoded encode(@Nullable Object value, @Nullable Object body) {
        guard.writing = body;
        output.setPosition(0);
        written.clear();
        classes.startWriting();
        try {
            kryo.writeClassAndObject(output, value);
            return new Encoded(output.toBytes(), classes.used());
        } catch (KryoException e) {
            throw isOutgrown(e) ? new TooLargeException(output.position()) : e;
        } finally {
            kryo.reset();
            guard.writing = null;
            if (output.getBuffer().length > KEPT_BUFFER_BYTES) {
                output = newOutput();
            }
        }
    }

    /** Grows up to the bound only: a value that outgrows it is refused while it is being written, and not when it fills the memory. */
    private Output newOutput() {
        long most = (long) shapes.options().maxPayloadBytes() + TooLargeException.SLACK_BYTES;
        return new BoundedOutput((int) Math.max(FIRST_BUFFER_BYTES, Math.min(most, Util.maxArraySize)));
    }

    /** Refuses a large array before it copies the part that fits. */
    private static final class BoundedOutput extends Output {
        BoundedOutput(int most) {
            super(FIRST_BUFFER_BYTES, most);
        }

        @Override
        public void writeBytes(byte[] bytes, int offset, int count) {
            if (count > maxCapacity - position) {
                throw new TooLargeException((long) position + count);
            }
            super.writeBytes(bytes, offset, count);
        }
    }

    private static boolean isOutgrown(KryoException failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof KryoBufferOverflowException) {
                return true;
            }
        }
        return false;
    }

    @Override
    public List<Reference> written() {
        return written;
    }

    @Override
    public @Nullable Object decode(
            PeerClasses peer,
            Reference.Resolver references,
            byte[] bytes,
            int offset,
            int length,
            boolean mayHoldBody) {
        CountingInput counting = new CountingInput(bytes, offset, length);
        input = counting;
        resolver = references;
        guard.isReading = mayHoldBody;
        classes.startReading(peer);
        try {
            Object value = kryo.readClassAndObject(counting);
            if (counting.position() != counting.limit()) {
                throw new MalformedException(
                        "a value of " + length + " bytes ends after " + (counting.position() - offset));
            }
            return value;
        } finally {
            kryo.reset();
            guard.isReading = false;
            input = null;
            resolver = null;
        }
    }

    /**
     * Counts what the bytes claim to be long. Each element that a length announces takes a byte at least, so that the
     * lengths in honest bytes add up to no more than the bytes; any other sum is refused before anything is allocated.
     */
    private static final class CountingInput extends Input {
        private long left;

        CountingInput(byte[] bytes, int offset, int length) {
            super(bytes, offset, length);
            left = length + 64L;
        }

        @Override
        public int readVarInt(boolean optimizePositive) {
            int value = super.readVarInt(optimizePositive);
            return optimizePositive ? counted(value) : value;
        }

        @Override
        public int readVarIntFlag(boolean optimizePositive) {
            int value = super.readVarIntFlag(optimizePositive);
            return optimizePositive ? counted(value) : value;
        }

        /** Reads numbers that are no lengths, such as parts of a time. */
        @Override
        public int readInt(boolean optimizePositive) {
            return super.readVarInt(optimizePositive);
        }

        @Override
        public byte[] readBytes(int count) {
            if (count < 0 || count > limit - position) {
                throw new MalformedException("a length of " + count + " with " + (limit - position) + " bytes left");
            }
            return super.readBytes(count);
        }

        int counted(int length) {
            left -= length;
            if (length < 0 || left < 0) {
                throw new MalformedException("lengths add up to more than the " + limit + " bytes that there are");
            }
            return length;
        }

        /** Takes a count back: it was the number of an earlier object. */
        void credit(int number) {
            left += number;
        }
    }

    /** Constructors of the JDK's containers are called, those of the program's other classes aren't. */
    private static final class Instantiators implements InstantiatorStrategy {
        private final InstantiatorStrategy bare = new StdInstantiatorStrategy();
        private final InstantiatorStrategy calling = new DefaultInstantiatorStrategy(bare);

        @Override
        public <T> ObjectInstantiator<T> newInstantiatorOf(Class<T> type) {
            boolean container = Iterable.class.isAssignableFrom(type) || java.util.Map.class.isAssignableFrom(type);
            return (container ? calling : bare).newInstantiatorOf(type);
        }
    }

    /** Refuses a class at both ends. */
    private static final class Refusing extends Serializer<Object> {
        private final Class<?> type;

        Refusing(Class<?> type) {
            this.type = type;
        }

        @Override
        public void write(Kryo kryo, Output output, Object value) {
            throw new UnencodableException(type.getName() + " may not travel");
        }

        @Override
        public Object read(Kryo kryo, Input input, Class<? extends Object> ignored) {
            throw new MalformedException("the bytes hold a " + type.getName() + ", which may not travel");
        }
    }

    /** Lets the body of a part through where a part moves, and refuses its class elsewhere. */
    private final class Body<T> extends Serializer<Object> {
        private final Class<T> body;
        private final FieldSerializer<T> fields;

        Body(Class<T> body) {
            this.body = body;
            this.fields = new FieldSerializer<>(kryo, body, fieldsOf());
        }

        @Override
        public void write(Kryo ignored, Output out, Object value) {
            guard.writes(value);
            fields.write(kryo, out, body.cast(value));
        }

        @Override
        public Object read(Kryo ignored, Input in, Class<? extends Object> type) {
            guard.reads(body);
            return fields.read(kryo, in, body);
        }
    }

    /** Lets a form do the work. */
    private final class Formed extends Serializer<Object> {
        private final Form form;

        Formed(Form form) {
            this.form = form;
        }

        @Override
        public void write(Kryo kryo, Output out, Object value) {
            form.write(value, formOutput);
        }

        @Override
        public Object read(Kryo kryo, Input in, Class<? extends Object> type) {
            return form.read(formInput);
        }
    }

    private final class FormOutput implements Form.Output {
        @Override
        public void number(long value) {
            output.writeVarLong(value, false);
        }

        @Override
        public void text(@Nullable String value) {
            output.writeString(value);
        }

        @Override
        public void value(@Nullable Object value) {
            kryo.writeClassAndObject(output, value);
        }

        @Override
        public void type(Class<?> code) {
            number(classes.announce(code));
        }

        @Override
        public void written(Reference reference) {
            written.add(reference);
        }
    }

    private final class FormInput implements Form.Input {
        private CountingInput in() {
            return Objects.requireNonNull(input);
        }

        @Override
        public long number() {
            return in().readVarLong(false);
        }

        @Override
        public @Nullable String text() {
            return in().readString();
        }

        @Override
        public @Nullable Object value() {
            return kryo.readClassAndObject(in());
        }

        @Override
        public Class<?> type() {
            long number = number();
            return classes.require(number == (int) number ? (int) number : -1);
        }

        @Override
        public void made(Object value) {
            kryo.reference(value);
        }

        @Override
        public int count() {
            long count = number();
            return in().counted(count == (int) count ? (int) count : -1);
        }

        @Override
        public Object resolve(Reference.Wire wire) {
            return Objects.requireNonNull(resolver).resolve(wire);
        }
    }
}
