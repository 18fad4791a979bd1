package org.sojourn.net.codec;

import java.util.Objects;
import java.util.function.Supplier;
import org.apache.fory.config.Config;
import org.apache.fory.context.ReadContext;
import org.apache.fory.context.WriteContext;
import org.apache.fory.reflect.ObjectInstantiator;
import org.apache.fory.resolver.TypeResolver;
import org.apache.fory.serializer.ObjectSerializer;
import org.apache.fory.serializer.Serializer;
import org.jspecify.annotations.Nullable;
import org.objenesis.strategy.StdInstantiatorStrategy;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Reference;
import org.sojourn.kernel.port.UnencodableException;

/** The serialisers that we give to Fory. */
final class ForySerializers {
    private ForySerializers() {}

    /** Refuses a class at both ends. */
    static final class Refusing extends Serializer<Object> {
        private final Class<?> refused;

        Refusing(Config config, Class<?> refused) {
            super(config, Object.class);
            this.refused = refused;
        }

        @Override
        public void write(WriteContext context, Object value) {
            throw new UnencodableException(value.getClass().getName() + " may not travel");
        }

        @Override
        public Object read(ReadContext context) {
            throw new MalformedException("the bytes hold a " + refused.getName() + ", which may not travel");
        }
    }

    /** Lets the body of a part through where a part moves, and refuses its class elsewhere. */
    static final class Body<T> extends Serializer<Object> {
        private final Class<T> body;
        private final ObjectSerializer<T> fields;
        private final BodyGuard guard;

        Body(TypeResolver types, Class<T> body, BodyGuard guard) {
            super(types.getConfig(), Object.class);
            this.body = body;
            this.fields = new ObjectSerializer<>(types, body, true, new Bare<>(body));
            this.guard = guard;
        }

        @Override
        public void write(WriteContext context, Object value) {
            guard.writes(value);
            fields.write(context, body.cast(value));
        }

        @Override
        public Object read(ReadContext context) {
            guard.reads(body);
            return fields.read(context);
        }
    }

    /** Makes objects without calling a constructor of theirs, even if there is one without parameters. */
    private static final class Bare<T> extends ObjectInstantiator<T> {
        private final org.objenesis.instantiator.ObjectInstantiator<T> maker;

        Bare(Class<T> type) {
            super(type);
            this.maker = new StdInstantiatorStrategy().newInstantiatorOf(type);
        }

        @Override
        public T newInstance() {
            return maker.newInstance();
        }

        @Override
        public T newInstanceWithArguments(Object... arguments) {
            throw new IllegalStateException("no constructor of " + type + " is called");
        }
    }

    /** Lets a form do the work. */
    static final class Formed extends Serializer<Object> {
        private final Form form;
        private final Supplier<FormOutput> out;
        private final Supplier<FormInput> in;

        Formed(Config config, Form form, Supplier<FormOutput> out, Supplier<FormInput> in) {
            super(config, Object.class);
            this.form = form;
            this.out = out;
            this.in = in;
        }

        @Override
        public void write(WriteContext context, Object value) {
            form.write(value, out.get());
        }

        @Override
        public Object read(ReadContext context) {
            FormInput input = in.get();
            int outer = input.begin();
            Object value = form.read(input);
            input.end(outer, value);
            return value;
        }
    }

    /** Writes through Fory. */
    record FormOutput(WriteContext context, ForyEngine engine) implements Form.Output {
        @Override
        public void number(long value) {
            context.writeVarInt64(value);
        }

        @Override
        public void text(@Nullable String value) {
            context.getBuffer().writeByte(value == null ? 0 : 1);
            if (value != null) {
                context.writeString(value);
            }
        }

        @Override
        public void value(@Nullable Object value) {
            context.increaseDepth();
            context.writeRef(value);
            context.decreaseDepth();
        }

        @Override
        public void type(Class<?> code) {
            number(engine.announce(code));
        }

        @Override
        public void written(Reference reference) {
            engine.written().add(reference);
        }
    }

    /** Reads through Fory. */
    static final class FormInput implements Form.Input {
        private final ReadContext context;

        /** The peer whose value is being read, and what makes its references. */
        @Nullable
        PeerClasses classes;

        Reference.@Nullable Resolver resolver;

        /** Whether the innermost object has still to be told to Fory. */
        private boolean pending;

        FormInput(ReadContext context) {
            this.context = context;
        }

        int begin() {
            int outer = pending ? 1 : 0;
            pending = true;
            return outer;
        }

        void end(int outer, Object value) {
            if (pending) {
                made(value);
            }
            pending = outer == 1;
        }

        @Override
        public void made(Object value) {
            pending = false;
            context.reference(value);
        }

        @Override
        public long number() {
            return context.readVarInt64();
        }

        @Override
        public @Nullable String text() {
            return context.readByte() == 0 ? null : context.readString();
        }

        @Override
        public @Nullable Object value() {
            context.increaseDepth();
            Object value = context.readRef();
            context.decreaseDepth();
            return value;
        }

        @Override
        public Class<?> type() {
            long number = number();
            return Objects.requireNonNull(classes).require(number == (int) number ? (int) number : -1);
        }

        @Override
        public int count() {
            long count = number();
            int left = context.getBuffer().remaining();
            if (count < 0 || count > left) {
                throw new MalformedException("a count of " + count + " with " + left + " bytes left");
            }
            context.reserveGraphMemory(count * 8);
            return (int) count;
        }

        @Override
        public Object resolve(Reference.Wire wire) {
            return Objects.requireNonNull(resolver).resolve(wire);
        }
    }
}
