package org.sojourn.testkit.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.place.Dumps;
import org.sojourn.kernel.place.GuestProvider;
import org.sojourn.kernel.place.Guests;
import org.sojourn.kernel.place.Inventory;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Links;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.quiesce.PlaceReport;
import org.sojourn.kernel.quiesce.Termination;
import org.sojourn.kernel.quiesce.Termination.Detector;
import org.sojourn.kernel.site.Site;
import org.sojourn.selectors.SelectorPlace;

/** One place of a simulated cluster: the shipped kernel, selectors and termination on simulated ports. */
final class SimulatedPlace {
    /** Some places send inline, some don't, some hardly: what must hold, must hold in each. */
    private static final int[] INLINE_DEPTHS = {0, 1, Bound.INLINE_DEPTH.intValue()};

    /** Running code that can leave does so at one in so many looks: a step of the simulation ends there. */
    private static final int LOOKS = 4;

    private final SimulatedProcess process;
    private final SimulatedWorkers workers;
    private final SelectorPlace selectors;
    private final Guests guests;
    private final Kernel kernel;
    private final Membership membership;
    private final Inventory inventory;
    private final Dumps dumps;
    private boolean isOut;

    /**
     * Makes a place.
     *
     * @param shared what all places share
     * @param self this incarnation
     * @param roster who is in
     * @param process what it runs in
     * @param links its links
     * @param membership its membership
     * @param console where the program's output goes
     */
    SimulatedPlace(
            Shared shared,
            Member self,
            List<Member> roster,
            SimulatedProcess process,
            Links links,
            Membership membership,
            SelectorPlace.Console console) {
        this.process = process;
        this.workers = new SimulatedWorkers(shared, process);
        this.membership = membership;
        Site.Ports parts = new Site.Ports(
                self,
                roster,
                links,
                SelectorPlace.codec(shared.codec()),
                new PlaceClock(shared.simulation(), process, shared.ownClocks()),
                workers,
                shared.simulation(),
                shared.copyLocal(),
                INLINE_DEPTHS[(int) shared.simulation().between(0, INLINE_DEPTHS.length - 1)]);
        this.kernel = new Kernel(parts);
        shared.guests().accept(kernel);
        this.selectors = new SelectorPlace(
                kernel,
                shared.init(),
                shared.loader(),
                shared.mayTravel(),
                console,
                shared.policies(),
                kernel.balancing(shared.balance(), shared.balancer(), shared.moves()));
        this.guests = new Guests(shared.loader(), kernel, ground(shared));
        this.inventory = new Inventory(kernel, () -> 0);
        this.dumps = new Dumps(kernel);
    }

    private GuestProvider.Ground ground(Shared shared) {
        return new GuestProvider.Ground() {
            @Override
            public int workers() {
                return workers.count();
            }

            @Override
            public long seed() {
                return shared.seed();
            }

            @Override
            public int looksForOneLeave() {
                return LOOKS;
            }

            @Override
            public boolean mayTravel(String className) {
                return shared.mayTravel().test(className);
            }

            @Override
            public void print(String text) {
                System.out.print(text);
            }

            @Override
            public void result(String key, Object value) {
                selectors.result(key, value);
            }
        };
    }

    /** Takes part in detection; before {@link #start}. */
    void detect(Shared shared, Detector detector, Runnable announce) {
        // It registers itself with the kernel.
        var unused = new Termination(kernel.site(), shared.init(), shared.fanOut(), detector, announce);
    }

    /** A thread of the place's runs something once, soon. */
    void lend(Runnable once) {
        workers.lend(once);
    }

    void watch(Switchboard.Watcher watcher) {
        kernel.site().switchboard().watch(watcher);
    }

    void start() {
        kernel.start();
        membership.start(kernel.site().switchboard());
    }

    /** The process ends at once. */
    void kill() {
        out();
        workers.stop();
        process.end();
    }

    /** It isn't in any more: what it still does counts for nothing. */
    void out() {
        isOut = true;
        workers.dontCount();
    }

    boolean isOut() {
        return isOut;
    }

    SimulatedProcess process() {
        return process;
    }

    boolean isBusy() {
        return !isOut && workers.isBusy();
    }

    SelectorPlace selectors() {
        return selectors;
    }

    Kernel kernel() {
        return kernel;
    }

    Guests guests() {
        return guests;
    }

    CompletableFuture<Map<Member, PlaceReport>> reports() {
        return inventory.ask();
    }

    CompletableFuture<String> dump() {
        return dumps.ask();
    }

    /** What lives here, in words. */
    List<String> living() {
        List<String> kinds = new ArrayList<>();
        kernel.population().alive().forEach((kind, count) -> kinds.add(count + " " + kind));
        return kinds;
    }

    /** What waits here, in words: who is owed an answer, and whose mail nothing lets through. */
    List<String> waiting() {
        List<String> sentences = new ArrayList<>(kernel.requests().owed(20));
        kernel.population().stalled(20).stream().sorted().forEach(sentences::add);
        sentences.addAll(kernel.migration().heldBack());
        return sentences;
    }
}
