package org.sojourn.selectors;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The rules about policies that come with the command or its properties: one policy for all, or some by kind.
 *
 * <pre>
 *   rules  =  "" | rule {"," rule}
 *   rule   =  policy | kind "=" policy
 * </pre>
 *
 * A kind is a class by its binary name, or by that name without its package.
 */
final class PolicyRules {
    private final Map<String, ExecutionPolicy> byKind = new TreeMap<>();
    private final @Nullable ExecutionPolicy forced;

    /** Rules about kinds of which there was no selector yet. */
    private final Set<String> unmet = ConcurrentHashMap.newKeySet();

    private PolicyRules(String text) {
        ExecutionPolicy all = null;
        for (String rule : text.isBlank() ? new String[0] : text.split(",")) {
            int at = rule.indexOf('=');
            ExecutionPolicy policy = named(rule.substring(at + 1).trim(), text);
            if (at >= 0) {
                byKind.put(rule.substring(0, at).trim().replace('$', '.'), policy);
            } else {
                all = policy;
            }
        }
        this.forced = all;
        unmet.addAll(byKind.keySet());
    }

    private static ExecutionPolicy named(String name, String text) {
        for (ExecutionPolicy policy : ExecutionPolicy.values()) {
            if (policy.name().equalsIgnoreCase(name)) {
                return policy;
            }
        }
        throw new IllegalArgumentException("sojourn.policy is \"" + text + "\", and \"" + name
                + "\" isn't a policy; there are " + Arrays.toString(ExecutionPolicy.values())
                + ", written as THREAD for all selectors or as Kind=THREAD,Other=SEQ for some");
    }

    static PolicyRules of(String text) {
        return new PolicyRules(text);
    }

    /** The kinds of which there was no selector: misspelt, or not made in this run. */
    List<String> unmet() {
        return unmet.stream().sorted().toList();
    }

    /** The policy of a selector, or null if there is no rule; {@code asked} is what its creator named, or empty. */
    @Nullable
    ExecutionPolicy choose(SelectorKind kind, String asked) {
        unmet.remove(kind.fullName());
        unmet.remove(kind.name());
        if (forced != null) {
            return forced;
        }
        ExecutionPolicy ruled = byKind.get(kind.fullName());
        if (ruled == null) {
            ruled = byKind.get(kind.name());
        }
        if (ruled != null) {
            return ruled;
        }
        return asked.isEmpty() ? kind.usualPolicy() : ExecutionPolicy.valueOf(asked);
    }
}
