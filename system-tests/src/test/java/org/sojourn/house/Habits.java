package org.sojourn.house;

import java.lang.classfile.ClassModel;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Names, suppressions and how much is public. */
final class Habits {
    static final int SUPPRESSIONS = 20;
    static final double PUBLIC_SHARE = 0.40;

    private static final Pattern EMPTY_NAME = Pattern.compile(".*(Impl|Manager|Helper|Util|Utils)(\\$.*)?");
    private static final Pattern SUPPRESSION = Pattern.compile("^\\s*@SuppressWarnings\\b.*");

    private Habits() {}

    static List<String> emptyNames(Collection<ClassModel> types) {
        return types.stream()
                .map(References::name)
                .filter(name -> EMPTY_NAME.matcher(name).matches())
                .map(name -> name + " says that it helps and not what it is; give it the name of what it is")
                .toList();
    }

    /** Every suppression of the sources, by file and line. */
    static List<String> suppressions(Collection<Source> sources) {
        return suppressions(sources, false);
    }

    /** Those without a comment on their own line, the one before or the one after. */
    static List<String> unreasoned(Collection<Source> sources) {
        return suppressions(sources, true);
    }

    private static List<String> suppressions(Collection<Source> sources, boolean onlyUnreasoned) {
        List<String> found = new ArrayList<>();
        for (Source source : sources) {
            List<String> lines = source.text().lines().toList();
            for (int i = 0; i < lines.size(); i++) {
                if (SUPPRESSION.matcher(lines.get(i)).matches() && !(onlyUnreasoned && hasReason(lines, i))) {
                    found.add(source.getName() + ":" + (i + 1));
                }
            }
        }
        return found;
    }

    private static boolean hasReason(List<String> lines, int at) {
        return lines.get(at).contains("//")
                || (at > 0 && lines.get(at - 1).strip().startsWith("//"))
                || (at + 1 < lines.size() && lines.get(at + 1).strip().startsWith("//"));
    }

    /** Whether a class file is that of a type declared in no other. */
    static boolean isTopLevel(ClassModel type) {
        String name = References.name(type);
        return !name.contains("$") && !name.endsWith("package-info") && !name.equals("module-info");
    }

    /**
     * The public top-level types in packages that everybody may see.
     *
     * @param open the packages that are exported to all
     */
    static List<String> publicTypes(Collection<ClassModel> types, Set<String> open) {
        return types.stream()
                .filter(Habits::isTopLevel)
                .filter(type -> type.flags().has(AccessFlag.PUBLIC))
                .map(References::name)
                .filter(name -> open.contains(References.packageOf(name)))
                .sorted()
                .toList();
    }
}
