package org.sojourn.mapping.code;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.sojourn.mapping.code.Verb.Facet;

/**
 * What is known of methods whose code isn't followed: which of them block, compute for long, send, grow their receiver. Text
 * files with a version:
 *
 * <pre>
 *   version 1
 *   blocking  java/io/InputStream.read,readAllBytes     # a comment
 *   quiet     java/io/ByteArrayInputStream.*
 *   send      org/apache/pekko/actor/ActorRef.tell @0,1
 * </pre>
 *
 * <p>{@code @target,message} says which arguments are whom and what is sent, the receiver of the call being number 0; -1 is the
 * last one. {@code poll/2} is the method with two arguments only. A type that ends in {@code /} stands for all types below that package.
 *
 * <p>A call is looked up by the type that the class file names, then by that type's supertypes, what is nearer first; in each, the
 * method's name goes before {@code *}; and last by the type's package. So a subtype inherits what is said of its supertypes, and may differ.
 */
public final class Dictionary {
    /** The files that belong to this module. */
    private static final List<String> OWN = List.of("blocking.txt", "calls.txt");

    private static final String ALL = "*";

    /**
     * One line's word on one method.
     *
     * @param verb what is said
     * @param type the internal name of the type, or of a package with a slash at its end
     * @param member the method's name, perhaps with its number of arguments; {@code *} for all, or empty for the type itself
     * @param target which argument is whom a message is for
     * @param message which argument is the message
     */
    public record Entry(Verb verb, String type, String member, int target, int message) {
        /**
         * Returns whether this is said of a whole package.
         *
         * @return whether it is weaker than what the code of a class of the application shows
         */
        public boolean isOfPackage() {
            return type.endsWith("/");
        }

        /** Returns the entry as it would stand in the file. */
        @Override
        public String toString() {
            return verb.name().toLowerCase(Locale.ROOT) + ' ' + type + (member.isEmpty() ? "" : '.' + member);
        }
    }

    private final Map<Facet, Map<String, Entry>> entries = new EnumMap<>(Facet.class);
    private final Map<Facet, Map<String, @Nullable Entry>> found = new EnumMap<>(Facet.class);
    private final StringBuilder version = new StringBuilder();

    private Dictionary() {
        for (Facet facet : Facet.values()) {
            entries.put(facet, new LinkedHashMap<>());
            found.put(facet, new HashMap<>());
        }
    }

    /**
     * Reads the dictionary that belongs to this module.
     *
     * @return the dictionary
     */
    public static Dictionary own() {
        Dictionary dictionary = new Dictionary();
        for (String file : OWN) {
            try (InputStream in = Objects.requireNonNull(
                    Dictionary.class.getResourceAsStream("/org/sojourn/mapping/" + file), file)) {
                dictionary.add(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return dictionary;
    }

    /**
     * Reads a dictionary from text.
     *
     * @param name of the text, for people
     * @param text as it would stand in a file
     * @return the dictionary
     * @throws IllegalArgumentException if a line isn't written so
     */
    public static Dictionary of(String name, String text) {
        Dictionary dictionary = new Dictionary();
        dictionary.add(name, text);
        return dictionary;
    }

    private void add(String file, String text) {
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String plain = line.replaceFirst("#.*", "").strip();
            if (plain.startsWith("version ")) {
                version.append(version.isEmpty() ? "" : ", ")
                        .append(file)
                        .append(' ')
                        .append(plain.substring(8).strip());
            } else if (!plain.isEmpty()) {
                addLine(file + ":" + number, plain.split("\\s+"));
            }
        }
    }

    private void addLine(String at, String[] words) {
        Verb verb;
        try {
            verb = Verb.valueOf(words[0].toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    at + ": \"" + words[0] + "\" isn't a verb; there are " + List.of(Verb.values()));
        }
        if (words.length < 2 || words.length > 3 || (words.length == 3 && !words[2].matches("@\\d+,-?\\d+"))) {
            throw new IllegalArgumentException(
                    at + ": a line has a verb, a type with methods, and perhaps @target,message");
        }
        String[] roles = words.length == 3 ? words[2].substring(1).split(",") : new String[] {"0", "1"};
        int dot = words[1].indexOf('.');
        String type = dot < 0 ? words[1] : words[1].substring(0, dot);
        for (String member :
                dot < 0 ? new String[] {""} : words[1].substring(dot + 1).split(",")) {
            Entry entry = new Entry(verb, type, member, Integer.parseInt(roles[0]), Integer.parseInt(roles[1]));
            if (table(verb.facet()).put(type + '.' + member, entry) != null) {
                throw new IllegalArgumentException(at + ": " + type + '.' + member + " is there twice");
            }
        }
    }

    private Map<String, Entry> table(Facet facet) {
        return Objects.requireNonNull(entries.get(facet));
    }

    /**
     * Looks a method up.
     *
     * @param facet what is asked
     * @param owner the internal name of the type that the call names
     * @param member the method's name, or empty to ask about the type itself
     * @param desc the method's descriptor, or empty
     * @param files knows supertypes
     * @return the nearest entry, or null
     */
    public @Nullable Entry find(Facet facet, String owner, String member, String desc, ClassFiles files) {
        Map<String, @Nullable Entry> cache = Objects.requireNonNull(found.get(facet));
        int arguments = desc.isEmpty() ? 0 : Type.getArgumentCount(desc);
        String key = owner + '.' + member + '/' + arguments;
        if (!cache.containsKey(key)) {
            cache.put(key, search(facet, owner, member, arguments, files));
        }
        return cache.get(key);
    }

    private @Nullable Entry search(Facet facet, String owner, String member, int arguments, ClassFiles files) {
        Map<String, Entry> table = table(facet);
        for (String type : files.ancestors(owner)) {
            Entry entry = table.get(type + '.' + member + '/' + arguments);
            entry = entry == null ? table.get(type + '.' + member) : entry;
            if (entry == null && !member.isEmpty() && !(member.equals("<init>") && !type.equals(owner))) {
                entry = table.get(type + '.' + ALL);
            }
            if (entry != null) {
                return entry;
            }
        }
        for (int slash = owner.lastIndexOf('/'); slash > 0; slash = owner.lastIndexOf('/', slash - 1)) {
            Entry entry = table.get(owner.substring(0, slash + 1) + '.' + (member.isEmpty() ? "" : ALL));
            if (entry != null) {
                return entry;
            }
        }
        return null;
    }

    /**
     * Returns the entries with one verb.
     *
     * @param verb the verb
     * @return in the order of the files
     */
    public List<Entry> entries(Verb verb) {
        List<Entry> chosen = new ArrayList<>();
        for (Entry entry : table(verb.facet()).values()) {
            if (entry.verb() == verb) {
                chosen.add(entry);
            }
        }
        return chosen;
    }

    /**
     * Returns which dictionary this is.
     *
     * @return the files with their versions
     */
    public String version() {
        return version.toString();
    }
}
