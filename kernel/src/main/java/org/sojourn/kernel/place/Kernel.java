package org.sojourn.kernel.place;

import java.util.function.Consumer;
import java.util.function.Function;
import org.sojourn.kernel.ask.Requests;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.balance.Balancer;
import org.sojourn.kernel.balance.Balancing;
import org.sojourn.kernel.flow.Credits;
import org.sojourn.kernel.flow.Muting;
import org.sojourn.kernel.group.Groups;
import org.sojourn.kernel.mail.DeadLetters;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.move.Migration;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.observe.Observation;
import org.sojourn.kernel.part.Creations;
import org.sojourn.kernel.part.Kinds;
import org.sojourn.kernel.part.Leaving;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Post;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Reference;
import org.sojourn.kernel.site.Site;
import org.sojourn.kernel.time.Awaiting;
import org.sojourn.kernel.watch.Watches;

/**
 * A place, put together: its {@link Site}, its {@link Parts}, the features that parts may have there, and the protocols by which places
 * work on them together. This class knows them all and does nothing but connect them; none of them knows it.
 */
public final class Kernel {
    /** What a room says of its kinds of parts. */
    public interface Room extends Kinds, Parts.Bodies, Requests.Continuations, Watches.Notices, Groups.Births {
        /**
         * Makes a reference of its wire form.
         *
         * @throws IllegalArgumentException if the wire form is of no known kind
         */
        Reference reference(Kernel kernel, Reference.Wire wire);
    }

    private final Site site;
    private final Parts parts;
    private final Post post;
    private final Credits credits;
    private final Requests requests;
    private final Watches watches;
    private final Groups groups;
    private final Creations creations;
    private final Observation observation;

    /**
     * Makes the kernel of a place; nothing runs before {@link #start}.
     *
     * @param room has the kinds of parts
     */
    public Kernel(Site.Ports ports, Room room) {
        this.site = new Site(ports, wire -> room.reference(this, wire));
        this.parts = new Parts(site, room);
        this.post = new Post(parts);
        this.credits = new Credits(parts);
        this.requests = new Requests(post, room);
        this.watches = new Watches(post, room);
        this.groups = new Groups(post, room);
        this.creations = new Creations(post);
        Leaving.register(post);
        Awaiting.register(parts);
        parts.on(credits, requests, post, room);
        this.observation = new Observation(post, requests, credits, groups);
        post.mover(new Migration(post, requests, watches, creations));
        site.holders().source(() -> Dump.turns(site));
        site.switchboard().watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {
                creations.lost(member);
                post.mover().lost(member, () -> {
                    requests.lost(member);
                    watches.judged();
                });
                credits.lost(member);
            }

            @Override
            public void undelivered(Member member, PacketReader packet) {
                Name name = Name.read(packet);
                site.deadLetters()
                        .add(
                                name + " at " + member,
                                "a large message of " + packet.remaining() + " bytes",
                                null,
                                DeadLetters.Cause.PLACE_LOST);
            }
        });
    }

    /**
     * Has the parts balanced over places; before the start.
     *
     * @param policy makes the policy, from what it sees and may do
     * @param teller told what a dry run would move, a sentence each; by any thread
     */
    public Balancing balancing(
            BalanceSettings settings, Function<Balancing, Balancer> policy, Consumer<String> teller) {
        return new Balancing(creations, observation, settings, policy, teller);
    }

    /** Starts the workers and the links. */
    public void start() {
        site.start();
    }

    /** Stops the workers and the links; what still waits is lost. */
    public void stop() {
        site.stop();
    }

    /** {@return the place without its parts} */
    public Site site() {
        return site;
    }

    /** {@return the parts} */
    public Parts parts() {
        return parts;
    }

    /** {@return mail between this place and others} */
    public Post post() {
        return post;
    }

    /** {@return the creations asked for here} */
    public Creations creations() {
        return creations;
    }

    /** {@return the requests that wait here} */
    public Requests requests() {
        return requests;
    }

    /** {@return the watches of parts here} */
    public Watches watches() {
        return watches;
    }

    /** {@return the groups that are known here} */
    public Groups groups() {
        return groups;
    }

    /** {@return the mutes of this place} */
    public Muting muting() {
        return credits.muting();
    }

    /** {@return what observes messages} */
    public Observation observation() {
        return observation;
    }
}
