package org.sojourn.kernel.group;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sojourn.kernel.move.Fence;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Feature;

/** To which groups a part has broadcast, at other places too: its messages may be on their way there. */
final class Spoken extends Feature {
    private final Map<Name, GroupHere> groups = new LinkedHashMap<>(0);

    private Spoken() {}

    static void note(Cell sender, GroupHere group) {
        sender.feature(Spoken.class, any -> new Spoken()).groups.putIfAbsent(group.name(), group);
    }

    @Override
    protected void sent(Collection<Descriptor<Sojourner>> ways, Collection<Fence> fences) {
        groups.values().forEach(each -> ways.addAll(each.known()));
        fences.addAll(groups.values());
    }
}
