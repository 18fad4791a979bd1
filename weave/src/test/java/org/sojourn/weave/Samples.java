package org.sojourn.weave;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sojourn.weave.frame.Capture;
import org.sojourn.weave.frame.DeltaSet;
import org.sojourn.weave.frame.Polls;
import org.sojourn.weave.run.Freezer;
import org.sojourn.weave.run.Twins;
import org.sojourn.weave.wire.Classes;
import org.sojourn.weave.wire.DeltaCodec;
import org.sojourn.weave.wire.Graph;

/** Frames of a small program, and a codec for them that carries little, and that strictly. */
final class Samples {
    private static final int MOST_FRAMES = 20;

    private static final String SOURCE = """
        package p;
        import org.sojourn.weave.frame.Polls;
        public class Sample {
          public static int ran;
          public static String start() { ran++; String text = "text"; int[] some = {1, 2, 3}; return text + number(3, 4L, some) + some[1]; }
          static int number(int a, long b, int[] some) { int sum = a; for (int i = 0; i < 3; i++) { sum += some[i] + (int) real(b, 2.5, 1.5f, "x" + i); } return sum; }
          static double real(long a, double b, float c, String text) { synchronized (Sample.class) { String twice = text + text; return letters(twice).length + a * b + c + twice.length(); } }
          static synchronized char[] letters(String text) { Polls.poll(); return text.toCharArray(); }
        }
        """;
    private static final String NEVER = """
        package p;
        public class Never {
          static { System.setProperty("sojourn.never", "ran"); }
          public static int none(int a) { org.sojourn.weave.frame.Polls.poll(); return a; }
        }
        """;

    private final Compiled.Loader woven =
            Compiled.of(Map.of("p.Sample", SOURCE, "p.Never", NEVER)).woven(new Weaver(List.of("p")));
    private final List<Class<?>> classes = new ArrayList<>();
    private final DeltaCodec codec;

    Samples() throws ReflectiveOperationException {
        for (String each : List.of("p.Sample", "p.Never", "java.lang.String")) {
            classes.add(Class.forName(each, false, woven));
        }
        Twins.of(classes.get(1)); // which takes some room, once
        this.codec = new DeltaCodec(new Numbered(classes), new Strict(), MOST_FRAMES);
    }

    DeltaCodec codec() {
        return codec;
    }

    /** How often the program has begun. */
    int ran() throws ReflectiveOperationException {
        return (int) classes.get(0).getField("ran").get(null);
    }

    /** What left the stack of the program at its first polls. */
    List<DeltaSet> sets() throws Exception {
        List<DeltaSet> sets = new ArrayList<>();
        for (int at = 1; at <= 3; at++) {
            int poll = at;
            int[] count = {0};
            Polls.set(() -> {
                if (++count[0] == poll) {
                    Capture capture = Freezer.capture(frames -> {
                        sets.add(frames);
                        return null;
                    });
                    throw java.util.Objects.requireNonNull(capture, Freezer.obstacle());
                }
            });
            classes.get(0).getMethod("start").invoke(null);
            Polls.set(null);
        }
        return sets;
    }

    /** By numbers, of which one is a class that never runs, and one no woven class. */
    private record Numbered(List<Class<?>> classes) implements Classes {
        @Override
        public void write(Class<?> woven, DataOutputStream to) throws IOException {
            to.writeByte(classes.indexOf(woven));
        }

        @Override
        public Class<?> read(DataInputStream from) throws IOException {
            int number = from.readUnsignedByte();
            if (number >= classes.size()) {
                throw new IOException("there is no class " + number);
            }
            return classes.get(number);
        }
    }

    /** Texts and numbers: an object once, then its number. */
    private static final class Strict implements Graph {
        @Override
        public void write(@Nullable Object[] objects, DataOutputStream to) throws IOException {
            List<@Nullable Object> known = new ArrayList<>();
            for (Object each : objects) {
                int number = known.indexOf(each);
                to.writeByte(
                        each == null
                                ? 0
                                : number >= 0 ? 1 : each instanceof String ? 2 : each instanceof int[] ? 3 : 4);
                switch (each) {
                    case null -> {}
                    case Object again when number >= 0 -> to.writeByte(number);
                    case String text -> {
                        to.writeByte(text.length());
                        to.writeBytes(text);
                    }
                    case int[] numbers -> {
                        to.writeByte(numbers.length);
                        for (int n : numbers) {
                            to.writeInt(n);
                        }
                    }
                    case Class<?> of -> to.writeByte(1);
                    default -> throw new IOException("nothing is known of " + each);
                }
                if (each != null && number < 0) {
                    known.add(each);
                }
            }
        }

        @Override
        public @Nullable Object[] read(int count, DataInputStream from) throws IOException {
            @Nullable Object[] objects = new Object[count];
            List<Object> known = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int sort = from.readUnsignedByte();
                switch (sort) {
                    case 0 -> {}
                    case 1 -> {
                        int number = from.readUnsignedByte();
                        if (number >= known.size()) {
                            throw new IOException("there is no object " + number);
                        }
                        objects[i] = known.get(number);
                    }
                    case 2 -> {
                        byte[] text = new byte[from.readUnsignedByte()];
                        from.readFully(text);
                        objects[i] = new String(text, StandardCharsets.ISO_8859_1);
                    }
                    case 3 -> {
                        int[] numbers = new int[from.readUnsignedByte()];
                        for (int j = 0; j < numbers.length; j++) {
                            numbers[j] = from.readInt();
                        }
                        objects[i] = numbers;
                    }
                    case 4 -> {
                        if (from.readUnsignedByte() != 1) {
                            throw new IOException("no such class");
                        }
                        objects[i] = Samples.class;
                    }
                    default -> throw new IOException("there are no objects of sort " + sort);
                }
                if (sort > 1) {
                    if (known.contains(objects[i])) {
                        throw new IOException("an object that has been there has a number");
                    }
                    known.add(objects[i]);
                }
            }
            return objects;
        }
    }
}
