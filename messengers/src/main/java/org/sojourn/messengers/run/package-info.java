/**
 * Runs a {@linkplain org.sojourn.messengers.form.Form form} from one scheduling point to the next: as it stands, or compiled to a class.
 * What a messenger has to do with its surroundings goes through its {@link org.sojourn.messengers.run.Turn}; nothing here knows of
 * networks or places.
 */
@NullMarked
package org.sojourn.messengers.run;

import org.jspecify.annotations.NullMarked;
