package org.sojourn.selectors;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Well-known names of a run: a selector of the runtime's own, at the init place. */
final class Registry extends Actor<Registry.Message> {
    /** Its own name's count. */
    static final long COUNT = 1;

    sealed interface Message {}

    record Register(String name, Handle<?> handle, ReplyTo<Boolean> asker) implements Message {}

    record Lookup(String name, ReplyTo<Handle<?>> asker) implements Message {}

    private final Map<String, Handle<?>> known = new HashMap<>();
    private final Map<String, List<ReplyTo<Handle<?>>>> waiting = new HashMap<>();

    @Override
    protected void process(Message message) {
        if (message instanceof Register register) {
            Handle<?> former = known.putIfAbsent(register.name(), register.handle());
            register.asker().reply(former == null || former.equals(register.handle()));
            List<ReplyTo<Handle<?>>> askers = waiting.remove(register.name());
            if (askers != null) {
                askers.forEach(asker -> asker.reply(known.get(register.name())));
            }
        } else if (message instanceof Lookup lookup) {
            Handle<?> found = known.get(lookup.name());
            if (found != null) {
                lookup.asker().reply(found);
            } else {
                waiting.computeIfAbsent(lookup.name(), n -> new ArrayList<>()).add(lookup.asker());
            }
        }
    }
}
