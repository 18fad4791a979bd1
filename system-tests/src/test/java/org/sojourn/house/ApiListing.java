package org.sojourn.house;

import java.lang.classfile.ClassModel;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The public and protected signatures of the types that a room shows, one a line, in an order that no build changes. */
final class ApiListing {
    private static final Set<String> OF_EVERY_RECORD = Set.of("equals", "hashCode", "toString");

    private ApiListing() {}

    static String of(Room room) {
        List<ClassModel> types = room.classes();
        Set<String> open = Exports.of(types);
        String title = "# What sojourn-" + room.directory()
                + " shows to everybody; written by the build, see ApiListingTest.\n";
        return types.stream()
                .map(References::name)
                .filter(name -> open.contains(References.packageOf(name)))
                .filter(name -> !name.endsWith("package-info") && !name.equals("module-info"))
                .sorted()
                .map(ApiListing::load)
                .filter(ApiListing::isShown)
                .map(ApiListing::describe)
                .collect(Collectors.joining("\n", title, ""));
    }

    /** One type with its members. */
    static String describe(Class<?> type) {
        Set<String> members = new TreeSet<>();
        if (type.isRecord()) {
            members.add("components ("
                    + Stream.of(type.getRecordComponents())
                            .map(RecordComponent::getGenericType)
                            .map(java.lang.reflect.Type::getTypeName)
                            .collect(Collectors.joining(", "))
                    + ")");
        }
        for (Field field : type.getDeclaredFields()) {
            if (isShown(field.getModifiers()) && !field.isSynthetic()) {
                members.add(field.toGenericString());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            add(members, constructor);
        }
        for (Method method : type.getDeclaredMethods()) {
            if (!method.isBridge() && !(type.isRecord() && OF_EVERY_RECORD.contains(method.getName()))) {
                add(members, method);
            }
        }
        String above = Stream.concat(
                        Stream.ofNullable(type.getGenericSuperclass()).filter(parent -> parent != Object.class),
                        Arrays.stream(type.getGenericInterfaces()))
                .map(java.lang.reflect.Type::getTypeName)
                .collect(Collectors.joining(", "));
        return type.toGenericString() + (above.isEmpty() ? "" : " : " + above) + "\n"
                + members.stream()
                        .map(line -> "    " + line.replace(type.getName() + ".", "") + "\n")
                        .collect(Collectors.joining());
    }

    private static void add(Set<String> members, Executable member) {
        if (isShown(member.getModifiers()) && !member.isSynthetic()) {
            members.add(member.toGenericString());
        }
    }

    static boolean isShown(Class<?> type) {
        boolean shown = isShown(type.getModifiers()) && !type.isAnonymousClass() && !type.isLocalClass();
        Class<?> around = type.getEnclosingClass();
        return shown && (around == null || isShown(around));
    }

    static boolean isShown(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ApiListing.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new AssertionError(name + " was built and is not on the class path of system-tests; add its room", e);
        }
    }
}
