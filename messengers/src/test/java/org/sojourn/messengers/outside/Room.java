package org.sojourn.messengers.outside;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Form;

/** A place without nodes: notes what it is asked for. */
final class Room implements Inside {
    final Map<String, Form> scripts = new ConcurrentHashMap<>();
    final Map<String, String> parameters = new TreeMap<>(Map.of("loop-seconds", "5"));
    final List<String> begun = new CopyOnWriteArrayList<>();
    final List<CompletableFuture<Void>> ends = new CopyOnWriteArrayList<>();
    final List<String> unheard = new CopyOnWriteArrayList<>();
    final List<Object> holding = new CopyOnWriteArrayList<>();
    final AtomicInteger released = new AtomicInteger();

    /** Whether it refuses holds. */
    volatile boolean isLeaving;

    /** What had failed for the run when a client's hold ended last. */
    volatile List<String> heardBefore = List.of();

    @Override
    public Counts counts() {
        return new Counts(3, 5, 8, 1);
    }

    @Override
    public void define(String name, Form script) {
        scripts.put(name, script);
    }

    @Override
    public Form script(String name) {
        Form script = scripts.get(name);
        if (script == null) {
            throw new IllegalArgumentException("there is no script '" + name + "'");
        }
        return script;
    }

    @Override
    public CompletionStage<Void> inject(Form script, @Nullable String node, Map<String, Object> values) {
        begun.add(script.name() + " at " + node + " with " + new TreeMap<>(values));
        CompletableFuture<Void> end = new CompletableFuture<>();
        ends.add(end);
        return end;
    }

    @Override
    public void nobodyHears(String fault) {
        unheard.add(fault);
    }

    @Override
    public Map<String, String> parameters() {
        return parameters;
    }

    @Override
    public void set(String parameter, String value) {
        parameters.put(parameter, value);
    }

    @Override
    public void hold(Object client, String sentence) {
        if (isLeaving) {
            throw new IllegalStateException("the place leaves");
        }
        holding.add(client);
    }

    @Override
    public void release(Object client) {
        heardBefore = List.copyOf(unheard);
        released.incrementAndGet();
        holding.remove(client);
    }

    /** A messenger that takes messages of at most so many characters. */
    static final class Taker implements Listener {
        final List<String> taken = new ArrayList<>();
        private final int most;

        Taker(int most) {
            this.most = most;
        }

        @Override
        public @Nullable String offered(int client, String text) {
            if (text.length() > most) {
                return "it takes " + most + " characters";
            }
            taken.add(text);
            return null;
        }
    }
}
