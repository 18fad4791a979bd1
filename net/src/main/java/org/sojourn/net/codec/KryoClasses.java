package org.sojourn.net.codec;

import com.esotericsoftware.kryo.ClassResolver;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.MapReferenceResolver;
import com.esotericsoftware.kryo.util.Util;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Kryo's view of the classes: our numbers in the bytes, and no name ever. */
@SuppressWarnings("rawtypes") // Kryo's interface is written with raw classes
final class KryoClasses implements ClassResolver {
    private static final int NULL = 0;

    private final Shapes shapes;
    private final ClassNumbers numbers;
    private final Function<Class<?>, Serializer<?>> serializers;
    private final Map<Class<?>, Registration> registrations = new IdentityHashMap<>();
    private final BitSet used = new BitSet();
    private @Nullable PeerClasses peer;
    private boolean open;

    KryoClasses(Shapes shapes, ClassNumbers numbers, Function<Class<?>, Serializer<?>> serializers) {
        this.shapes = shapes;
        this.numbers = numbers;
        this.serializers = serializers;
    }

    void startWriting() {
        used.clear();
    }

    void startReading(PeerClasses classes) {
        peer = classes;
    }

    /** The numbers written since the start, without the fixed ones. */
    int[] used() {
        used.clear(0, ClassNumbers.FIRST);
        return used.stream().toArray();
    }

    int announce(Class<?> code) {
        int number = numbers.codeNumberOf(code);
        used.set(number);
        return number;
    }

    Class<?> require(int number) {
        return Objects.requireNonNull(peer).require(number);
    }

    /** From here on every class has a registration; before, Kryo's constructor registers its own. */
    void open() {
        open = true;
    }

    @Override
    public @Nullable Registration getRegistration(Class type) {
        Registration known = registrations.get(type);
        return known != null || !open ? known : registerImplicit(type);
    }

    @Override
    public Registration registerImplicit(Class type) {
        Class<?> shape = shapeOf(type);
        Registration made = registrations.get(shape);
        if (made == null) {
            made = new Registration(shape, serializers.apply(shape), numbers.numberOf(shapes.slotOf(shape)));
            registrations.put(shape, made);
        }
        registrations.put(type, made);
        return made;
    }

    /** The class that stands for another in the bytes: an enum for its constants' bodies. */
    private static Class<?> shapeOf(Class<?> type) {
        if (Enum.class.isAssignableFrom(type) && !type.isEnum() && type != Enum.class) {
            return type.getSuperclass();
        }
        return EnumSet.class.isAssignableFrom(type) ? EnumSet.class : type;
    }

    @Override
    public @Nullable Registration writeClass(Output output, @Nullable Class type) {
        if (type == null) {
            output.writeVarInt(NULL, true);
            return null;
        }
        Registration registration = Objects.requireNonNull(getRegistration(type));
        used.set(registration.getId());
        output.writeVarInt(registration.getId() + 1, true);
        return registration;
    }

    @Override
    public @Nullable Registration readClass(Input input) {
        int number = input.readInt(true);
        return number == NULL ? null : getRegistration(require(number - 1));
    }

    @Override
    public @Nullable Registration getRegistration(int number) {
        return null; // nothing is registered by number: that is the peers' business
    }

    @Override
    public Registration register(Registration registration) {
        Class<?> type = registration.getType();
        Class<?> boxed = type.isPrimitive() ? Util.getWrapperClass(type) : type;
        Registration numbered = new Registration(boxed, registration.getSerializer(), numbers.numberOf(boxed));
        registrations.put(type, numbered);
        registrations.put(boxed, numbered);
        return numbered;
    }

    @Override
    public @Nullable Registration unregister(int number) {
        return null;
    }

    @Override
    public void setKryo(Kryo kryo) {}

    @Override
    public void reset() {}

    /** Numbers the objects, and tells which number an earlier object was referred to by. */
    static final class References extends MapReferenceResolver {
        private static final int REFERENCE_BIAS = 2; // Kryo's own, for null and for a first occurrence

        private final IntConsumer referredTo;

        References(IntConsumer referredTo) {
            this.referredTo = referredTo;
        }

        @Override
        public Object getReadObject(Class type, int id) {
            referredTo.accept(id + REFERENCE_BIAS);
            return super.getReadObject(type, id);
        }

        @Override
        public boolean useReferences(Class type) {
            return type != String.class && !Util.isWrapperClass(type) && !Util.isEnum(type);
        }
    }
}
