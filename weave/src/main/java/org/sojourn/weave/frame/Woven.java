package org.sojourn.weave.frame;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a class whose frames can leave. The weaver sets it; nobody else does. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Woven {
    /** The packages that were woven, each with those below it; the empty name is for classes without a package. */
    String[] packages();

    /** The version of Java for which, and for later ones, a multi-release jar has the class; 0 for one that is for all. */
    int release() default 0;
}
