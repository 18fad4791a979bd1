package org.sojourn.examples.usage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The words after a program's name, sorted into numbers by position and options by name. An option is written
 * {@code --name value} or {@code --name=value}. Whatever does not fit becomes a {@link UsageException}.
 */
public final class Arguments {
    private static final int WRONG_USE = 2;

    private final String usage;
    private final List<String> words = new ArrayList<>();
    private final Map<String, String> options = new HashMap<>();

    private Arguments(String usage) {
        this.usage = usage;
    }

    /**
     * Sorts the arguments.
     *
     * @param usage the line that shows how the program is called, quoted in messages
     * @param most how many words may stand outside options
     * @param known the options' names, with their leading dashes
     * @param args the words as typed
     * @return the sorted arguments
     * @throws UsageException if there are too many words, an option is not known, is repeated, or has no value
     */
    public static Arguments of(String usage, int most, Set<String> known, String... args) {
        var sorted = new Arguments(usage);
        for (int i = 0; i < args.length; i++) {
            if (!args[i].startsWith("--")) {
                sorted.words.add(args[i]);
                continue;
            }
            int equals = args[i].indexOf('=');
            String name = equals < 0 ? args[i] : args[i].substring(0, equals);
            if (!known.contains(name)) {
                throw sorted.refuse("there is no option " + name);
            }
            if (equals < 0 && i + 1 == args.length) {
                throw sorted.refuse("the option " + name + " needs a value after it");
            }
            String value = equals < 0 ? args[++i] : args[i].substring(equals + 1);
            if (sorted.options.put(name, value) != null) {
                throw sorted.refuse("the option " + name + " was given twice");
            }
        }
        if (sorted.words.size() > most) {
            throw sorted.refuse("'" + sorted.words.get(most) + "' is one argument too many");
        }
        return sorted;
    }

    /**
     * Parses at the start of a program's main: what cannot be used is said on standard error, without a stack
     * trace, and the JVM exits with status 2.
     *
     * @param parse turns the arguments into options
     * @param <T> the options
     * @return what was parsed
     */
    public static <T> T orExit(Supplier<T> parse) {
        try {
            return parse.get();
        } catch (UsageException e) {
            System.err.println(e.getMessage());
            System.exit(WRONG_USE);
            throw e;
        }
    }

    /**
     * Makes the exception for something that only the program can judge.
     *
     * @param sentence what is wrong, without a full stop
     * @return the exception, to be thrown, which shows the usage line as well
     */
    public UsageException refuse(String sentence) {
        return new UsageException(sentence + "; usage: " + usage);
    }

    /**
     * Tells whether any word stands outside options.
     *
     * @return true if there is none
     */
    public boolean hasNoWords() {
        return words.isEmpty();
    }

    /**
     * Returns the whole number at a position.
     *
     * @param position which word, counted from 0
     * @param name what the number is, in the usage line's spelling
     * @param absent what to return if there is no such word
     * @param least the smallest number allowed
     * @param greatest the greatest number allowed
     * @return the number
     * @throws UsageException if the word is no whole number, or out of bounds
     */
    public int number(int position, String name, int absent, int least, int greatest) {
        return position < words.size() ? whole(words.get(position), name, least, greatest) : absent;
    }

    /**
     * Returns the whole number that an option holds.
     *
     * @param option the option's name
     * @param absent what to return if the option was not given
     * @param least the smallest number allowed
     * @param greatest the greatest number allowed
     * @return the number
     * @throws UsageException if the value is no whole number, or out of bounds
     */
    public int number(String option, int absent, int least, int greatest) {
        String value = options.get(option);
        return value == null ? absent : whole(value, option, least, greatest);
    }

    /**
     * Returns the file that an option names; whether it exists is not looked at.
     *
     * @param option the option's name
     * @return the file, or nothing if the option was not given
     * @throws UsageException if the value can be no file's name
     */
    public Optional<Path> file(String option) {
        String value = options.get(option);
        if (value == null) {
            return Optional.empty();
        }
        if (value.isEmpty()) {
            throw refuse("the option " + option + " needs a file's name, and it is empty");
        }
        try {
            return Optional.of(Path.of(value));
        } catch (InvalidPathException e) {
            throw refuse("the option " + option + " needs a file's name, and '" + value + "' cannot be one");
        }
    }

    /**
     * Returns the file that an option names, after a look whether it can be written: an hour of computing should
     * not end at a directory that was never there.
     *
     * @param option the option's name
     * @return the file, or nothing if the option was not given
     * @throws UsageException if the file's directory is missing, or the file cannot be written
     */
    public Optional<Path> writableFile(String option) {
        Optional<Path> file = file(option);
        file.ifPresent(path -> {
            Path directory = path.toAbsolutePath().getParent();
            if (Files.isDirectory(path)) {
                throw refuse("cannot write " + path + ": it is a directory");
            }
            if (directory == null || !Files.isDirectory(directory)) {
                throw refuse("cannot write " + path + ": there is no directory " + directory);
            }
            if (Files.exists(path)) {
                if (!Files.isWritable(path)) {
                    throw refuse("cannot write " + path + ": permission is missing");
                }
                return;
            }
            try {
                Files.delete(Files.createFile(path)); // no other way tells: root may do anything, but not in /proc
            } catch (IOException e) {
                throw refuse("cannot write " + path + ": " + Output.reason(e));
            }
        });
        return file;
    }

    private int whole(String word, String name, int least, int greatest) {
        if (!word.matches("[+-]?[0-9]+")) {
            throw refuse(name + " must be a whole number, not '" + word + "'");
        }
        long value;
        try {
            value = Long.parseLong(word);
        } catch (NumberFormatException e) {
            // Digits only, so the one thing that can be wrong is their count; the sign says which bound was passed.
            value = word.startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        if (value < least || value > greatest) {
            throw refuse(name + " must be from " + least + " to " + greatest + ", and it is " + word);
        }
        return (int) value;
    }
}
