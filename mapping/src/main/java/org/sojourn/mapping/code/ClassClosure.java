package org.sojourn.mapping.code;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;

/**
 * The class files of a class and of those that it and they name, as far as they are in its package or below it: what there is to follow
 * when only a running class is known. At most {@value #MOST_CLASSES}.
 *
 * @param classes by internal name
 */
public record ClassClosure(Map<String, byte[]> classes) {
    private static final int MOST_CLASSES = 200;
    private static final int CONSTANT_CLASS = 7;
    private static final byte[] NOTHING = new byte[0];

    /**
     * Reads them.
     *
     * @param type the class
     * @return at least its own file, unless its loader has none
     * @throws IOException if a file can't be read
     */
    public static ClassClosure of(Class<?> type) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        ClassLoader loader = type.getClassLoader();
        String home = type.getPackageName().replace('.', '/');
        Deque<String> open = new ArrayDeque<>(List.of(type.getName().replace('.', '/')));
        while (loader != null && !open.isEmpty() && classes.size() < MOST_CLASSES) {
            String name = open.remove();
            byte[] bytes = classes.containsKey(name) || !name.startsWith(home) ? NOTHING : read(loader, name);
            if (bytes.length > 0) {
                classes.put(name, bytes);
                addNamed(new ClassReader(bytes), open);
            }
        }
        return new ClassClosure(classes);
    }

    private static void addNamed(ClassReader reader, Deque<String> open) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            if (at > 0 && reader.readByte(at - 1) == CONSTANT_CLASS) {
                open.add(reader.readUTF8(at, buffer));
            }
        }
    }

    private static byte[] read(ClassLoader loader, String name) throws IOException {
        try (InputStream in = loader.getResourceAsStream(name + ".class")) {
            return in == null ? NOTHING : in.readAllBytes();
        }
    }

    /**
     * Returns what tells these files from all others.
     *
     * @return their SHA-256, in order of their names
     */
    public String digest() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            classes.values().forEach(digest::update);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
