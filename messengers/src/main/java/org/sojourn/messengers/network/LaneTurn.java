package org.sojourn.messengers.network;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.move.Departure;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Words;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Outward;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.run.Fault;
import org.sojourn.messengers.run.Script;
import org.sojourn.messengers.run.Turn;

/**
 * What a messenger has around it while a {@link Lane} runs it. Each of the methods that a script calls last, such as {@link #hop}, says
 * what becomes of the messenger; after {@link #fork} and its like it goes on at once.
 */
final class LaneTurn extends Turn {
    private static final VarHandle BEGUN;
    private static final VarHandle HOPS;

    static {
        try {
            BEGUN = MethodHandles.lookup().findVarHandle(LaneTurn.class, "begun", long.class);
            HOPS = MethodHandles.lookup().findVarHandle(LaneTurn.class, "hops", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** After so many calls of Java methods in one run others of the lane go first. */
    private static final int MOST_CALLS = 256;

    private final Nodes place;
    private final Crossing crossing;
    private @Nullable Node here;
    private @Nullable Messenger runs;

    /** How many times a messenger has begun to run here. Written by the lane, read by the watch. */
    private long begun;

    /** Which of these is to fail. */
    private volatile long stopping;

    /** How many hops were made here. Written by the lane. */
    private long hops;

    /** Which parameters it was given, if it has just begun. */
    private @Nullable BitSet given;

    /** Whether something was done that a balancer counts: not when a messenger just waits again. */
    private boolean isStep;

    /** How many Java methods the messenger has called since it has begun to run here. */
    private int calls;

    /** Whether the messenger goes on at once. */
    private boolean goesOn;

    LaneTurn(Lane lane) {
        this.place = lane.place;
        this.crossing = new Crossing(place);
    }

    /** The node whose turn it is. */
    private Node here() {
        Node its = here;
        if (its == null) {
            throw new IllegalStateException("no node has its turn");
        }
        return its;
    }

    private Messenger messenger() {
        Messenger its = runs;
        if (its == null) {
            throw new IllegalStateException("no messenger runs");
        }
        return its;
    }

    // ---- steps ----------------------------------------------------------------------------------------------------

    /** Does the first thing in a node's queue, or has the node leave. */
    void step(Node next) {
        if (next.isClosed() || next.halt == Node.Halt.COMING) {
            return;
        }
        if (leaveOver(next) || next.mayHaveOrder() && leaves(next)) {
            return;
        }
        Item item = next.peek();
        if (item == null || next.halt != Node.Halt.NONE) {
            return;
        }
        if (item instanceof Messenger comes && comes.code.script() == null) {
            place.codes().await(comes.code, next);
            return;
        }
        next.drop();
        here = next;
        isStep = false;
        item.go(this);
        here = null;
        next.wakeCounting();
        if (!leaveOver(next) && isStep) {
            place.stepped(next);
        }
    }

    /** Deletes a node that has nothing left and is to go then. Returns whether it has. */
    private boolean leaveOver(Node node) {
        return node.isForsaken && node.isLeftover() && place.deletions().delete(node);
    }

    /** A messenger can't go on at a node, and hasn't come to run there. */
    void giveUp(Node at, Messenger messenger, Fault why) {
        crossing.arrives(at, messenger);
        place.faults().add(messenger, at, why.at(messenger.lineBefore()));
        end(messenger);
        at.look();
    }

    private boolean leaves(Node node) {
        Departure order = node.takeOrder();
        return order != null && place.migration().depart(new Leaving(node), order);
    }

    /** Runs a messenger to its next point. */
    void run(Messenger messenger) {
        Script script = messenger.code.script();
        crossing.arrives(here(), messenger);
        if (script == null || place.kills().strikes(messenger)) {
            end(messenger);
            return;
        }
        Node node = here();
        boolean hasWaited = messenger.isWaiting;
        messenger.isWaiting = false;
        runs = messenger;
        beginsAnew();
        calls = 0;
        given = messenger.given;
        messenger.given = null;
        isNodeStored = false;
        try {
            if (messenger.isUnchecked) {
                check(messenger, script);
            }
            enter(node, messenger, script);
            goesOn = messenger.pending == null || catchesUp(messenger, messenger.pending);
            while (goesOn) {
                goesOn = false;
                script.run(messenger.frame, this);
            }
        } catch (Fault fault) {
            fails(messenger, fault);
        } catch (Throwable failure) { // a fault of this runtime: it ends the messenger and nothing else
            fails(messenger, new Fault("the runtime has failed: " + Words.of(failure), failure));
        }
        runs = null;
        isStep = !(hasWaited && messenger.isWaiting);
        if (isNodeStored) {
            node.wakeWaiting();
        }
    }

    /** A messenger has come in a packet, perhaps before its script: only now can be told whether it has the values for it. */
    private static void check(Messenger messenger, Script script) {
        messenger.isUnchecked = false;
        try {
            Wire.requireFit(script.messenger(), messenger.frame.values);
        } catch (MalformedException malformed) {
            throw new Fault("it has come with " + malformed.getMessage());
        }
    }

    /** Does what a messenger has put off; returns whether its script goes on now. */
    private boolean catchesUp(Messenger messenger, Pending pending) {
        goesOn = false;
        messenger.pending = null;
        switch (pending) {
            case Pending.Call call ->
                place.functions().call(this, here(), messenger, call.file(), call.name(), call.in(), call.results());
            case Pending.Injection injection -> injects(messenger, injection);
            case Pending.Receipt receipt -> receives(messenger, receipt);
            case Pending.Access access -> {
                isNodeStored |= place.accesses().perform(here(), messenger, access);
                end(messenger);
            }
        }
        return goesOn;
    }

    /** Has the node's variables at hand, those included that the script brings. */
    private void enter(Node its, Messenger messenger, Script script) {
        NodeLayout.Fit fit = its.layout.fit(messenger.code, script);
        if (fit.layout() != its.layout) {
            its.values = fit.layout().grown(its.values);
            its.layout = fit.layout();
            script.layOut(its.values, fit.at(), fit.isNew());
            isNodeStored = true;
        }
        node = its.values;
        at = fit.at();
    }

    private void fails(Messenger messenger, Fault fault) {
        place.faults().add(messenger, here(), fault);
        end(messenger);
    }

    /** Something has failed that nothing here has foreseen. */
    void reset() {
        here = null;
        runs = null;
    }

    /** A messenger is no more. */
    private void end(Messenger messenger) {
        place.ends().ended(messenger);
    }

    /** {@return how many times a messenger has begun to run, or has come back from Java code} By any thread. */
    long begun() {
        return (long) BEGUN.getAcquire(this); // pairs with the write in beginsAnew
    }

    /** The messenger has called Java code, whose time isn't its own: from now on it has all of its time again. */
    void beginsAnew() {
        isStopped = false;
        BEGUN.setRelease(this, begun + 1); // pairs with the read in begun: an order to stop this one comes later
    }

    /** {@return how many hops messengers have made here} By any thread. */
    long hops() {
        return (long) HOPS.getOpaque(this);
    }

    /** Has the messenger fail that was the one of this number when it began, unless another one runs by now. By any thread. */
    void stop(long number) {
        stopping = number;
        isStopped = true;
    }

    /** {@return what this lane does, for people} By any thread. */
    String describe() {
        Messenger its = runs;
        Node at = here;
        return its == null || at == null ? "nothing" : its + " at " + at;
    }

    // ---- what the messenger knows ---------------------------------------------------------------------------------

    @Override
    public @Nullable Fault stopped() {
        if (stopping != begun) { // the one that was meant has stopped by itself just now
            isStopped = false;
            return null;
        }
        return new Fault("the messenger has run for " + place.tuning().longest().toSeconds()
                + " s without a hop or another point at which it stops: an endless loop?");
    }

    @Override
    public String text(Expr.Known what) {
        return switch (what) {
            case NODE -> here().address().text();
            case PHYSICAL -> place.name();
            case LINK -> messenger().link;
            default -> throw new IllegalArgumentException(what + " isn't a text");
        };
    }

    @Override
    public @Nullable Object reference(Expr.Known what) {
        return switch (what) {
            case ADDRESS -> here().address();
            case LAST -> messenger().last;
            case SELF -> messenger().id;
            default -> throw new IllegalArgumentException(what + " is neither an address nor an id");
        };
    }

    @Override
    public boolean isGiven(int parameter) {
        return given != null && given.get(parameter);
    }

    @Override
    public double weight() {
        return messenger().weight;
    }

    @Override
    public int status() {
        return messenger().status;
    }

    @Override
    public long random() {
        Messenger its = messenger();
        return place.draws().random(its.id, its.frame.draws++);
    }

    @Override
    public int messengersHere() {
        return here().messengers() + 1;
    }

    @Override
    public int linksHere() {
        return here().links.size();
    }

    @Override
    public int places() {
        return place.places().size();
    }

    @Override
    public String placeName(int number) {
        if (number < 0 || number >= place.places().size()) {
            throw new Fault("there is no place number " + number + "; there are "
                    + place.places().size() + ", numbered from 0");
        }
        return Nodes.nameOf(place.places().get(number));
    }

    // ---- what it says ---------------------------------------------------------------------------------------------

    @Override
    public void print(String text) {
        place.outlet().print(text);
    }

    @Override
    public void report(String key, @Nullable Object value) {
        place.outlet().report(key, value == null ? "none" : value);
    }

    @Override
    public void send(@Nullable Object to, @Nullable Object message) {
        if (!(to instanceof Address address)) {
            throw new Fault("m_send to no node: the address is none");
        }
        if (message == null) {
            throw new Fault("m_send of nothing: an address or id that is none can't be a message");
        }
        crossing.send(here(), address, new Letter(message));
    }

    @Override
    public int priority(int next) {
        if (next < 0 || next > Item.URGENT) {
            throw new Fault("m_priority(" + next + "): a priority is 0 to " + Item.URGENT + ", and " + Item.URGENT
                    + " goes first");
        }
        int before = messenger().priority;
        messenger().priority = next;
        return before;
    }

    @Override
    public int kill(@Nullable Object messenger) {
        if (!(messenger instanceof Name id)) {
            return 0;
        }
        place.kills().kill(id);
        return 1;
    }

    // ---- where it stops -------------------------------------------------------------------------------------------

    @Override
    public void yields(boolean isWaiting) {
        if (isWaiting) {
            messenger().isWaiting = true;
            watch(here(), messenger());
            here().awaits(messenger());
        } else {
            here().append(messenger());
        }
    }

    /** Notes what it waits to change: one number, or also how many there are of what. */
    private void watch(Node its, Messenger messenger) {
        Script script = messenger.code.script();
        int variable = script == null ? -1 : script.watched(messenger.frame.step);
        messenger.watched = variable < 0 ? -1 : at[variable];
        messenger.seen = variable < 0 ? 0 : its.values.numbers[at[variable]];
        messenger.counts = script != null && script.counts(messenger.frame.step);
    }

    @Override
    public void exit() {
        end(messenger());
    }

    @Override
    public void hop(
            boolean isDelete,
            int nodeIs,
            @Nullable Object node,
            int linkIs,
            @Nullable String link,
            int weightIs,
            double weight,
            int physicalIs,
            @Nullable String physical,
            Step.Direction direction) {
        HOPS.setOpaque(this, hops + 1);
        crossing.hop(
                here(),
                messenger(),
                isDelete,
                new Crossing.Wanted(nodeIs, node, linkIs, link, weightIs, weight, physicalIs, physical, direction));
    }

    @Override
    public void create(
            boolean isAll,
            int nodeIs,
            @Nullable Object node,
            int linkIs,
            @Nullable String link,
            int weightIs,
            double weight,
            int physicalIs,
            @Nullable String physical,
            Step.Direction direction) {
        crossing.create(
                here(),
                messenger(),
                isAll,
                new Crossing.Wanted(nodeIs, node, linkIs, link, weightIs, weight, physicalIs, physical, direction));
    }

    @Override
    public boolean mayCall() {
        return here().peek() == null && ++calls <= MOST_CALLS;
    }

    @Override
    public void called() {
        beginsAnew();
    }

    @Override
    public void func(String file, String name, @Nullable Object[] in, Shape[] results) {
        Messenger its = messenger();
        if (mayCall()) {
            place.functions().call(this, here(), its, file, name, in, results);
        } else { // others here go first
            its.pending = new Pending.Call(file, name, in, results);
            here().append(its);
        }
    }

    @Override
    public void exec(String file, @Nullable Object[] in, boolean isWaitedFor) {
        place.functions().exec(here(), messenger(), file, in, isWaitedFor);
        goesOn = !isWaitedFor;
    }

    /** The messenger goes on at once, with what its point has left. */
    void goesOn(@Nullable Object... results) {
        messenger().frame.results = results;
        goesOn = true;
    }

    @Override
    public void fork() {
        Messenger its = messenger();
        Messenger other = place.census().born(its, its.copy(place.mint()));
        other.frame.results = new Object[] {null};
        here().append(other);
        goesOn(other.id);
    }

    @Override
    public void duplicate() {
        Messenger its = messenger();
        Messenger other = place.census().born(its, its.copy(place.mint()));
        other.frame.step = 0;
        here().append(other);
        goesOn(other.id);
    }

    @Override
    public void inject(String script, @Nullable Object[] arguments) {
        injects(messenger(), new Pending.Injection(script, arguments));
    }

    /** Begins another messenger, as soon as it is known what its script is. */
    private void injects(Messenger its, Pending.Injection injection) {
        if (injection.script().length() > Nodes.LONGEST_NAME) {
            throw new Fault("m_inject: the name of a script has "
                    + injection.script().length() + " characters; at most " + Nodes.LONGEST_NAME + " are possible");
        }
        Code named = place.codes().named(injection.script());
        Script own = its.code.script();
        Code code = named == null && own != null && own.form().name().equals(injection.script()) ? its.code : named;
        Script known = code == null ? null : code.script();
        if (code == null || known == null) {
            its.pending = injection;
            here().putFirst(its);
            place.codes().await(injection.script(), here());
            return;
        }
        Messenger other = new Messenger(place.mint(), its.id, code, known.begin());
        Arguments.give(known, other, injection.arguments());
        if (its.share != null) {
            other.share = its.share.split();
        }
        place.census().born(its, other);
        here().append(other);
        goesOn(other.id);
    }

    @Override
    public void receive(@Nullable Object from, boolean isWaiting, Shape shape) {
        if (!(from instanceof Address address)) {
            throw new Fault("there is no node to receive a message from: the address is none");
        }
        receives(messenger(), new Pending.Receipt(address, isWaiting, shape));
    }

    @Override
    public void outside(Outward what, int number, int priority, @Nullable Object[] values, @Nullable Shape shape) {
        String text = what == Outward.SEND ? printed(values) : "";
        place.outdoors().act(this, here(), messenger(), what, number, priority, text, values, shape);
    }

    /** Takes a message, here or where it is. */
    private void receives(Messenger its, Pending.Receipt receipt) {
        if (!receipt.from().equals(here().address())) {
            its.pending = receipt;
            its.errand = here().address();
            here().away++;
            crossing.jump(here(), its, receipt.from());
            return;
        }
        Object oldest = here().oldest();
        if (oldest != null) {
            its.frame.results = new Object[] {1, Shapes.as(oldest, receipt.shape())};
            here().takeOldest();
            received(its);
        } else if (receipt.isWaiting()) {
            its.pending = receipt;
            its.isWaiting = true;
            here().receives(its);
        } else {
            its.frame.results = new Object[] {0, null};
            received(its);
        }
    }

    /** It has what it has come for: it goes on, or goes back to where it was before. */
    private void received(Messenger its) {
        if (its.errand == null) {
            goesOn = true;
        } else {
            goesBack(its, its.errand);
        }
    }

    private void goesBack(Messenger its, Address home) {
        its.isBack = true;
        crossing.jump(here(), its, home);
    }

    /** Something has become of what this node waits for, or has made. */
    void noticed(Notice notice) {
        switch (notice.what) {
            case SEVERED -> here().severing = Math.max(0, here().severing - 1);
            case NOT_BACK -> here().away = Math.max(0, here().away - 1);
            case UNLINKED -> here().links.removeIf(each -> each.id().equals(notice.link));
        }
    }

    /** A message has come for the node's box, or for the messenger that has waited longest. */
    void boxed(Object what) {
        isStep = true;
        for (Messenger receiver = here().receiver(); receiver != null; receiver = here().receiver()) {
            Shape wanted = receiver.pending instanceof Pending.Receipt receipt ? receipt.shape() : null;
            receiver.pending = null;
            receiver.isWaiting = false;
            try {
                receiver.frame.results = new Object[] {1, Shapes.as(what, wanted)};
            } catch (Fault fault) {
                fails(receiver, fault);
                continue;
            }
            if (receiver.errand == null) {
                here().append(receiver);
            } else {
                goesBack(receiver, receiver.errand);
            }
            return;
        }
        here().boxed(what);
    }
}
