package org.sojourn.net.codec;

import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.sojourn.kernel.port.Encoded;
import org.sojourn.net.codec.Samples.Mail;

/** Prints what encoding and decoding take. No test: run it by hand with {@code fory} or {@code kryo}. */
final class CodecFigures {
    private CodecFigures() {}

    /**
     * Runs.
     *
     * @param args the codec's name
     */
    public static void main(String[] args) {
        CodecOptions options = CodecOptions.of(
                AllowRule.of(CodecFigures.class.getName(), Set.of(), Set.of()), CodecFigures.class.getClassLoader());
        Mail mail = Mail.sample();
        long start = System.nanoTime();
        GraphCodec codec = args[0].equals("kryo") ? new KryoCodec(options) : new ForyCodec(options);
        long made = System.nanoTime();
        Encoded encoded = codec.encode(mail);
        long first = System.nanoTime();
        CodecContract.Link link = new CodecContract.Link(codec, codec);
        Object there = link.pass(mail);
        long passed = System.nanoTime();
        System.out.printf(
                "%s on %s: new %.1f ms, first encode %.1f ms, first pass %.1f ms, %d bytes, equal %b%n",
                args[0],
                Runtime.version().feature(),
                (made - start) / 1e6,
                (first - made) / 1e6,
                (passed - first) / 1e6,
                encoded.bytes().length,
                there.equals(mail));
        start = System.nanoTime();
        link.pass(new Samples.Group(List.of(new Samples.Circle(1)), null));
        System.out.printf("first of another kind: %.1f ms%n", (System.nanoTime() - start) / 1e6);
        byte[] bytes = encoded.bytes();
        Samples.Task task = Samples.adding(1, 2, List.of());
        for (int round = 0; round < 5; round++) {
            measure("encode", () -> codec.encode(mail));
            measure("decode", () -> link.to.decode(bytes, 0, bytes.length));
            measure("open an inbound, define, decode 3", () -> {
                CodecContract.Link each = new CodecContract.Link(codec, codec);
                each.pass(mail);
                each.pass(mail);
                return each.pass(mail);
            });
            measure("pass a lambda", () -> link.pass(task));
        }
    }

    private static void measure(String what, Supplier<Object> action) {
        int count = 200_000;
        int seen = 0;
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            seen += action.get() == null ? 0 : 1; // so that nothing is left out
        }
        System.out.printf("  %-34s %6d ns, %d times%n", what, (System.nanoTime() - start) / count, seen);
    }
}
