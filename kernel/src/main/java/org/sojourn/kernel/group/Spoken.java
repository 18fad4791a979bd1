package org.sojourn.kernel.group;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Feature;

/** To which groups a part has broadcast, at other places too: its messages may be on their way there. */
public final class Spoken extends Feature {
    private final Map<Name, GroupHere> groups = new LinkedHashMap<>(0);

    private Spoken() {}

    static void note(Cell sender, GroupHere group) {
        sender.feature(Spoken.class, any -> new Spoken()).groups.putIfAbsent(group.name(), group);
    }

    /** {@return the groups to which a part has broadcast; it sends no more} */
    public static Collection<GroupHere> of(Cell part) {
        Spoken its = part.having(Spoken.class);
        return its == null ? List.of() : its.groups.values();
    }

    /** A part has broadcast to these groups before it couldn't leave. */
    public static void restore(Cell part, Collection<GroupHere> groups) {
        groups.forEach(each -> note(part, each));
    }
}
