package org.sojourn.kernel.move;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.PacketWriter;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Words;
import org.sojourn.kernel.site.Site;

/**
 * The routes of mail to parts which may move: one place's side.
 *
 * <p><b>Purpose.</b> Mail goes where the descriptor of the name says, which is a best guess. A place that a part has left
 * sends mail on. The protocol makes the routes short again, and keeps the order of each sender's mail while it does.
 * (Forwarding information requests, best guesses and the collapse of chains: W. Kim and G. Agha, <i>Efficient Support of
 * Location Transparency in Concurrent Object-Oriented Programming Languages</i>, 1995, "Message Delivery Algorithm".)
 *
 * <p><b>One route at a time.</b> Between a place and a part there is one route in use: to the place of the best guess, from
 * there to that place's best guess, and so on; packets of one name keep their order on every link of it. So what a sender
 * sends by it arrives in order. The route may grow at its end, when the part moves again; it is never changed in the middle
 * while mail is on it. To change it, a place asks where the part is:
 *
 * <pre>
 *   settled --hint, or asked by another place: LOCATE to the best guess--&gt; holding --LOCATED--&gt; settled
 *   settled --the place of the guess is lost--&gt; holding --roll call--&gt; settled, or lost
 * </pre>
 *
 * <b>The question is the marker.</b> LOCATE goes the way that the mail went, behind it, and from the first question on all
 * further mail is held back. Each place that is no longer the part's asks the next one and holds back likewise; the part's
 * place answers. So when LOCATED is back, everything that the asker has sent before has arrived in the part's inbox, and can
 * no longer be overtaken: the asker, and each place between, sends what it holds back by the new, short route. A question
 * that comes to a place which is asking already waits in line behind the mail that is held back there. In the paper, too,
 * the places in between hold mail back. Here the sender's place does so as well, and a question keeps its position in the
 * order of the mail. Guarantee G1 (docs/guarantees.md) needs both; the paper doesn't promise it.
 *
 * <p><b>Who asks.</b> A place that sends mail on tells the one it came from (HINT), and so does a part's new
 * place its birthplace. Where nothing is on the way the new guess is simply taken.
 *
 * <p><b>Why chains end.</b> A place guesses by an epoch, and sends on only to a place that has had the part at that epoch or
 * later, which itself sends on by a later one. Epochs grow along the way, so there is no cycle. A part that moves faster
 * than its mail is found out after {@link Bound#FORWARDINGS} places: the mail becomes dead letters that say so.
 *
 * <p><b>A part comes here.</b> What was sent by way of this place before the part came, from here or from elsewhere, comes
 * back to it over its former places. This place asks behind that mail. Until its question is answered the part doesn't run
 * ({@link Migration}), and two sorts of mail wait here: what is sent from here, and what another place sends by a guess that is older
 * than the part's coming, as that takes the same route, which now ends here. What is sent because the part is known to be here
 * arrives at once; the returning mail is of that sort. That is why each packet tells the epoch of the guess by which it was sent.
 *
 * <p><b>A place is lost.</b> Nobody can find out any more whether what it had sent on has arrived. So each parcel that is sent on
 * lists the places that it has come by. A place that has put one of these out refuses the parcel ({@link Parcel#isStray}),
 * which becomes a dead letter, as if the lost place had kept it. Mail that waits for an answer of the lost place
 * waits for the roll call instead, at whose end the place is out everywhere: nothing that was sent earlier can arrive
 * later.
 *
 * <p><b>Too much is held.</b> What a place holds back for one name has a bound ({@link Bound#HELD_MESSAGES}): whoever sends more is
 * muted until it goes on ({@link Withholding}).
 *
 * <p><b>Right with threads.</b> Deciding and sending are one step under the descriptor's lock. Nothing that a program wrote is
 * called under it.
 *
 * <p><b>Dropped.</b> Returning mail to its sender, which then finds the new place: one packet kind less, but each piece travels
 * three times. Holding back at the receiver until a marker has come by the old way: no round trip, but mail would be lost
 * with the new place that belongs to the old one. Numbers per sender and receiver: local sends would need them, too. Waiting, in a roll
 * call, for an answer behind what the lost place has sent on: places would wait for each other's answers in a circle when
 * the question comes to another lost place.
 */
