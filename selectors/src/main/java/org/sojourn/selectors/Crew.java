package org.sojourn.selectors;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.sojourn.kernel.port.Bound;

/**
 * One selector at each place of the run, whichever places those are: a group that follows the membership. A place that joins gets a
 * member; one that is drained, leaves or is lost has none any more.
 *
 * <pre>{@code
 * Crew<Step> cooks = sojourn.createCrew(Cook::new);
 * cooks.broadcast(new Begin());            // to all that are there now
 * }</pre>
 *
 * <p><b>Who is in it.</b> A selector of the runtime at the init place keeps the list. It subscribes to {@link NodeJoined}, {@link PlaceDraining} and {@link NodeLeft}: it
 * creates a member when it is told that a place is in, stops it when the place is being drained, and forgets it when the place
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

    /** Sends a message to all members. */
    record Broadcast(Object message) {}

    /** Asks for the members. */
    record Who(ReplyTo<Map<Place, Handle<?>>> asker) {}

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
        private final Map<Place, Handle<Object>> members = new TreeMap<>();

        Keeper(SelectorFactory<Object> factory) {
            this.factory = factory;
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
                members.values().forEach(each -> each.send(broadcast.message()));
            } else if (message instanceof Who who) {
                who.asker().reply(new TreeMap<>(members));
            } else {
                List.copyOf(members.keySet()).forEach(this::leave);
                exit();
            }
        }

        private void join(Place place) {
            try {
                members.put(place, create(place, factory));
            } catch (PlaceLostException e) {
                // That it has left is told next.
            }
        }

        private void leave(Place place) {
            Handle<Object> member = members.remove(place);
            if (member != null) {
                member.stop();
            }
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
     * Asks who is in it.
     *
     * @return the members by their places, in ascending order, as of when the question comes to the init place
     */
    @SuppressWarnings("unchecked") // all are made by one factory
    public CompletableFuture<Map<Place, Handle<M>>> members() {
        Answer<Map<Place, Handle<?>>> asked =
                keeper.request(Who::new, java.time.Duration.ofMillis(Bound.REGISTRY_MILLIS.value()));
        return asked.thenApply(all -> {
            Map<Place, Handle<M>> typed = new TreeMap<>();
            all.forEach((place, handle) -> typed.put(place, (Handle<M>) handle));
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
