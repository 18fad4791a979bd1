package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.selectors.Distribution;
import org.sojourn.selectors.ExitReason;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Place;
import org.sojourn.selectors.Placement;
import org.sojourn.selectors.Selector;

/** What a selector's own methods do outside its turns: each says who was called from where, or works. */
class ForeignThreadTest extends OnePlace {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Lends its protected methods. */
    private static final class Lent extends Selector<Object> {
        static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);
        static final Map<String, Consumer<Lent>> METHODS = methods();

        Lent(List<Lent> lent) {
            super(ALL);
            lent.add(this);
        }

        @Override
        protected void process(Object message) throws Exception {
            if (message instanceof Call call) {
                call.what().accept(this);
            } else {
                exit();
            }
        }

        private static Map<String, Consumer<Lent>> methods() {
            Map<String, Consumer<Lent>> all = new LinkedHashMap<>();
            all.put("self", Lent::self);
            all.put("here", Lent::here);
            all.put("system", Lent::system);
            all.put("create", self -> self.create(() -> new Lent(new ArrayList<>())));
            all.put("createAt", self -> self.create(new Place(0), () -> new Lent(new ArrayList<>())));
            all.put("createWhere", self -> self.create(Placement.anywhere(), () -> new Lent(new ArrayList<>())));
            all.put("createGroup", self -> self.createGroup(1, (group, index) -> new Lent(new ArrayList<>())));
            all.put(
                    "createGroupOver",
                    self -> self.createGroup(
                            1,
                            Distribution.block(List.of(new Place(0))),
                            (group, index) -> new Lent(new ArrayList<>())));
            all.put("setEnabled", self -> self.setEnabled(ALL, true));
            all.put("enable", self -> self.enable(0));
            all.put("disable", self -> self.disable(0));
            all.put("isEnabled", self -> self.isEnabled(ALL));
            all.put("size", self -> self.size(ALL));
            all.put("exit", Lent::exit);
            all.put("pause", Lent::pause);
            all.put("watch", self -> self.watch(self.peer(), ALL));
            all.put("watchTranslated", self -> self.watch(self.peer(), ALL, Exited::who));
            all.put("migrateTo", self -> self.migrateTo(new Place(0)));
            all.put("after", self -> self.after(SECOND, "tick"));
            all.put("afterInto", self -> self.after(SECOND, ALL, "tick"));
            all.put("every", self -> self.every(SECOND, "tick").cancel());
            all.put("everyInto", self -> self.every(SECOND, ALL, "tick").cancel());
            all.put(
                    "receiveTimeout",
                    self -> self.receiveTimeout(SECOND, "tick").cancel());
            all.put(
                    "receiveTimeoutInto",
                    self -> self.receiveTimeout(SECOND, ALL, "tick").cancel());
            all.put("join", self -> self.join(SECOND));
            all.put("pipeTo", self -> self.pipeTo(new CompletableFuture<>(), value -> "v", failure -> "f"));
            all.put("pipeToInto", self -> self.pipeTo(ALL, new CompletableFuture<>(), value -> "v", failure -> "f"));
            all.put("become", self -> self.become(message -> {}));
            all.put("becomeTaking", self -> self.become(message -> {}, ALL));
            all.put("unbecome", Lent::unbecome);
            return all;
        }

        static Consumer<Lent> method(String name) {
            return Objects.requireNonNull(METHODS.get(name));
        }

        private @Nullable Handle<Object> peer;

        private Handle<Object> peer() {
            return Objects.requireNonNull(peer);
        }

        void peer(Handle<Object> known) {
            peer = known;
        }
    }

    private record Call(Consumer<Lent> what) {}

    static Stream<String> methods() {
        return Lent.METHODS.keySet().stream();
    }

    private final List<Lent> lent = new ArrayList<>();
    private final Handle<Object> handle = place.create(() -> new Lent(lent));

    private Lent lent() {
        place.run();
        Lent one = lent.get(0);
        one.peer(probe.handle());
        return one;
    }

    @ParameterizedTest
    @MethodSource("methods")
    void method_byAThreadThatIsNoSelector_saysWhoseWhatAndWhatToDo(String method) {
        Lent one = lent();

        assertThatThrownBy(() -> Lent.method(method).accept(one))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ForeignThreadTest.Lent")
                .hasMessageContaining(Thread.currentThread().getName())
                .hasMessageContaining("; ");
    }

    @ParameterizedTest
    @MethodSource("methods")
    void method_inAnothersTurn_saysWhoseTurnItIs(String method) {
        Lent one = lent();
        Handle<Object> other = place.create(() -> new Scripted(probe.handle()));
        List<String> said = new ArrayList<>();

        Scripted.tell(other, self -> {
            try {
                Lent.method(method).accept(one);
            } catch (IllegalStateException e) {
                said.add(e.getMessage());
            }
        });
        place.run();

        assertThat(said)
                .singleElement()
                .asString()
                .contains("ForeignThreadTest.Lent")
                .contains("Scripted");
    }

    @ParameterizedTest
    @MethodSource("methods")
    void method_inItsOwnTurn_works(String method) {
        lent();
        handle.send(new Call(Lent.method(method)));
        probe.watch(handle);
        place.run();

        handle.stop();
        assertThat(probe.expectExited(handle)).isNotInstanceOf(ExitReason.Failed.class);
    }

    @ParameterizedTest
    @MethodSource("methods")
    void method_afterItHasExited_saysThat(String method) {
        Lent one = lent();
        handle.send("exit");
        place.run();

        assertThatThrownBy(() -> Lent.method(method).accept(one))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ForeignThreadTest.Lent");
    }

    @Test
    void self_isSaidToBePassedOnFromWithin() {
        Lent one = lent();

        assertThatThrownBy(() -> Lent.method("self").accept(one))
                .hasMessageContaining("keep what it returns in a field");
    }
}
