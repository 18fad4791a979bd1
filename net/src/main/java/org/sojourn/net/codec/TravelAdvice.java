package org.sojourn.net.codec;

import java.io.Closeable;
import java.net.URL;
import java.nio.Buffer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.stream.BaseStream;

/** What to send in the place of what may not travel: something that can be followed, for each sort of class. */
final class TravelAdvice {
    private static final String OF_PROCESS =
            "it belongs to this process: send messages about it, and keep it in one selector";

    /** The first type that fits counts, so narrower ones stand above wider ones. */
    private static final Map<Class<?>, String> BY_TYPE = new LinkedHashMap<>();

    static {
        BY_TYPE.put(Class.class, "send its name");
        BY_TYPE.put(URL.class, "send its URI, by toURI()");
        BY_TYPE.put(StringBuffer.class, "send its text, by toString()");
        BY_TYPE.put(Path.class, "it is of another file system than the default one: send its text");
        BY_TYPE.put(TimeZone.class, "send its id");
        BY_TYPE.put(java.util.Calendar.class, "send its Instant, by toInstant()");
        BY_TYPE.put(Buffer.class, "send its content, as an array");
        BY_TYPE.put(RandomGenerator.class, "send a seed");
        BY_TYPE.put(CompletionStage.class, "send a ReplyTo, or the value once it is there");
        BY_TYPE.put(Future.class, "send a ReplyTo, or the value once it is there");
        BY_TYPE.put(BaseStream.class, "send its elements, by toList()");
        BY_TYPE.put(Iterator.class, "send its elements, by toList()");
        BY_TYPE.put(java.util.Spliterator.class, "send its elements, by toList()");
        BY_TYPE.put(java.util.IdentityHashMap.class, "no copy has the identity of its keys: send a HashMap");
        BY_TYPE.put(Collection.class, "send a copy of its content, in an ArrayList or a HashSet");
        BY_TYPE.put(Map.class, "send a copy of its content, in a HashMap");
        BY_TYPE.put(java.io.InputStream.class, "send its content, as byte[] or String");
        BY_TYPE.put(java.io.OutputStream.class, "send its content, as byte[] or String");
        BY_TYPE.put(java.io.Reader.class, "send its content, as byte[] or String");
        BY_TYPE.put(java.io.Writer.class, "send its content, as byte[] or String");
        BY_TYPE.put(Closeable.class, "it isn't a value: send what it is made from, such as an address or a path");
        BY_TYPE.put(Thread.class, OF_PROCESS);
        BY_TYPE.put(ThreadLocal.class, OF_PROCESS);
        BY_TYPE.put(ClassLoader.class, OF_PROCESS);
        BY_TYPE.put(java.util.concurrent.Executor.class, OF_PROCESS);
    }

    private TravelAdvice() {}

    /** Why objects of a class don't travel that no package rule can admit, or none has: the end of a sentence that begins with the class. */
    static String of(Class<?> type) {
        String name = type.getName();
        if (name.startsWith("org.sojourn.selectors.")
                || name.startsWith("org.sojourn.host.")
                || name.startsWith("org.sojourn.kernel.")) {
            return "may not travel: it belongs to the runtime of its place: send a Handle, a ReplyTo, a Place or data"
                    + " instead";
        }
        if (isOfJdk(type)) {
            return "may not travel (it isn't a value type of the JDK): " + ofJdk(type);
        }
        String place = type.getPackageName();
        return "may not travel (its package is not allowed): "
                + (place.isEmpty() ? "put it into a package" : "allow its package with --allow " + place);
    }

    private static boolean isOfJdk(Class<?> type) {
        return type.getClassLoader() == null || type.getClassLoader() == ClassLoader.getPlatformClassLoader();
    }

    private static String ofJdk(Class<?> type) {
        for (Map.Entry<Class<?>, String> each : BY_TYPE.entrySet()) {
            if (each.getKey().isAssignableFrom(type)) {
                return each.getValue();
            }
        }
        if (type.getPackageName().equals("java.util.concurrent.atomic")) {
            return "send the value that it holds";
        }
        return type.getPackageName().startsWith("java.util.concurrent") ? OF_PROCESS : "send a record of what it says";
    }
}
