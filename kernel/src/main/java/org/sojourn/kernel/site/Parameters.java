package org.sojourn.kernel.site;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** What can be set at a place while it runs: whole numbers, each with a name and bounds. Guests add theirs before the place starts. */
public final class Parameters {
    /** The word by which people ask for them, and set them. */
    public static final String WORD = "parameters";

    private static final String GAP = "\t";

    /**
     * One that can be set.
     *
     * @param unit what is counted
     * @param meaning what it bounds or sets, a clause
     * @param get by any thread
     * @param set told a value within the bounds, by any thread
     */
    public record Parameter(
            String name, String unit, String meaning, long least, long most, LongSupplier get, LongConsumer set) {
        private String line() {
            return String.join(
                    GAP,
                    name,
                    Long.toString(get.getAsLong()),
                    Long.toString(least),
                    Long.toString(most),
                    unit,
                    meaning);
        }
    }

    /**
     * What one is at a place.
     *
     * @param value what it is set to
     */
    public record Seen(String name, long value, long least, long most, String unit, String meaning) {}

    private final Map<String, Parameter> all = new TreeMap<>();

    /**
     * Adds one; before the place starts.
     *
     * @throws IllegalStateException if there is one of that name
     */
    public void add(Parameter more) {
        if (all.putIfAbsent(more.name, more) != null) {
            throw new IllegalStateException("two parameters are called " + more.name);
        }
    }

    /** {@return their values, by name} */
    public Map<String, String> values() {
        Map<String, String> values = new TreeMap<>();
        all.forEach((name, each) -> values.put(name, Long.toString(each.get.getAsLong())));
        return values;
    }

    /**
     * Sets one.
     *
     * @throws IllegalArgumentException if there is none of that name, or it can't have that value
     */
    public void set(String name, String value) {
        checked(name, value).run();
    }

    private Runnable checked(String name, String value) {
        Parameter its = all.get(name);
        if (its == null) {
            throw new IllegalArgumentException("there is no parameter '" + name + "'; there are " + all.keySet());
        }
        boolean isNumber = value.matches("\\d{1,18}");
        long to = isNumber ? Long.parseLong(value) : -1;
        if (to < its.least || to > its.most) {
            throw new IllegalArgumentException(name + " can't be '" + value + "': it is a whole number of " + its.unit
                    + ", at least " + its.least + (its.most == Long.MAX_VALUE ? "" : " and at most " + its.most));
        }
        return () -> its.set.accept(to);
    }

    /**
     * Sets what a question says, which is nothing or lines of the form {@code name=value}: all of it or, if one can't be, nothing.
     *
     * @return what all of them are then, as {@link #read} reads it
     * @throws IllegalArgumentException if one can't be set
     */
    public CompletionStage<byte[]> answer(byte[] question) {
        List<Runnable> settings = new ArrayList<>();
        for (String line : new String(question, StandardCharsets.UTF_8).lines().toList()) {
            int equals = line.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("'" + line + "' isn't name=value");
            }
            settings.add(checked(line.substring(0, equals), line.substring(equals + 1)));
        }
        settings.forEach(Runnable::run);
        List<String> lines = all.values().stream().map(Parameter::line).toList();
        return CompletableFuture.completedFuture(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads an answer.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static List<Seen> read(byte[] answer) {
        return new String(answer, StandardCharsets.UTF_8)
                .lines()
                .map(line -> {
                    String[] parts = line.split(GAP, 6);
                    if (parts.length < 6) {
                        throw new IllegalArgumentException("'" + line + "' isn't a parameter");
                    }
                    return new Seen(
                            parts[0],
                            Long.parseLong(parts[1]),
                            Long.parseLong(parts[2]),
                            Long.parseLong(parts[3]),
                            parts[4],
                            parts[5]);
                })
                .toList();
    }
}