final class Routes implements RollCall.Ways {
    private static final System.Logger LOG = System.getLogger(Routes.class.getName());
    private static final int MOST_HOPS = Bound.FORWARDINGS.intValue();

    private final Residents residents;
    private final Site site;
    private final RollCall rolls;
    private final Consumer<Name> onAdmitted;
    private final Consumer<Member> onLost;

    /** What is done when the lock is given back. */
    private static final class After {
        private final List<Runnable> actions = new ArrayList<>(0);

        void add(Runnable action) {
            actions.add(action);
        }

        void run() {
            actions.forEach(Routes::guarded);
        }
    }

    /** Does one of several things: if it fails, the others are done all the same. Guests' code is called so. */
    static void guarded(Runnable action) {
        try {
            action.run();
        } catch (Throwable failure) {
            LOG.log(ERROR, "a step of moving or forwarding has failed; others go on", Words.printable(failure));
        }
    }

    Routes(Residents residents, Consumer<Name> onAdmitted, Consumer<Member> onLost) {
        this.residents = residents;
        this.site = residents.site();
        this.rolls = new RollCall(residents, this);
        this.onAdmitted = onAdmitted;
        this.onLost = onLost;
        site.switchboard().on(PacketKind.LOCATE, this::asked);
        site.switchboard().on(PacketKind.LOCATED, this::located);
        site.switchboard().on(PacketKind.HINT, (from, packet) -> hinted(packet));
    }

    RollCall rolls() {
        return rolls;
    }

    /** Says what is held back, and until when. */
    List<String> heldBack() {
        List<String> sentences = new ArrayList<>();
        for (Descriptor<Sojourner> each : residents.names().descriptors()) {
            synchronized (each) {
                Holding holding = holding(each);
                if (holding != null) {
                    sentences.add(holding.line.size()
                            + (holding.line.size() == 1 ? " message or question" : " messages and questions") + " for "
                            + each.name() + (holding.line.size() == 1 ? " is held back " : " are held back ")
                            + holding.reason());
                }
            }
        }
        sentences.sort(null);
        return sentences;
    }

    private static @Nullable Holding holding(Descriptor<Sojourner> to) {
        return (Holding) to.holding();
    }

    // ---- parcels ------------------------------------------------------------------------------------------------

    /** Sends what was sent at this place. */
    void post(Descriptor<Sojourner> to, Parcel parcel) {
        After after = new After();
        synchronized (to) {
            Sojourner here = to.resident();
            if (here != null) {
                after.add(() -> deliver(to, parcel, here));
            } else {
                send(to, parcel, after);
            }
        }
        after.run();
    }

    /** Takes what another place has sent, or sent on. */
    void arrived(Member from, Descriptor<Sojourner> to, Parcel parcel) {
        if (isTaken(from, to, parcel, false)) {
            return;
        }
        try {
            parcel.prepare(); // a program's code: not under the lock
        } catch (Throwable failure) {
            LOG.log(WARNING, "mail for " + to.name() + " can't be sent on", Words.printable(failure));
            parcel.undeliverable(to, DeadLetters.Cause.UNDECODABLE);
            return;
        }
        isTaken(from, to, parcel, true);
    }

    /** Takes a parcel, unless it may have to be sent on and isn't ready for that. */
    private boolean isTaken(Member from, Descriptor<Sojourner> to, Parcel parcel, boolean isReady) {
        After after = new After();
        Sojourner lives = null;
        synchronized (to) {
            Forgetting.exitIfForgotten(to, parcel.guess(), site.self());
            Sojourner coming = to.arriving();
            if (parcel.isStray()) {
                dead(to, parcel, DeadLetters.Cause.WAY_LOST, after);
            } else if (coming != null && parcel.guess() >= to.epoch()) {
                leave(to, parcel, coming, after);
            } else {
                lives = to.resident();
                if (lives == null && !isReady && mayGoOn(to)) {
                    return false;
                }
                if (lives == null && send(to, parcel, after)) {
                    hint(from, to);
                }
            }
        }
        if (lives != null) {
            deliver(to, parcel, lives);
        } else {
            after.run();
        }
        return true;
    }

