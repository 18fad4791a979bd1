package org.sojourn.weave.run;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.code.Names;

/** Links what twins may not do by themselves. Only twins call it. */
public final class Links {
    private static final MethodHandle HELD = held();

    private Links() {}

    /**
     * Links what the class may use whose twin has such a call.
     *
     * @param twin the class of twins
     * @param name of no meaning
     * @param type of the call
     * @param number of what it links to
     * @throws Throwable if it can't be linked, as the class itself would throw it
     */
    public static CallSite link(MethodHandles.Lookup twin, String name, MethodType type, int number) throws Throwable {
        Class<?> owner = Class.forName(
                Names.original(twin.lookupClass().getName()),
                false,
                twin.lookupClass().getClassLoader());
        return new ConstantCallSite(Twins.of(owner).link(number).asFixedArity().asType(type));
    }

    /**
     * Links what puts a value into a field, from which it has the field's type.
     *
     * @param twin the class of twins
     * @param field its name
     * @param type from the value to the object that has the field
     * @throws ReflectiveOperationException if there is no such field
     */
    public static CallSite hold(MethodHandles.Lookup twin, String field, MethodType type)
            throws ReflectiveOperationException {
        MethodHandle make = twin.findConstructor(twin.lookupClass(), MethodType.methodType(void.class));
        MethodHandle set = twin.unreflectSetter(twin.lookupClass().getDeclaredField(field));
        MethodHandle hold = MethodHandles.insertArguments(
                HELD,
                0,
                make.asType(MethodType.methodType(Object.class)),
                set.asType(MethodType.methodType(void.class, Object.class, Object.class)));
        return new ConstantCallSite(hold.asType(type));
    }

    /** By its name, from above: a holder that holds a value. */
    static Object held(MethodHandle make, MethodHandle set, @Nullable Object value) throws Throwable {
        Object holder = (Object) make.invokeExact();
        set.invokeExact(holder, value);
        return holder;
    }

    private static MethodHandle held() {
        try {
            return MethodHandles.lookup()
                    .findStatic(
                            Links.class,
                            "held",
                            MethodType.methodType(Object.class, MethodHandle.class, MethodHandle.class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
