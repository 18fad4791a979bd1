package org.sojourn.messengers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that scripts call by {@code func} and that waits for something: it runs on a virtual thread of its own, and the messenger goes
 * on when it returns. Other messengers go on meanwhile, at the same node too; so it must not read or set the node's variables.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Blocking {}
