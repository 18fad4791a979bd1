package org.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.sched.Context;
import org.sojourn.kernel.sched.Cost;
import org.sojourn.kernel.sched.Policies;
import org.sojourn.kernel.sched.Reading;
import org.sojourn.kernel.sched.Task;

/** Short tasks that packets have set going. The test's thread is that of the links, and also the worker once that is woken. */
class LentTurnTest {
    private static final int FEW = 2;
    private static final int MANY = 100;
    private static final int MOST = Bound.SUBSTITUTE_THREADS.intValue();

    private static final Logger LOGGER = Logger.getLogger(Reading.class.getName());

    private final AtomicInteger idle = new AtomicInteger();
    private final WorkerAtOnce workers = new WorkerAtOnce();
    private final SetClock clock = new SetClock();
    private final Policies policies = new Policies(workers, () -> 0, clock, idle::incrementAndGet);
    private final Reading reading = policies.reading();
    private final List<String> log = new ArrayList<>();

    /** The policy's log. */
    private final List<LogRecord> said = new ArrayList<>();

    /** A task whose turns have been short so far. */
    private final class Short implements Task {
        private final Cost cost = new Cost(Bound.INLINE_MESSAGE_NANOS);
        private final Runnable body;

        Short(Runnable body) {
            this.body = body;
            for (int i = 0; i < 10; i++) {
                cost.took(1, 1);
            }
        }

        @Override
        public Cost cost() {
            return cost;
        }

        @Override
        public void run() {
            log.add(workers.isRunning() ? "by the worker" : "by the links");
            body.run();
        }
    }

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            said.add(entry);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @AfterEach
    void stopListening() {
        LOGGER.removeHandler(handler);
        LOGGER.setUseParentHandlers(true);
        LOGGER.setLevel(null);
    }

    @BeforeEach
    void start() {
        LOGGER.addHandler(handler);
        LOGGER.setUseParentHandlers(false);
        LOGGER.setLevel(Level.WARNING); // others have switched it off
        policies.start();
        assertThat(idle).hasValue(1);
    }

    /** Reads so many packets, the first for this task, and returns the links' part of the work that follows. */
    private @Nullable Runnable read(Task task, int packets) {
        reading.begins();
        Context.current().submit(policies.task(), task);
        return reading.ends(packets);
    }

    private Runnable readFew(Task task) {
        return Objects.requireNonNull(read(task, FEW));
    }

    @Test
    void shortTask_thatAFewPacketsSetGoing_isRunByTheLinks_andThenThePlaceIsIdle() {
        Runnable left = readFew(new Short(() -> {}));
        assertThat(policies.idleStamp()).isNegative();

        left.run();

        assertThat(log).containsExactly("by the links");
        assertThat(policies.idleStamp()).isNotNegative();
        assertThat(idle).hasValue(2);
    }

    @Test
    void taskThatIsPassedOn_andRunBeforeThatIsCounted_isFoundToBeTheLast() {
        Runnable left = read(new Short(() -> {}), MANY);

        assertThat(left).isNull();
        assertThat(log).containsExactly("by the worker");
        assertThat(policies.idleStamp()).isNotNegative();
        assertThat(idle).as("how often the place was told that it is idle").hasValue(2);
    }

    @Test
    void taskThatIsDue_whenThePlaceHasStopped_isLeftToTheWorkers() {
        Runnable left = readFew(new Short(() -> {}));
        policies.stop();

        left.run();

        assertThat(log).containsExactly("by the worker");
    }

    @Test
    void turnThatLasts_whenThereIsNoThreadToReadOn_hasAnotherOneAskedForAgain_untilThereIs() {
        AtomicInteger asked = new AtomicInteger();
        reading.goesOnBy(() -> {
            if (asked.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
            }
        });
        Runnable left = readFew(new Short(() -> {
            policies.tend();
            assertThat(asked).as("at the first look").hasValue(0);
            assertThatThrownBy(policies::tend).isInstanceOf(OutOfMemoryError.class);
            policies.tend();
            assertThat(asked).as("after one that failed").hasValue(2);
            policies.tend();
        }));

        left.run();

        assertThat(log).containsExactly("by the links");
        assertThat(asked).hasValue(2);
    }

    @Test
    void taskThatIsHeld_whileWhatCameWithItIsDecoded_isRunByTheWorkersWhenThePlaceLooks() {
        reading.begins();
        Context.current().submit(policies.task(), new Short(() -> {}));
        policies.tend();
        assertThat(log).containsExactly("by the worker");

        Runnable left = reading.ends(FEW);
        Objects.requireNonNull(left).run();

        assertThat(log).as("who has run it").hasSize(1);
        assertThat(policies.idleStamp()).isNotNegative();
        assertThat(idle).hasValue(2);
    }

    @Test
    void taskThatIsDueBehindATurn_isRunByTheWorkersWhenThePlaceLooks() {
        Runnable first = readFew(new Short(() -> {
            policies.tend();
            log.add("the first goes on");
        }));
        Runnable second = readFew(new Short(() -> {}));

        first.run();
        second.run();

        assertThat(log).containsExactly("by the links", "by the worker", "the first goes on");
        assertThat(policies.idleStamp()).isNotNegative();
    }

    @Test
    void turnsThatLast_asManyAsMay_leaveTheNextTasksToTheWorkers_untilOneIsOver() {
        AtomicInteger threads = new AtomicInteger();
        reading.goesOnBy(threads::incrementAndGet);

        lastInside(MOST);

        assertThat(threads).as("how often another thread was to read").hasValue(MOST);
        assertThat(log).hasSize(MOST + 1).startsWith("by the links").endsWith("by the worker");
        assertThat(said).as("what was said").hasSize(1);
        assertThat(said.get(0).getParameters()).containsExactly(String.valueOf(MOST));
        assertThat(read(new Short(() -> {}), FEW)).as("when they are over").isNotNull();
    }

    /** Another turn that lasts, inside those before; the innermost finds that no more may. */
    private void lastInside(int more) {
        Short task = new Short(() -> {
            policies.tend();
            policies.tend();
            policies.tend();
            lastInside(more - 1);
        });
        if (more == 0) {
            assertThat(read(new Short(() -> {}), FEW)).isNull();
        } else {
            readFew(task).run();
        }
    }

    @Test
    void turn_countsForTheTimeThatItTakes_fromItsBeginning() {
        Runnable left = readFew(new Short(() -> {
            clock.advance(5);
            assertThat(reading.nanos()).as("in the turn").isEqualTo(5);
        }));
        clock.advance(100);
        assertThat(reading.nanos()).as("before it").isZero();

        left.run();
        clock.advance(100);

        assertThat(log).containsExactly("by the links");
        assertThat(reading.nanos()).isEqualTo(5);
    }
}
