package org.sojourn.selectors;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/**
 * One selector at each place of the run, whichever places those are: a group that follows the membership. A place that joins gets a
 * member; one that is drained, leaves or is lost has none any more.
 *
 * <pre>{@code
 * Crew<Step> cooks = sojourn.createCrew(Cook::new);
 * cooks.broadcast(new Begin());            // to all that are there now
 * }</pre>
 *
 * <p><b>Members.</b> A selector of the runtime at the init place keeps the list. It subscribes to {@link NodeJoined}, {@link PlaceDraining} and {@link NodeLeft}: it
 * creates a member for each place that is there from the start and for each that is told to have joined, stops it when the place is being drained, and forgets it when the place
 * has left. A member that exits or fails isn't replaced.
 *
 * <p><b>Order.</b> A broadcast is a message to that selector and from there one to each member. So all members get all broadcasts in one order, in which those
 * of one sender keep theirs; a member gets those that came there after it was created, once each. There is no order with what is
 * sent to a member directly.
 *
 * <p>Small to send, immutable, and alike at every place. It has no indexes and no size: for those there is {@link Group}, whose members are
 * created once.
 *
 * @param <M> the messages of the members
 */
public final class Crew<M> {
    private final Handle<Object> keeper;

    Crew(Handle<Object> keeper) {
        this.keeper = keeper;
    }

    /** Constructs what keeps a crew; not within its class, as a lambda travels with those of the class that may. */
    static SelectorFactory<Object> keeper(SelectorFactory<Object> factory) {
        return () -> new Keeper(factory);
    }

    /** Sends a message to all members. */
    record Broadcast(Object message) {}

    /** Asks for the members. */
    record Who(ReplyTo<Map<Place, Handle<Object>>> asker) {}

    /** Ends all members, and the crew. */
    record Stop() {}

    /** Keeps the members. */
    @Immovable("it keeps a crew, and the run lasts as long as the init place")
    @Subscription(
            topics = {
                @Topic(messageClass = NodeJoined.class),
                @Topic(messageClass = PlaceDraining.class),
                @Topic(messageClass = NodeLeft.class)
            })
    static final class Keeper extends Actor<Object> {
        private final SelectorFactory<Object> factory;
        private final Map<Place, Hired> members = new TreeMap<>();

        /** A member, and for which incarnation of its place it was created. */
        private record Hired(Member at, Handle<Object> who) {}

        Keeper(SelectorFactory<Object> factory) {
            this.factory = factory;
        }

        /** Places with which the run began are there before a view shows them. */
        @Override
        protected void preStart() {
            system().places().forEach(this::join);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof NodeJoined joined) {
                join(joined.place());
            } else if (message instanceof PlaceDraining draining) {
                leave(draining.place());
            } else if (message instanceof NodeLeft left) {
                leave(left.place());
            } else if (message instanceof Broadcast broadcast) {
                present().values().forEach(each -> each.send(broadcast.message()));
            } else if (message instanceof Who who) {
                who.asker().reply(present());
            } else {
                List.copyOf(members.keySet()).forEach(this::leave);
                exit();
            }
        }

        private void join(Place place) {
            try {
                Member now = ((SelectorPlace) system()).member(place.id());
                Hired known = members.get(place);
                if (known == null || !known.at().equals(now)) {
                    members.put(place, new Hired(now, create(place, factory)));
                }
            } catch (PlaceLostException e) {
                leave(place);
            }
        }

        private void leave(Place place) {
            Hired member = members.remove(place);
            if (member != null) {
                member.who().stop();
            }
        }

        /** The members; one whose place never came in, and has gone, is forgotten. */
        private Map<Place, Handle<Object>> present() {
            members.keySet().retainAll(system().places());
            Map<Place, Handle<Object>> all = new TreeMap<>();
            members.forEach((place, member) -> all.put(place, member.who()));
            return all;
        }
    }

    /**
     * Sends a message to all members, each time to the first declared mailbox that accepts its type.
     *
     * @param message immutable: all members of a place may get the same object
     * @throws UnsendableException if the message may not or can't travel
     */
    public void broadcast(M message) {
        keeper.send(new Broadcast(Given.message(message)));
    }

    /**
     * Asks which members it has.
     *
     * @return the members by their places, in ascending order, as of when the question comes to the init place
     */
    public CompletableFuture<Map<Place, Handle<M>>> members() {
        Answer<Map<Place, Handle<Object>>> asked =
                keeper.request(Who::new, Duration.ofMillis(Bound.REGISTRATION_MILLIS.value()));
        return asked.thenApply(all -> {
            Map<Place, Handle<M>> typed = new TreeMap<>();
            all.forEach((place, handle) -> typed.put(place, Packed.restored(handle)));
            return typed;
        });
    }

    /** Stops all members after their present messages, and the crew: places that join later get none. */
    public void stop() {
        keeper.send(new Stop());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Crew<?> crew && keeper.equals(crew.keeper);
    }

    @Override
    public int hashCode() {
        return keeper.hashCode();
    }

    /** Returns whose crew it is, as {@code crew p0/17}. */
    @Override
    public String toString() {
        return "crew of " + keeper;
    }
}
