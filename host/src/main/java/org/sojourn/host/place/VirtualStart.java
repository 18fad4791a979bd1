package org.sojourn.host.place;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Starts virtual threads by reflection: this room is compiled for Java 17, which has none. */
final class VirtualStart {
    private static final int FIRST = 21;
    private static final @Nullable Method OF_VIRTUAL;
    private static final @Nullable Method NAME;
    private static final @Nullable Method START;
    private static final @Nullable Method IS_VIRTUAL;

    static {
        Method ofVirtual = null;
        Method name = null;
        Method start = null;
        Method isVirtual = null;
        try {
            if (Runtime.version().feature() >= FIRST) {
                Class<?> builder = Class.forName("java.lang.Thread$Builder");
                ofVirtual = Thread.class.getMethod("ofVirtual");
                name = builder.getMethod("name", String.class);
                isVirtual = Thread.class.getMethod("isVirtual");
                start = builder.getMethod("start", Runnable.class);
            }
        } catch (ReflectiveOperationException e) {
            start = null;
        }
        OF_VIRTUAL = ofVirtual;
        NAME = name;
        START = start;
        IS_VIRTUAL = isVirtual;
    }

    private VirtualStart() {}

    /** Why there are none; null if there are. */
    static @Nullable String lacks() {
        return START != null
                ? null
                : "Java " + Runtime.version().feature() + " has no virtual threads; run with Java " + FIRST
                        + " or later";
    }

    /** Whether a thread is a virtual one. */
    static boolean is(Thread thread) {
        try {
            return IS_VIRTUAL != null && Boolean.TRUE.equals(IS_VIRTUAL.invoke(thread));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void start(String name, Runnable once) {
        if (OF_VIRTUAL == null || NAME == null || START == null) {
            throw new IllegalStateException(lacks());
        }
        try {
            START.invoke(NAME.invoke(OF_VIRTUAL.invoke(null), name), once);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
