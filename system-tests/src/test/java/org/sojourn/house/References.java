package org.sojourn.house;

import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Which class names a class file holds. The constant pool is read, not the code: whatever code, signatures, annotations and
 * nest tables name is there, same-package and fully qualified uses included, which a reader of imports would miss.
 */
final class References {
    private static final Pattern IN_DESCRIPTOR = Pattern.compile("L([\\w$]+(?:/[\\w$]+)+)[;<]");

    private References() {}

    static String name(ClassModel type) {
        return type.thisClass().asInternalName().replace('/', '.');
    }

    static String packageOf(String className) {
        int dot = className.lastIndexOf('.');
        return dot < 0 ? "" : className.substring(0, dot);
    }

    /** The names, with dots, of all classes that one names, but arrays. */
    static Set<String> of(ClassModel type) {
        Set<String> names = new TreeSet<>();
        for (PoolEntry entry : type.constantPool()) {
            if (entry instanceof ClassEntry named && !named.asInternalName().startsWith("[")) {
                names.add(named.asInternalName().replace('/', '.'));
            } else if (entry instanceof Utf8Entry text) {
                IN_DESCRIPTOR
                        .matcher(text.stringValue())
                        .results()
                        .map((MatchResult found) -> found.group(1).replace('/', '.'))
                        .forEach(names::add);
            }
        }
        return names;
    }

    /** For each of the packages of these classes, the other packages that its classes name. */
    static Map<String, Set<String>> packages(Collection<ClassModel> types) {
        Map<String, Set<String>> edges = new TreeMap<>();
        for (ClassModel type : types) {
            String from = packageOf(name(type));
            Set<String> targets = edges.computeIfAbsent(from, _ -> new TreeSet<>());
            of(type).stream()
                    .map(References::packageOf)
                    .filter(to -> !to.equals(from))
                    .forEach(targets::add);
        }
        return edges;
    }
}
