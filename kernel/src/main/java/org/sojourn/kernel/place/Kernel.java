package org.sojourn.kernel.place;

import java.util.function.Consumer;
import java.util.function.Function;
import org.sojourn.kernel.ask.Requests;
import org.sojourn.kernel.balance.BalanceSettings;
import org.sojourn.kernel.balance.Balancer;
import org.sojourn.kernel.balance.Balancing;
import org.sojourn.kernel.balance.Population;
import org.sojourn.kernel.balance.Populations;
import org.sojourn.kernel.flow.Credits;
import org.sojourn.kernel.flow.Muting;
import org.sojourn.kernel.group.Groups;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.move.Farewell;
import org.sojourn.kernel.move.Migration;
import org.sojourn.kernel.move.Residents;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.observe.Observation;
import org.sojourn.kernel.part.Creations;
import org.sojourn.kernel.part.Leaving;
import org.sojourn.kernel.part.Parts;
import org.sojourn.kernel.part.Post;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.site.Parameters;
import org.sojourn.kernel.site.Site;
import org.sojourn.kernel.time.Awaiting;
import org.sojourn.kernel.watch.Watches;

/**
 * A place, put together: its {@link Site}, its {@link Parts}, the features that parts may have there, and the protocols by which places
 * work on them together. This class knows them all and does nothing but connect them; none of them knows it.
 */
public final class Kernel {
    /** What a guest says of its kinds of parts. */
    public interface Guest extends Parts.Guest, Requests.Continuations, Watches.Notices, Groups.Births {}

    private final Site site;
    private final Migration migration;
    private final Parts parts;
    private final Post post;
    private final Credits credits;
    private final Requests requests;
    private final Watches watches;
    private final Groups groups;
    private final Creations creations;
    private final Observation observation;
    private final Populations population;
    private final Farewell farewell;
    private final Inquiries inquiries = new Inquiries();

    /** Makes the kernel of a place, which has no guest yet; nothing runs before {@link #start}. */
    public Kernel(Site.Ports ports) {
        this.site = new Site(ports);
        inquiries.on(Parameters.WORD, site.parameters()::answer);
        this.migration = new Migration(new Residents(site));
        this.parts = new Parts(migration.residents());
        this.post = new Post(parts, migration);
        this.credits = new Credits(parts);
        this.requests = new Requests(post);
        this.watches = new Watches(post);
        this.groups = new Groups(post);
        this.creations = new Creations(post);
        Leaving.register(post);
        Awaiting.register(parts);
        parts.on(credits, requests, post);
        this.observation = new Observation(creations, post, requests, credits, groups);
        this.population = new Populations(observation);
        this.farewell = new Farewell(migration, requests);
        migration.watch(new Migration.Watcher() {
            @Override
            public void lost(Member with) {
                requests.lost(with);
            }

            @Override
            public void left(Name name) {
                watches.arrived(name);
            }
        });
        site.holders().source(() -> Dump.turns(site));
        site.switchboard().watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {
                creations.lost(member);
                migration.lost(member, () -> {
                    requests.lost(member);
                    watches.judged();
                });
                groups.lost(member);
                credits.lost(member);
                farewell.lost(member);
            }

            @Override
            public void undelivered(Member member, PacketKind kind, PacketReader packet) {
                if (kind == PacketKind.MAIL) {
                    post.undelivered(member, packet);
                }
            }
        });
    }

    /**
     * Registers a guest that has kinds of parts; before the start.
     *
     * @param number by which it is known at all places, 0 to 255
     * @throws IllegalStateException if there is one of that number
     */
    public void add(int number, Guest guest) {
        parts.kinds().add(number, guest);
        requests.continuations().add(number, guest);
        watches.notices().add(number, guest);
        groups.births().add(number, guest);
    }

    /**
     * Registers what else lives here and is to be counted and balanced with the parts; before the start.
     *
     * @param others those of one room
     */
    public void add(Population others) {
        population.add(others);
    }

    /**
     * Has the parts balanced over places; before the start.
     *
     * @param policy makes the policy, from what it sees and may do
     * @param teller told what a dry run would move, a sentence each; by any thread
     */
    public Balancing balancing(
            BalanceSettings settings, Function<Balancing, Balancer> policy, Consumer<String> teller) {
        return new Balancing(migration.residents(), population, settings, policy, teller);
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

    /** {@return what moves parts, and whatever else lives here} */
    public Migration migration() {
        return migration;
    }

    /** {@return how this place leaves the run} */
    public Farewell farewell() {
        return farewell;
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

    /** {@return all that live here} */
    public Population population() {
        return population;
    }

    /** {@return what answers those who ask from outside of the run} */
    public Inquiries inquiries() {
        return inquiries;
    }

    /** {@return what observes messages} */
    public Observation observation() {
        return observation;
    }
}
