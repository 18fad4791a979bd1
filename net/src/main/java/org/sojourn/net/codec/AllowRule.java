package org.sojourn.net.codec;

import java.util.Objects;
import java.util.Set;

/**
 * Which classes may travel, decided by name alone, so that a class that isn't allowed is never looked up. An array is
 * allowed if its elements are.
 *
 * <p>Allowed are the value types of the JDK (boxes, strings, {@code java.time}, big numbers, {@code UUID}, optionals, {@code URI},
 * {@code Path}, {@code Pattern}, {@code Locale} and the like,
 * the usual collections, exceptions of the packages below {@code java}), and the classes of the packages given here
 * with the packages below them. A class of the unnamed package is allowed only if the main class is of it as well.
 *
 * @param packages the allowed packages, without a trailing dot; the empty name is the unnamed package by itself
 * @param classes names of further classes, such as the runtime's own value types
 */
public record AllowRule(Set<String> packages, Set<String> classes) {
    /**
     * Checks the components.
     *
     * @throws IllegalArgumentException if a package's name is malformed
     */
    public AllowRule {
        packages = Set.copyOf(packages);
        classes = Set.copyOf(classes);
        for (String name : packages) {
            if (!name.isEmpty()
                    && !name.matches("[\\p{javaJavaIdentifierPart}]+(\\.[\\p{javaJavaIdentifierPart}]+)*")) {
                throw new IllegalArgumentException(
                        "'" + name + "' isn't a package name; give names such as com.example.orders");
            }
        }
    }

    /**
     * Makes the rule of a program.
     *
     * @param mainClass the binary name of the program's main class; its package is allowed
     * @param more further packages
     * @param classes names of further classes
     * @return the rule
     */
    public static AllowRule of(String mainClass, Set<String> more, Set<String> classes) {
        Objects.requireNonNull(mainClass, "mainClass");
        Set<String> packages = new java.util.HashSet<>(more);
        packages.add(mainClass.substring(0, Math.max(0, mainClass.lastIndexOf('.'))));
        return new AllowRule(packages, classes);
    }

    /**
     * Tells whether a class may travel.
     *
     * @param name the binary name, as {@link Class#getName} gives it, arrays included
     * @return whether it may
     */
    public boolean permits(String name) {
        if (name.startsWith("[")) {
            String element = elementOf(name);
            return element != null && (element.isEmpty() || permits(element));
        }
        return ValueTypes.contains(name) || classes.contains(name) || inPackages(name);
    }

    private boolean inPackages(String name) {
        if (name.startsWith("java.") || name.indexOf('/') >= 0 || name.indexOf('[') >= 0 || name.indexOf(';') >= 0) {
            return false; // a platform class has to be named one by one; the others are no names of ordinary classes
        }
        int dot = name.lastIndexOf('.');
        if (dot < 0) {
            return packages.contains("");
        }
        for (; dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
            if (packages.contains(name.substring(0, dot))) {
                return true;
            }
        }
        return false;
    }

    /** The element type of an array's name: empty for a primitive, null if it is no such name. */
    private static @org.jspecify.annotations.Nullable String elementOf(String name) {
        int at = 0;
        while (at < name.length() && name.charAt(at) == '[') {
            at++;
        }
        if (at > 255 || at == name.length()) {
            return null;
        }
        if (name.charAt(at) == 'L' && name.endsWith(";") && name.length() > at + 2) {
            return name.substring(at + 1, name.length() - 1);
        }
        return name.length() == at + 1 && "ZBCSIJFD".indexOf(name.charAt(at)) >= 0 ? "" : null;
    }
}
