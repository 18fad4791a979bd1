package org.sojourn.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Jars that a test makes of classes that it has. */
final class Jars {
    private Jars() {}

    /** Writes a jar with these attributes in its manifest, and without a manifest if there are none; returns the file. */
    static Path write(Path file, Map<String, String> attributes, Class<?>... classes) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.forEach(manifest.getMainAttributes()::putValue);
        try (OutputStream bytes = Files.newOutputStream(file);
                JarOutputStream out =
                        attributes.isEmpty() ? new JarOutputStream(bytes) : new JarOutputStream(bytes, manifest)) {
            for (Class<?> each : classes) {
                String entry = each.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(entry));
                try (InputStream in = each.getClassLoader().getResourceAsStream(entry)) {
                    in.transferTo(out);
                }
                out.closeEntry();
            }
        }
        return file;
    }
}
