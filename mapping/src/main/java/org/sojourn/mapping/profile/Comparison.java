package org.sojourn.mapping.profile;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.decision.Decision;
import org.sojourn.mapping.vector.CVector;
import org.sojourn.mapping.vector.Finding;
import org.sojourn.mapping.vector.Parallelism;

/**
 * What the class files of a kind say, beside what its selectors did.
 *
 * @param advice what is advised by the class files
 * @param profile what was observed
 */
public record Comparison(Advice advice, Profile profile) {
    /**
     * Returns the fields that the analysis has got wrong. What it doesn't know isn't wrong.
     *
     * @return names as in {@link CVector#FIELDS}
     */
    public List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        List<Finding<?>> expected = advice.traits().vector().fields();
        List<Finding<?>> observed = profile.vector().fields();
        for (int i = 0; i < expected.size(); i++) {
            Enum<?> said = expected.get(i).value();
            Enum<?> seen = observed.get(i).value();
            boolean isOpen = said.name().equals("UNKNOWN") || seen.name().equals("UNKNOWN");
            if (!isOpen && !agree(said, seen)) {
                wrong.add(CVector.FIELDS.get(i));
            }
        }
        return wrong;
    }

    /** A profile tells only whether answers are asked for; one that is used later may count as either. */
    private static boolean agree(Enum<?> said, Enum<?> seen) {
        return said.equals(seen) || said == Parallelism.FUTURE;
    }

    /**
     * Returns what the diagram says of the class files, before any proof is asked for.
     *
     * @return the decision
     */
    public Decision byAnalysis() {
        return Decision.of(advice.traits().vector());
    }

    /**
     * Returns what the diagram says of the profile. A profile proves nothing, so MONITOR is only what could be hoped for.
     *
     * @return the decision
     */
    public Decision byProfile() {
        return Decision.of(profile.vector());
    }

    /**
     * Returns whether it matters what is wrong.
     *
     * @return whether the two decisions name different policies
     */
    public boolean isOtherPolicy() {
        return byAnalysis().policy() != byProfile().policy();
    }
}
