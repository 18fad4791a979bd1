package org.sojourn.selectors;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Selectors of the class, and of its subclasses, stay at the place where they were created: a move is refused. */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Immovable {
    /**
     * Says why, for the message of a refusal.
     *
     * @return a clause, such as "it holds the window"
     */
    String value();
}