    private boolean mayGoOn(Descriptor<Sojourner> to) {
        return to.arriving() == null && (holding(to) != null || !to.location().equals(site.self()));
    }

    private static void deliver(Descriptor<Sojourner> to, Parcel parcel, Sojourner receiver) {
        if (parcel.fits(receiver)) {
            parcel.deliver(receiver);
        } else {
            parcel.undeliverable(to, DeadLetters.Cause.NO_MAILBOX);
        }
    }

    private static void leave(Descriptor<Sojourner> to, Parcel parcel, Sojourner coming, After after) {
        if (parcel.fits(coming)) {
            parcel.leave(coming);
        } else {
            dead(to, parcel, DeadLetters.Cause.NO_MAILBOX, after);
        }
    }

    /** Sends or holds a parcel whose receiver isn't here. Returns whether it was sent on. */
    private boolean send(Descriptor<Sojourner> to, Parcel parcel, After after) {
        Holding holding = holding(to);
        if (holding != null) {
            holding.line.add(new Holding.Sent(parcel));
            holding.backlog = parcel.heldBack(to, holding.line.size(), holding.backlog);
            return false;
        }
        Member at = to.location();
        if (to.isExited()) {
            if (parcel.isForTheDead() && waitsForLeaver(to, Holding.NOBODY)) {
                Objects.requireNonNull(holding(to)).line.add(new Holding.Sent(parcel));
            } else if (!parcel.isForTheDead() || !parcel.send(to.name(), at, to.epoch())) {
                dead(to, parcel, DeadLetters.Cause.EXITED, after);
            }
        } else if (at.equals(site.self())) {
            Sojourner expected = parcel.expected(to.name());
            if (expected == null) {
                dead(to, parcel, DeadLetters.Cause.EXITED, after);
            } else {
                after.add(() -> deliver(to, parcel, expected));
            }
        } else if (parcel.hops() > MOST_HOPS) {
            dead(to, parcel, DeadLetters.Cause.FAR, after);
        } else if (waitsForLeaver(to, Holding.NOBODY)) {
            Objects.requireNonNull(holding(to)).line.add(new Holding.Sent(parcel));
        } else if (parcel.send(to.name(), at, to.epoch())) {
            to.used(true);
            return true;
        } else if (rolls.await(at, to)) {
            hold(to, Holding.roll(Holding.NOBODY, at)).line.add(new Holding.Sent(parcel));
        } else if (rolls.recall(to)) {
            return send(to, parcel, after);
        } else {
            dead(to, parcel, lostAt(to).cause(), after);
        }
        return false;
    }

    private static void dead(Descriptor<Sojourner> to, Parcel parcel, DeadLetters.Cause cause, After after) {
        after.add(() -> parcel.undeliverable(to, cause));
    }

    /** While mail is held back the place isn't passive. */
    private Holding hold(Descriptor<Sojourner> to, Holding holding) {
        site.hold();
        to.holding(holding);
        return holding;
    }

    /**
     * Holds mail back that would go to a place which is about to leave: behind what has gone there, if something may be on its way, else
     * until it is out. With the lock held; false if it isn't so.
     */
    private boolean waitsForLeaver(Descriptor<Sojourner> to, Holding.Asker asker) {
        Member at = to.location();
        if (!site.switchboard().isLeaving(at)) {
            return false;
        }
        if (to.isUsed()) {
            return isAsked(to, asker, at, to.epoch());
        }
        if (!rolls.awaitLeaver(at, to)) {
            return false;
        }
        hold(to, Holding.roll(asker, at));
        return true;
    }

