package org.sojourn.kernel.part;

import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.port.Words;

/** How parts stand, in words, for people: what they hold, what keeps it from being processed, and what they are to become. */
public final class Standing {
    private Standing() {}

    /** {@return a sentence that says what keeps a part's mail from being processed} Exact while the place is passive. */
    public static String describeWithheld(Cell cell) {
        Kind kind = cell.home.kind;
        if (kind == null || !cell.holdsFiled()) {
            return cell + " was never created; " + Words.messages(cell.early())
                    + (cell.early() == 1 ? " waits for it" : " wait for it");
        }
        StringBuilder text = new StringBuilder(cell.toString());
        String separator = " holds ";
        Layout layout = kind.layout();
        for (int i = 0; i < layout.size(); i++) {
            int size = cell.filed(i);
            if (size > 0) {
                text.append(separator)
                        .append(size)
                        .append(" in mailbox \"")
                        .append(layout.spec(i).name())
                        .append('"');
                text.append(
                        cell.is(Agenda.PAUSED)
                                ? " (paused)"
                                : cell.is(Agenda.MUTED)
                                        ? " (muted)"
                                        : cell.isEnabled(i) ? " (not allowed by its constraint)" : " (disabled)");
                separator = ", ";
            }
        }
        return text.toString();
    }

    /** {@return how much mail a part has taken and not processed} By any thread; about right while it is in a turn. */
    public static int held(Cell cell) {
        return cell.held();
    }

    /** {@return how much mail a part holds; empty if it holds none} By any thread; about right while it is in a turn. */
    public static String describeMail(Cell cell) {
        Kind kind = cell.home.kind;
        int waiting = Math.max(cell.held(), cell.early());
        boolean hasMail = cell.isMailDue();
        if (waiting == 0 && !hasMail) {
            return "";
        }
        StringBuilder text = new StringBuilder(cell.toString()).append(": ").append(Words.messages(waiting));
        text.append(hasMail ? " and what has just arrived" : "");
        for (int i = 0; kind != null && cell.holdsFiled() && i < kind.layout().size(); i++) {
            int size = cell.filed(i);
            if (size > 0 || !cell.isEnabled(i)) {
                text.append(", ")
                        .append(size)
                        .append(" in \"")
                        .append(kind.layout().spec(i).name());
                text.append(cell.isEnabled(i) ? "\"" : "\" (disabled)");
            }
        }
        return text.append(cell.is(Agenda.PAUSED) ? "; paused" : "")
                .append(cell.is(Agenda.MUTED) ? "; muted" : "")
                .toString();
    }

    /** {@return the name of the kind that a part has, or will have if it becomes what others of the same origin did; null if nobody can know} */
    public static @Nullable String kindToBe(Cell cell) {
        KindHere here = cell.home;
        KindHere usual = here.usual;
        Kind known = here.kind != null ? here.kind : usual == null ? null : usual.kind;
        return known == null ? null : known.name();
    }

    /** {@return which part it is that waits to be run, and whether it waits to be constructed} By any thread. */
    public static String describeWaiting(Cell cell) {
        KindHere here = cell.home;
        if (here.kind != null) {
            return cell.toString();
        }
        String kind = kindToBe(cell);
        Object origin = here.origin;
        String made = origin instanceof Class<?> type ? type.getName() : origin == null ? "" : Words.of(origin);
        int lambda = made.indexOf("$$Lambda");
        String part = cell.toString();
        return (kind == null ? "a selector" : kind)
                + part.substring(cell.kindName().length())
                + (kind == null && origin != null
                        ? ", which " + (lambda < 0 ? made : made.substring(0, lambda)) + " is to construct"
                        : ", which isn't constructed yet");
    }
}
