package org.sojourn.host.place;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.Exited;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorSystem;

/** Selectors that are created, get some messages, and exit, some before the last one; a round is a generation of them. */
final class Churn extends Load {
    private static final int PARENTS = 4;
    private static final int CHILDREN = 30;
    private static final int MESSAGES = 10;
    private static final List<ExecutionPolicy> POLICIES = List.of(
            ExecutionPolicy.TASK,
            ExecutionPolicy.TASK,
            ExecutionPolicy.TASK,
            ExecutionPolicy.VIRTUAL,
            ExecutionPolicy.MONITOR,
            ExecutionPolicy.THREAD);

    private record NextGeneration() {}

    private final class Parent extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("all", Object.class);

        private final Term term;
        private final Set<Handle<?>> alive = new HashSet<>();
        private int generation;

        Parent(Term term) {
            super(ALL);
            this.term = term;
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Exited exited) {
                account.check(alive.remove(exited.who()));
            }
            if (alive.isEmpty() && term.goesOn(generation)) {
                generation++;
                for (int i = 0; i < CHILDREN; i++) {
                    bear(i);
                }
            } else if (alive.isEmpty()) {
                account.closed();
                exit();
            }
        }

        private void bear(int number) {
            int last = MESSAGES - number % 3;
            Handle<Integer> child =
                    system().create(POLICIES.get((generation + number) % POLICIES.size()), () -> new Child(last));
            alive.add(child);
            watch(child, ALL);
            for (int i = 1; i <= MESSAGES; i++) {
                account.sent();
                child.send(i);
            }
        }
    }

    /** Exits at a message, so that those after it are dead letters. */
    private final class Child extends Actor<Integer> {
        private final int last;
        private int before;

        Child(int last) {
            this.last = last;
        }

        @Override
        protected void process(Integer number) {
            account.processed();
            account.check(number == ++before);
            if (number == last) {
                exit();
            }
        }
    }

    @Override
    void begin(SelectorSystem system, Term term) {
        account.opened(PARENTS);
        for (int i = 0; i < PARENTS; i++) {
            system.create(() -> new Parent(term)).send(new NextGeneration());
        }
    }
}