    /**
     * Asks, behind what has gone to a place that is about to leave, where that is now.
     *
     * @return whether nothing is left to be asked there: all that has gone to it, or by way of it, has arrived
     */
    boolean isSettled(Member leaver) {
        boolean isSettled = true;
        for (Descriptor<Sojourner> each : residents.names().descriptors()) {
            synchronized (each) {
                Holding holding = holding(each);
                if (holding != null
                        ? leaver.equals(holding.asked)
                        : !each.isExited() && each.location().equals(leaver)) {
                    isSettled = false;
                    if (holding == null) {
                        isAsked(each, Holding.NOBODY, leaver, each.epoch());
                    }
                }
            }
        }
        return isSettled;
    }

    // ---- questions ----------------------------------------------------------------------------------------------

    /**
     * Has somebody of this place told where a part is, when everything that was sent to it here before has arrived there.
     *
     * @param to whom
     * @param asker is told, perhaps at once
     */
    void ask(Descriptor<Sojourner> to, Holding.Asker asker) {
        Finding known;
        synchronized (to) {
            known = line(to, asker, holding(to) == null);
        }
        if (known != null) {
            asker.told(known);
        }
    }

    /** Another place asks. */
    private void asked(Member from, PacketReader packet) {
        Name name = Name.read(packet);
        int hops = packet.u8() + 1;
        long guess = packet.i64();
        Descriptor<Sojourner> to = residents.names().locate(name, site.self());
        Holding.Asker asker = new Holding.Asker() {
            @Override
            public void told(Finding finding) {
                PacketWriter answer = new PacketWriter(PacketKind.LOCATED, 48);
                name.write(answer);
                finding.write(answer);
                site.switchboard().send(from, name.orderKey(), answer);
            }

            @Override
            public int hops() {
                return hops;
            }
        };
        Finding known;
        synchronized (to) {
            Forgetting.exitIfForgotten(to, guess, site.self());
            boolean isNext = holding(to) == null || to.arriving() != null && guess >= to.epoch();
            known = line(to, asker, isNext || to.isExited());
        }
        if (known != null) {
            asker.told(known);
        }
    }

    /** What needs no question; null if it does. */
    private @Nullable Finding atHand(Descriptor<Sojourner> to, Holding.Asker asker) {
        Member at = to.location();
        if (to.isExited()) {
            return new Finding(Finding.Verdict.EXITED, at, to.epoch());
        }
        if (at.equals(site.self())) {
            return new Finding(Finding.Verdict.LIVES, at, to.epoch());
        }
        return asker.hops() > MOST_HOPS ? new Finding(Finding.Verdict.FAR, at, to.epoch()) : null;
    }

    /** Puts a question into line, or asks it; or returns the answer, if it needs none or there is none. */
    private @Nullable Finding line(Descriptor<Sojourner> to, Holding.Asker asker, boolean isNext) {
        Holding holding = holding(to);
        Finding known = isNext ? atHand(to, asker) : null;
        if (known != null) {
            return known;
        }
        if (holding != null) {
            holding.line.add(asker);
            return null;
        }
        if (waitsForLeaver(to, asker)) {
            return null;
        }
        return isAsked(to, asker, to.location(), to.epoch()) ? null : lostAt(to);
    }

    /** Nobody knows more. What was at a place that left in order, and went nowhere, has exited there. */
    private Finding lostAt(Descriptor<Sojourner> to) {
        boolean hasLeft = site.switchboard().hasParted(to.location());
        return new Finding(hasLeft ? Finding.Verdict.EXITED : Finding.Verdict.LOST, to.location(), to.epoch());
    }

    /** Asks a place, and holds back what is sent from now on. Returns false if that place is lost and nobody knows more. */
    private boolean isAsked(Descriptor<Sojourner> to, Holding.Asker asker, Member at, long guess) {
        PacketWriter packet = new PacketWriter(PacketKind.LOCATE, 24);
        to.name().write(packet);
        boolean isSent = site.switchboard()
                .send(at, to.name().orderKey(), packet.u8(asker.hops()).i64(guess));
        if (!isSent && !rolls.await(at, to)) {
            return rolls.recall(to) && isAsked(to, asker, to.location(), to.epoch());
        }
        hold(to, isSent ? Holding.answer(asker, at) : Holding.roll(asker, at));
        return true;
    }

