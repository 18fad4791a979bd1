package org.sojourn.weave;

import java.util.List;
import java.util.Objects;
import org.sojourn.weave.code.ClassPlan;
import org.sojourn.weave.code.Scope;

/**
 * Rewrites classes so that running code can be frozen, moved and continued: a computation stops in the middle of a loop or many frames deep,
 * becomes a {@link org.sojourn.weave.frame.DeltaSet}, and goes on at another place.
 *
 * <p>Code runs as before while nothing moves. Each call that may lead to where frames leave has an exception handler, and each loop reads a
 * flag.
 */
public final class Weaver {
    private final Scope scope;

    /**
     * Of some packages.
     *
     * @param packages their names, each with the packages below it; the empty name is for classes without a package
     */
    public Weaver(List<String> packages) {
        this.scope = new Scope(packages);
    }

    /** Whether a class is of these packages, by its name. */
    public boolean weaves(String className) {
        return scope.contains(className.replace('.', '/'));
    }

    /**
     * A class that was looked at.
     *
     * @param classFile what it has become; the one given, if there was nothing to do
     * @param methods how many of its methods frames can leave
     * @param refusals what can't be woven
     */
    public record Result(byte[] classFile, int methods, List<Refusal> refusals) {}

    /**
     * Rewrites a class.
     *
     * @param classFile as it was compiled; it is needed again when frames leave or come, by the name of the class from its class loader or
     *     below {@code META-INF/sojourn/original}
     */
    public Result weave(byte[] classFile) {
        return weave(classFile, 0);
    }

    /**
     * Rewrites a class of a multi-release jar.
     *
     * @param classFile as it was compiled
     * @param release the version of Java for which, and for later ones, the jar has it; 0 if it is for all
     */
    Result weave(byte[] classFile, int release) {
        ClassPlan.Body body = ClassPlan.body(Objects.requireNonNull(classFile, "classFile"), scope, release);
        String name = body.name().replace('/', '.');
        return new Result(
                body.classFile(),
                body.methods(),
                body.flaws().stream()
                        .map(each -> new Refusal(name, each.method(), each.line(), each.reason()))
                        .toList());
    }
}
