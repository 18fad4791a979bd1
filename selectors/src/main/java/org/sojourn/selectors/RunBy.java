package org.sojourn.selectors;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The policy that runs the selectors of a class and of its subclasses, unless their creator or the user of the run
 * says otherwise.
 *
 * <pre>{@code
 * @RunBy(ExecutionPolicy.VIRTUAL)
 * final class Database extends Actor<Query> {
 *   ...
 * }
 * }</pre>
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface RunBy {
    /**
     * Returns the policy.
     *
     * @return the policy
     */
    ExecutionPolicy value();
}
