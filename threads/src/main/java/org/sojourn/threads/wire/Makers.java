package org.sojourn.threads.wire;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Makes objects of the program's classes that have state of the platform's, by a constructor of the platform; those of the program don't run. */
final class Makers {
    private Makers() {}

    /**
     * Makes one.
     *
     * @param above a class of the platform above it, which has a constructor for a text
     */
    static Object make(Class<?> type, Class<?> above, @Nullable String text) throws IOException {
        try {
            Constructor<?> known = above.getDeclaredConstructor(String.class);
            // By reflection, for javac warns of the type; it is what the JDK keeps for serialisation libraries.
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            Method maker = factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
            Object instance = factory.getMethod("getReflectionFactory").invoke(null);
            Constructor<?> made = (Constructor<?>) maker.invoke(instance, type, known);
            return made.newInstance(text);
        } catch (ReflectiveOperationException e) {
            throw new IOException(type.getName() + " can't be made by a constructor of " + above.getName(), e);
        }
    }

    /** Makes a thread of the program's that never starts, and looks like another one. */
    static Thread thread(Class<?> type, Thread like) throws IOException {
        if (!Thread.class.isAssignableFrom(type)) {
            throw new IOException(type.getName() + " is no thread");
        }
        Thread made = (Thread) make(type, Thread.class, like.getName());
        made.setDaemon(like.isDaemon());
        made.setPriority(like.getPriority());
        return made;
    }
}
