package org.sojourn.mapping.analysis;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sojourn.mapping.code.ClassFiles.Method;
import org.sojourn.mapping.code.Where;
import org.sojourn.mapping.fact.Facts;
import org.sojourn.mapping.fact.Origin;

/**
 * One method as one handler reaches it: by all the ways there are, taken together.
 *
 * <p>It only grows: a method that is reached in a loop once stays repeated, one that is reached unconditionally once stays
 * unconditional, and what its parameters may be only gets more. So the order of the walk doesn't matter.
 */
final class Reach {
    private static final int MOST_ORIGINS = 8;
    private static final Origin ANYTHING = new Origin(Origin.Kind.OTHER, "anything");

    final Method method;
    final Facts facts;
    final int depth;
    boolean isRepeated;
    boolean isConditional = true;
    final Map<Integer, Set<Origin>> parameters = new LinkedHashMap<>();

    /** The methods that it calls, by the number of the instruction; those of one call only if there is one candidate. */
    final Map<Integer, List<String>> callees = new LinkedHashMap<>();

    /** The methods that the functions which it makes are compiled to. */
    final Map<Integer, String> functions = new LinkedHashMap<>();

    /** What tells it from all others of one walk. */
    final String key;

    Reach(Method method, Facts facts, int depth) {
        this(method.key(), method, facts, depth);
    }

    Reach(String key, Method method, Facts facts, int depth) {
        this.key = key;
        this.method = method;
        this.facts = facts;
        this.depth = depth;
    }

    /** Adds one way to get here; returns whether that is news. */
    boolean join(boolean repeated, boolean conditional, Map<Integer, Set<Origin>> given) {
        boolean isNews = (repeated && !isRepeated) || (!conditional && isConditional);
        isRepeated |= repeated;
        isConditional &= conditional;
        for (Map.Entry<Integer, Set<Origin>> each : given.entrySet()) {
            Set<Origin> known = parameters.computeIfAbsent(each.getKey(), any -> new LinkedHashSet<>());
            isNews |= known.size() < MOST_ORIGINS ? known.addAll(each.getValue()) : known.add(ANYTHING);
        }
        return isNews;
    }

    /** Where a value of this method comes from, parameters replaced by what callers give. */
    Set<Origin> resolve(Set<Origin> origins) {
        Set<Origin> resolved = new LinkedHashSet<>();
        for (Origin origin : origins) {
            if (origin.kind() == Origin.Kind.PARAMETER) {
                resolved.addAll(parameters.getOrDefault(origin.number(), Set.of()));
            } else if (origin.kind() == Origin.Kind.FIELD && isOuter(origin.detail())) {
                resolved.add(new Origin(Origin.Kind.SELF, ""));
            } else {
                resolved.add(origin);
            }
        }
        return resolved;
    }

    private static boolean isOuter(String field) {
        return field.endsWith(".$outer") || field.endsWith(".this$0") || field.endsWith(".$this");
    }

    Where where(Facts.Site site) {
        return new Where(method.type().name.replace('/', '.'), method.node().name, site.line());
    }
}