    private void located(Member from, PacketReader packet) {
        Name name = Name.read(packet);
        Finding finding = Finding.read(packet);
        Descriptor<Sojourner> to = residents.names().find(name);
        if (to == null) {
            return;
        }
        After after = new After();
        synchronized (to) {
            Holding holding = holding(to);
            if (holding != null && from.equals(holding.asked)) {
                resolve(to, holding, finding, after);
            }
        }
        after.run();
    }

    // ---- going on -----------------------------------------------------------------------------------------------

    /** What mail was held back for is here: nothing is on the old way any more. */
    private void resolve(Descriptor<Sojourner> to, Holding holding, Finding finding, After after) {
        to.holding(null);
        to.used(false);
        after.add(() -> {
            holding.asker.told(finding);
            site.release();
        });
        Sojourner coming = to.arriving();
        if (coming == null && !to.isExited()) {
            learn(to, finding, after);
        }
        while (!holding.line.isEmpty()) {
            Holding.Held next = holding.line.remove();
            if (next instanceof Holding.Asker asker) {
                Finding known = line(to, asker, true);
                if (known != null) {
                    after.add(() -> asker.told(known));
                }
            } else {
                Parcel parcel = ((Holding.Sent) next).parcel();
                guarded(() -> pass(to, parcel, finding, after));
            }
            Holding again = holding(to);
            if (again != null) {
                again.line.addAll(holding.line);
                again.backlog = holding.backlog;
                return;
            }
        }
        Withholding backlog = holding.backlog;
        if (backlog != null) {
            backlog.grant();
            after.add(backlog::release);
        }
        if (coming != null) {
            to.admit();
            after.add(() -> onAdmitted.accept(to.name()));
        }
    }

    /** Passes on what was held back, now that it is known where to. */
    private void pass(Descriptor<Sojourner> to, Parcel parcel, Finding finding, After after) {
        Sojourner coming = to.arriving();
        if (parcel.isStray()) {
            dead(to, parcel, DeadLetters.Cause.WAY_LOST, after);
        } else if (coming != null) {
            leave(to, parcel, coming, after);
        } else if (finding.verdict() == Finding.Verdict.FAR || finding.verdict() == Finding.Verdict.LOST) {
            dead(to, parcel, finding.cause(), after);
        } else {
            send(to, parcel, after);
        }
    }

    private void learn(Descriptor<Sojourner> to, Finding finding, After after) {
        switch (finding.verdict()) {
            case EXITED -> {
                if (finding.epoch() >= to.epoch()) {
                    to.moved(finding.at(), finding.epoch());
                }
                to.exit();
            }
            case LIVES -> {
                if (finding.epoch() >= to.epoch()) {
                    to.moved(finding.at(), finding.epoch());
                    mayBeLost(to, after);
                }
            }
            case LOST -> {
                to.moved(finding.at(), finding.epoch());
                after.add(() -> onLost.accept(finding.at()));
            }
            case FAR -> {}
        }
    }

    /**
     * A guess is new, but may be from before the loss of a place: then what was told in the roll call is better, or whoever waits for
     * the part is told that it is lost, when that is known.
     */
    private void mayBeLost(Descriptor<Sojourner> to, After after) {
        Member at = to.location();
        if (site.switchboard().isOut(at) && !rolls.recall(to)) {
            after.add(() -> rolls.whenOver(at, () -> onLost.accept(at)));
        }
    }

    // ---- hints --------------------------------------------------------------------------------------------------

    /** Tells a place where a part is. */
    void hint(Member place, Descriptor<Sojourner> of) {
        PacketWriter packet = new PacketWriter(PacketKind.HINT, 40);
        of.name().write(packet);
        packet.member(of.location());
        site.switchboard().send(place, of.name().orderKey(), packet.i64(of.epoch()));
    }

