/**
 * The intermediate form of a messenger's script: what the compiler of MESSENGERS-C makes, what travels between places, and what is run.
 *
 * <p>A {@link org.sojourn.messengers.form.Form} is flat: a list of {@linkplain org.sojourn.messengers.form.Step steps} over trees of
 * {@linkplain org.sojourn.messengers.form.Expr expressions}. A messenger goes on at a step, so that the number of a step and the values
 * of the variables are all that it carries; no stack has to travel. Expressions have no scheduling point inside: the compiler has
 * lifted those out. Structs and arrays of several dimensions are gone as well: what is left are scalars and arrays of scalars.
 *
 * <p>A form has canonical bytes, and their SHA-256 is its id. Whoever reads such bytes
 * checks them: a form that has been read is as safe to run as one that was compiled here.
 */
@NullMarked
package org.sojourn.messengers.form;

import org.jspecify.annotations.NullMarked;
