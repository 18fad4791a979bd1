package org.sojourn.selectors;

import java.util.ArrayList;
import java.util.List;
import org.sojourn.kernel.mail.Layout;

/**
 * The constraints that one class of selectors adds to the mailboxes of its own and of its superclasses. They belong to the
 * class, not to its objects: so they cost an object nothing, and hold wherever it lives.
 */
final class Constraints {
    private record Added(Mailbox<?> mailbox, Layout.Constraint constraint) {}

    private final List<Added> added = new ArrayList<>();
    private boolean isUsed;

    synchronized void add(Class<?> type, Mailbox<?> mailbox, Layout.Constraint constraint) {
        if (isUsed) {
            throw new IllegalStateException("a constraint of mailbox \"" + mailbox.name() + "\" comes after the first "
                    + type.getName()
                    + " was made, to which it would have applied; write it into a static initialiser of "
                    + type.getName());
        }
        added.add(new Added(mailbox, constraint));
    }

    /** Adds them to mailboxes; from now on there can be no more. */
    synchronized void addTo(List<Layout.Spec> specs, Class<?> type) {
        isUsed = true;
        added.forEach(each -> addTo(specs, type, each));
    }

    private static void addTo(List<Layout.Spec> specs, Class<?> type, Added added) {
        for (int i = 0; i < specs.size(); i++) {
            if (specs.get(i).id() == added.mailbox().id()) {
                specs.set(i, specs.get(i).constrained(added.constraint()));
                return;
            }
        }
        throw new IllegalArgumentException(type.getName() + " constrains mailbox \""
                + added.mailbox().name() + "\", which it doesn't declare; declare it in super(...)");
    }
}
