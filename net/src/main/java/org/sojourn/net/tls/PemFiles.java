package org.sojourn.net.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sojourn.kernel.port.Network;

/** A user's own certificates, from files in PEM. */
public final class PemFiles {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);
    private static final Pattern WHITE = Pattern.compile("\\s");
    private static final String KEY = "PRIVATE KEY";
    private static final String CERTIFICATE = "CERTIFICATE";

    /** One block of a file. */
    private record Block(String label, String body) {
        byte[] content(String what, Path file) throws IOException {
            try {
                return Base64.getDecoder().decode(WHITE.matcher(body).replaceAll(""));
            } catch (IllegalArgumentException e) {
                throw new IOException(what + " in " + file + " is damaged: " + e.getMessage(), e);
            }
        }
    }

    private PemFiles() {}

    /**
     * Reads an identity and checks it.
     *
     * @param place the number of the place that is to have it
     * @param key a file with its private key
     * @param chain a file with its certificate, and those that lead to the authority's
     * @param authority a file with the authority's certificate
     * @return the identity
     * @throws IOException if a file can't be read, holds something else, or doesn't fit the others
     */
    public static Network.Identity identity(int place, Path key, Path chain, Path authority) throws IOException {
        List<byte[]> trusted = certificates("the authority's certificate", authority);
        if (trusted.size() != 1) {
            throw new IOException(authority + " holds " + trusted.size()
                    + " certificates; put the certificate of the one authority there, and no other");
        }
        String whose = "the certificate of p" + place;
        Network.Identity identity = new Network.Identity(
                key("the private key of p" + place, key), certificates(whose, chain), trusted.get(0));
        try {
            Credentials.of(identity, place);
        } catch (IOException e) {
            throw new IOException(e.getMessage() + " (read from " + key + ", " + chain + ", " + authority + ")", e);
        }
        return identity;
    }

    private static byte[] key(String what, Path file) throws IOException {
        for (Block each : blocks(what, file)) {
            if (each.label.equals(KEY)) {
                return each.content(what, file);
            }
            if (each.label.endsWith(KEY)) {
                throw new IOException(what + " in " + file + " is of the form " + each.label
                        + "; it must be PKCS#8 without a password: openssl pkcs8 -topk8 -nocrypt -in " + file);
            }
        }
        throw none(what, file, KEY);
    }

    private static List<byte[]> certificates(String what, Path file) throws IOException {
        List<byte[]> found = new ArrayList<>();
        for (Block each : blocks(what, file)) {
            if (each.label.equals(CERTIFICATE)) {
                found.add(each.content(what, file));
            }
        }
        if (found.isEmpty()) {
            throw none(what, file, CERTIFICATE);
        }
        return found;
    }

    private static IOException none(String what, Path file, String label) {
        return new IOException(
                what + " isn't in " + file + ": it has no block that begins with -----BEGIN " + label + "-----");
    }

    private static List<Block> blocks(String what, Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new IOException(what + " can't be read: there is no file " + file, e);
        } catch (IOException e) {
            throw new IOException(what + " can't be read from " + file + ": " + e, e);
        }
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(2)));
        }
        return blocks;
    }
}
