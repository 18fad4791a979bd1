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
 *
 * <p>Any number of threads may use one at once.
 */
public final class Weaver {
    private final Scope scope;

    /**
     * Of some packages.
     *
     * @param packages their names, each with the packages below it; the empty name is for classes without a package
     */
    public Weaver(List<String> packages) {
        this.scope = new Scope(Objects.requireNonNull(packages, "packages is null; give a list"));
    }

    /** Whether a class is of these packages, by its name, with dots or slashes. */
    public boolean weaves(String className) {
        return scope.contains(Objects.requireNonNull(className, "className is null; give a name")
                .replace('.', '/'));
    }

    /**
     * A class that was looked at.
     *
     * @param classFile what it has become; the one given, if there was nothing to do
     * @param methods how many of its methods frames can leave
     * @param refusals what can't be woven
     */
    public record Result(byte[] classFile, int methods, List<Refusal> refusals) {
        /** Checks; keeps a copy of the list, and the class file itself. */
        public Result {
            Objects.requireNonNull(classFile, "classFile is null; give its bytes");
            refusals = List.copyOf(Objects.requireNonNull(refusals, "refusals is null; give a list"));
        }
    }

    /**
     * Rewrites a class, whether or not it is of these packages. No other class is read for that. The same bytes and packages give the same bytes.
     *
     * @param classFile as it was compiled; it is needed again when frames leave or come, by the name of the class from its class loader or
     *     below {@code META-INF/sojourn/original}
     * @return the class file given, with a reason, if nothing of it can be woven; if it has nested classes, which may be woven all the same, it is one that lets
     *     their twins see what is private
     * @throws RuntimeException if it is no class file, or one of a later version of Java than this library knows
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
        ClassPlan.Body body =
                ClassPlan.body(Objects.requireNonNull(classFile, "classFile is null; give its bytes"), scope, release);
        String name = body.name().replace('/', '.');
        return new Result(
                body.classFile(),
                body.methods(),
                body.flaws().stream()
                        .map(each -> new Refusal(name, each.method(), each.line(), each.reason()))
                        .toList());
    }
}
