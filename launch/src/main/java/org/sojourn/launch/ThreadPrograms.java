package org.sojourn.launch;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.sojourn.host.join.ProgramCache;
import org.sojourn.host.run.ProgramHash;
import org.sojourn.threads.jar.ThreadJar;
import org.sojourn.threads.program.ThreadsMain;
import org.sojourn.weave.JarWeaver;

/** Programs whose threads move: woven ahead, into a jar that is kept for next time. */
final class ThreadPrograms {
    private ThreadPrograms() {}

    /**
     * Finds a program and weaves it, if nobody has.
     *
     * @param jar as it was compiled
     * @param named its packages; empty for that of the main class
     * @param settings of what runs it
     * @param arguments of its main
     */
    static Programs.Found find(Path jar, List<String> named, List<String> settings, List<String> arguments) {
        Programs.Found plain = Programs.find(jar.toString(), arguments);
        List<String> packages = named.isEmpty() ? List.of(plain.mainPackage()) : named;
        Path woven = woven(jar, packages);
        List<String> words = new ArrayList<>(List.of(plain.mainClass()));
        words.addAll(settings);
        words.addAll(arguments);
        String classPath = Arrays.stream(plain.classPath().split(File.pathSeparator))
                .map(each -> each.equals(jar.toAbsolutePath().toString()) ? woven.toString() : each)
                .collect(Collectors.joining(File.pathSeparator));
        return new Programs.Found(ThreadsMain.class.getName(), plain.mainPackage(), classPath, words);
    }

    private static Path woven(Path jar, List<String> packages) {
        try {
            return ProgramCache.ofUser()
                    .made(key(jar, packages), String.valueOf(jar.getFileName()), to -> ThreadJar.make(jar, to, packages));
        } catch (IOException e) {
            throw new Usage(jar + " can't be woven: " + e.getMessage());
        }
    }

    /** The jar, what of it is woven, and by what. */
    private static String key(Path jar, List<String> packages) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
        digest.update(Files.readAllBytes(jar));
        digest.update(String.join(",", packages).getBytes(StandardCharsets.UTF_8));
        digest.update(ProgramHash.of(home(ThreadJar.class) + File.pathSeparator + home(JarWeaver.class)));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String home(Class<?> of) throws IOException {
        try {
            return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IOException("where " + of.getName() + " comes from can't be read", e);
        }
    }
}
