package org.sojourn.mapping.profile;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.sojourn.mapping.vector.State;

/**
 * Reads the profiles that places write when a run ends that was asked for one: by {@code ./sojourn run --profile FILE}, or with
 * {@code -Dsojourn.profile=FILE}.
 */
public final class Profiles {
    private static final String FIRST = "# sojourn profile ";
    private static final String VERSION = "1";

    private Profiles() {}

    /**
     * Reads a file. Lines of one kind, from several places or runs, are added up.
     *
     * @param file the file
     * @return by the binary name of the kind's class
     * @throws IOException if it can't be read, or is no profile
     */
    public static Map<String, Profile> read(Path file) throws IOException {
        Map<String, Profile> profiles = new TreeMap<>();
        List<String> lines = lines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith(FIRST) && !line.substring(FIRST.length()).startsWith(VERSION + ",")) {
                throw new IOException(file + ":" + (i + 1) + " is of version "
                        + line.substring(FIRST.length()).replaceAll(",.*", "") + " of profiles; this reads version "
                        + VERSION);
            }
            if (!line.startsWith("#") && !line.isBlank()) {
                try {
                    Map<String, String> values = values(line);
                    profiles.merge(value(values, "kind"), profile(values), Profile::plus);
                } catch (IllegalArgumentException e) {
                    throw new IOException(file + ":" + (i + 1) + " isn't a line of a profile: " + e.getMessage(), e);
                }
            }
        }
        if (profiles.isEmpty()) {
            throw new IOException(file + " holds no profile of any kind; the run may have ended by force");
        }
        return profiles;
    }

    private static List<String> lines(Path file) throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new IOException(file + " isn't a profile: it isn't text", e);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        } catch (IOException e) {
            throw new IOException(
                    file + " can't be read: " + (Files.isDirectory(file) ? "it is a folder" : e.getMessage()), e);
        }
    }

    private static Map<String, String> values(String line) {
        Map<String, String> values = new HashMap<>();
        for (String each : line.split(" ")) {
            int at = each.indexOf('=');
            if (at < 1) {
                throw new IllegalArgumentException("\"" + each + "\" isn't written as name=value");
            }
            values.put(each.substring(0, at), each.substring(at + 1));
        }
        return values;
    }

    private static Profile profile(Map<String, String> values) {
        return new Profile(
                number(values, "received"),
                number(values, "sent"),
                number(values, "sync"),
                number(values, "blocking"),
                number(values, "blocked"),
                number(values, "looks"),
                State.valueOf(value(values, "state").toUpperCase(Locale.ROOT)),
                number(values, "work"),
                number(values, "wait"));
    }

    private static String value(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    private static long number(Map<String, String> values, String name) {
        String value = value(values, name);
        if (!value.matches("\\d{1,18}")) {
            throw new IllegalArgumentException(
                    name + " is \"" + value + "\", which isn't a number of at most 18 digits");
        }
        return Long.parseLong(value);
    }
}