    private void hinted(PacketReader packet) {
        Descriptor<Sojourner> to = residents.names().sentTo(Name.read(packet));
        Member at = packet.member();
        long epoch = packet.i64();
        if (to == null || at.equals(site.self())) {
            return;
        }
        After after = new After();
        synchronized (to) {
            if (epoch <= to.epoch() || to.isExited() || to.location().equals(site.self()) || holding(to) != null) {
                return;
            }
            if (!to.isUsed() || !isAsked(to, Holding.NOBODY, to.location(), to.epoch())) {
                to.moved(at, epoch);
                to.used(false);
                mayBeLost(to, after);
            }
        }
        after.run();
    }

    // ---- parts that come and go ---------------------------------------------------------------------------------

    /** A part leaves: its mail is held back until it is known to have come through. With the lock held. */
    void leaves(Descriptor<Sojourner> of) {
        hold(of, Holding.acknowledgement());
    }

    /** A part that has left is where it was sent. */
    void left(Descriptor<Sojourner> of, Member to, long epoch) {
        left(of, new Finding(Finding.Verdict.LIVES, to, epoch));
    }

    /** A part has left, and nobody will say whether it has come, as this place is out. */
    void leftUnheard(Descriptor<Sojourner> of, Member to, long epoch) {
        left(of, new Finding(Finding.Verdict.LOST, to, epoch));
    }

    private void left(Descriptor<Sojourner> of, Finding finding) {
        After after = new After();
        synchronized (of) {
            Holding holding = holding(of);
            if (holding != null) {
                resolve(of, holding, finding, after);
            }
        }
        after.run();
    }

    /** A part has come. When it is admitted, perhaps at once, that is told. */
    void comes(Descriptor<Sojourner> of, Sojourner part, long epoch) {
        After after = new After();
        synchronized (of) {
            Member before = of.location();
            long guess = of.epoch();
            Holding holding = holding(of);
            of.arrived(part, site.self(), epoch);
            Finding here = new Finding(Finding.Verdict.LIVES, site.self(), epoch);
            if (holding != null && holding.asked == null) {
                resolve(of, holding, here, after);
            } else if (holding == null
                    && !(of.isUsed()
                            && site.switchboard().isUsable(before)
                            && isAsked(of, Holding.NOBODY, before, guess))) {
                of.used(false);
                of.admit();
                after.add(() -> onAdmitted.accept(of.name()));
            }
        }
        after.run();
    }

    // ---- lost places --------------------------------------------------------------------------------------------

    /** A place is lost: it answers no questions, and what was on the way to it is lost with it. */
    void lost(Member member) {
        for (Descriptor<Sojourner> each : residents.names().descriptors()) {
            After after = new After();
            synchronized (each) {
                Holding holding = holding(each);
                if (holding == null || !member.equals(holding.asked)) {
                    continue;
                }
                holding.asked = null;
                holding.lost = member;
                decide(each, holding, after);
            }
            after.run();
        }
    }

    @Override
    public void ask(Descriptor<Sojourner> to) {
        isAsked(to, Holding.NOBODY, to.location(), to.epoch());
    }

    /** The roll call for a lost place is over: mail that waited for it goes where the part was heard of, or nowhere. */
    @Override
    public void judge(Descriptor<Sojourner> to, Member lost) {
        After after = new After();
        synchronized (to) {
            Holding holding = holding(to);
            if (holding != null && lost.equals(holding.lost)) {
                decide(to, holding, after);
            }
        }
        after.run();
    }

    /**
     * Mail was held back for an answer that will never come. When the roll call is over every place has put the lost one out,
     * so what came by it is arrived or never will, and what is held may go any way. If the part is here it need not wait:
     * what came by the lost place would have to arrive here.
     */
    private void decide(Descriptor<Sojourner> to, Holding holding, After after) {
        Member lost = Objects.requireNonNull(holding.lost);
        Member at = to.location();
        if (to.arriving() == null && rolls.await(lost, to)) {
            return;
        }
        if (to.arriving() != null || site.switchboard().isUsable(at)) {
            resolve(to, holding, new Finding(Finding.Verdict.LIVES, at, to.epoch()), after);
        } else if (rolls.await(at, to)) {
            holding.lost = at;
        } else if (rolls.recall(to)) {
            decide(to, holding, after);
        } else {
            resolve(to, holding, lostAt(to), after);
        }
    }
}
