package org.sojourn.selectors;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.part.Cell;

/** Well-known names of a run: a selector of the runtime's own, at the init place. */
final class Registry extends Actor<Registry.Message> {
    /** Its own name's count. */
    static final long COUNT = 1;

    sealed interface Message {}

    record Register(String name, Handle<?> handle, ReplyTo<Boolean> asker) implements Message {}

    record Lookup(String name, ReplyTo<Handle<?>> asker) implements Message {}

    /** The end of a look-up that has waited long enough, which asks for the names that there are instead. */
    record GiveUp(String name, ReplyTo<Handle<?>> waiting, ReplyTo<List<String>> asker) implements Message {}

    private static final int MOST_NAMES = 10;

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
        } else if (message instanceof GiveUp given) {
            waiting.computeIfPresent(given.name(), (name, askers) -> {
                askers.removeIf(each -> each.address().equals(given.waiting().address()));
                return askers.isEmpty() ? null : askers;
            });
            given.asker().reply(known.keySet().stream().sorted().toList());
        }
    }

    /**
     * Looks a name up; if nobody registers it in time, says which names there are.
     *
     * @param patience how long to wait for the names
     */
    static CompletableFuture<Handle<?>> lookup(
            Handle<Message> registry, String name, Duration timeout, Duration patience) {
        AtomicReference<@Nullable ReplyTo<Handle<?>>> own = new AtomicReference<>();
        Answer.Asked<Handle<?>> asked =
                new Answer.Asked<>(registry.site(), Cell.current(), registry.target(), "lookup(\"" + name + "\")");
        registry.ask(
                asked,
                Cell.BY_TYPE,
                asker -> {
                    own.set(asker);
                    return new Lookup(name, asker);
                },
                timeout,
                asked.answer);
        CompletableFuture<Handle<?>> found = asked.answer; // so that what follows is bound to this place
        return found.handle((handle, failure) -> {
                    if (!(failure instanceof RequestTimeoutException)) {
                        return found;
                    }
                    CompletableFuture<List<String>> names = registry.request(
                            asker -> new GiveUp(name, Objects.requireNonNull(own.get()), asker), patience);
                    return names.<Handle<?>>handle((all, none) -> {
                        throw new RequestTimeoutException(missing(name, timeout, all));
                    });
                })
                .thenCompose(each -> each);
    }

    private static String missing(String name, Duration timeout, @Nullable List<String> all) {
        String registered = all == null
                ? "which names are, the init place hasn't told"
                : all.isEmpty()
                        ? "no name is"
                        : "registered are "
                                + all.stream()
                                        .limit(MOST_NAMES)
                                        .map(each -> "\"" + each + "\"")
                                        .collect(Collectors.joining(", "))
                                + (all.size() > MOST_NAMES ? " and " + (all.size() - MOST_NAMES) + " more" : "");
        return "nothing was registered as \"" + name + "\" within " + timeout.toMillis() + " ms, and " + registered
                + "; call register(\"" + name + "\", handle) at any place, or correct the name";
    }
}
