package org.sojourn.messengers.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.testkit.Fault;
import org.sojourn.testkit.Logs;
import org.sojourn.testkit.Plot;

/** Faults of the logical network that {@link WalkersRun} and {@link BroadcastRun} must find. */
@Tag("planted")
class PlantedFaultTest {
    /**
     * Each fault is found within the seeds from 1 to this, so that it is still found when other schedules come with these seeds. A search
     * ends with the first seed that shows it, which mostly is among the first three.
     */
    private static final long SEEDS = 100;

    private static final Plot NETWORK = new Plot(
            "messengers/src/main/java/org/sojourn/messengers/network", PlantedFaultTest.class.getPackageName() + ".");

    @BeforeAll
    static void quiet() {
        Logs.off();
    }

    private static Fault fault(String where, String original, String replacement, String verdict) {
        return new Fault(NETWORK, where, original, replacement, verdict);
    }

    static List<Fault> faultsOfHops() {
        return List.of(
                // Of several copies only the last one goes.
                fault("Crossing.along", "int i = 0", "int i = crossed.size() - 1", "come to end"),
                // A messenger that goes back arrives twice.
                fault(
                        "Crossing.send",
                        "place.post(to, item);",
                        "place.post(to, item); if (item instanceof Messenger it && it.isBack) place.post(to, item);",
                        "makes step|a second time"),
                // A link of a node to itself is taken for two.
                fault("Crossing.onceEach", "crossed.remove(later);", "", "hops along no link"),
                // A link has one end.
                fault("Node.comes", "links.add(brought);", "", "has 1 ends"),
                // A deleted link has one end.
                fault("Crossing.arrives", "at.links.removeIf(each -> each.id().equals(severed));", "", "has 1 ends"),
                // A fork has both go the same way.
                fault("LaneTurn.fork", "new Object[] {null}", "new Object[] {other.id}", "come to end"),
                // A copy to a node that was deleted meanwhile is a dead letter.
                fault("Broadcasts.post", "goes.isCalled = true;", "", "dead letters"),
                // Such a copy doesn't end for its journey.
                fault("Ends.undeliverable", "freed(called);", "", "isn't over"));
    }

    static List<Fault> faultsOfDeletedNodes() {
        return List.of(
                // A node is deleted under those that wait there.
                fault("Node.isLeftover", "&& messengers() == 0", "", "dead letters"),
                // A node is deleted while one is on its way there by a link that was deleted.
                fault("Node.isLeftover", "severing == 0 &&", "", "dead letters"),
                // A node is deleted while one of its messengers is away.
                fault("Node.isLeftover", "away == 0 &&", "", "dead letters"),
                // Nobody hears that a deleted link can't be crossed any more.
                fault(
                        "Crossing.arrives",
                        "send(at, messenger.last, new Notice(Notice.What.SEVERED, severed));",
                        "",
                        "is left with 0 links"),
                // One that is back is still away.
                fault("Crossing.arrives", "at.away--;", "", "is left with 0 links"));
    }

    static List<Fault> faultsOfWaiting() {
        return List.of(
                // One of those that wait for a variable looks at it.
                fault("Node.wake", "append(each);", "append(each); break;", "isn't over"),
                // Nobody does.
                fault("LaneTurn.run", "node.wakeWaiting();", "", "isn't over"),
                // A message stays in the box.
                fault("LaneTurn.receives", "here().takeOldest();", "", "a second time"),
                // A message that somebody has waited for goes to the next one, too.
                fault("LaneTurn.boxed", "return;", "break;", "dead letters"),
                // One that has taken a message elsewhere stays there.
                fault("LaneTurn.received", "its.errand == null", "true", "isn't where it was"));
    }

    static List<Fault> faultsOfKills() {
        return List.of(
                // Whoever doesn't wait isn't struck.
                fault("LaneTurn.run", "|| place.kills().strikes(messenger)", "", "escapes"),
                // Other places aren't told.
                fault(
                        "Kills.kill",
                        "place.placement().neighbours().forEach(each -> tell(each, KILL, id));",
                        "",
                        "escapes|stalled"),
                // Those that are struck while they wait don't end.
                fault("Kills", "forEach(place.ends()::ended)", "size()", "counts"),
                // A place looks once for those that wait.
                fault("Kills", "looks.set(number, 0);", "", "stalled"));
    }

    static List<Fault> faultsOfScripts() {
        return List.of(
                // A messenger comes with the script of another one.
                fault("Codes.of", "code(id)", "code(all.keySet().stream().findFirst().orElse(id))", "has failed"),
                // A place that is asked for a script gives another one.
                fault(
                        "Codes.answer",
                        "packet(HAVE).bytes(id.bytes()).tail(script.form().bytes())",
                        "packet(HAVE).bytes(id.bytes()).tail(named.values().iterator().next().script().form().bytes())",
                        "has failed"),
                // Those that wait for a script aren't told that it is here.
                fault("Searches.found", "end(key).forEach(this::resume);", "end(key);", "halt CODE"));
    }

    static List<Fault> faultsOfCounts() {
        return List.of(
                fault(
                        "NodeParcel.deliver",
                        "place.census().came(item);",
                        "place.census().came(item); place.census().came(item);",
                        "counts"),
                fault("Nodes.post", "census.left(item);", "", "counts"));
    }

    static List<Fault> faultsOfJourneys() {
        return List.of(
                // Shares aren't split.
                fault("Messenger.copy", "share.split()", "share", "after the end of its journey"),
                fault("LaneTurn.injects", "other.share = its.share.split();", "", "after the end of its journey"),
                // A share isn't given back.
                fault("Ends.freed", "place.journeys().giveBack(messenger);", "", "isn't over"),
                // Shares that come back don't make the whole.
                fault("Journey.returned", "at > 0 && back.get(at)", "at > 1 && back.get(at)", "isn't over"),
                // They make too much.
                fault("Journey.returned", "back.clear(at--)", "at--", "after the end of its journey"),
                // They grow on their way.
                fault(
                        "Share.write",
                        "i32(halvings)",
                        "i32(Math.max(0, halvings - 1))",
                        "after the end of its journey"));
    }

    /** What a node takes along, and what is done with it. */
    static List<Fault> faultsOfMoves() {
        return List.of(
                fault("NodeLuggage", "new ArrayList<>(node.waiting())", "new ArrayList<>()", "isn't over"),
                fault("NodeLuggage", "line.addAll(node.receivers());", "", "isn't over"),
                fault("NodeLuggage", "List.copyOf(node.box())", "List.of()", "messages"),
                fault("NodeLuggage", "List.copyOf(node.links)", "List.of()", "has 1 ends"),
                fault("NodeLuggage.unpack", "node.away = away;", "", "dead letters|is left"),
                fault("NodeLuggage.unpack", "node.severing = severing;", "", "is left|dead letters"),
                fault("NodeLuggage.unpack", "node.isForsaken = isForsaken;", "", "is left"),
                fault("NodeLuggage.unpack", "node.values = values;", "", "has failed"),
                fault("NodeLuggage.unpack", "node.enqueue(each);", "node.putFirst(each);", "inversion"),
                // All are counted once more.
                fault(
                        "NodeLuggage.unpack",
                        "node.brought = node.messengers();",
                        "node.brought = 2 * node.messengers();",
                        "counts"),
                fault("Census.left", "messengers.add(-node.messengers());", "", "counts"),
                // What came first to a node that has just come isn't done.
                fault("Node.goesOn", "int missing = queued - lined", "int missing = queued - lined - 1", "isn't over"),
                // What is sent by this lane overtakes what others have sent.
                fault("Crossing.send", "&& !here.lane.hasOffered()", "", "inversion|before the one that has made it"),
                // A messenger forgets on its way what it was about to do.
                fault("Wire", "messenger.isBack ? IS_BACK : 0", "0", "is left"),
                fault("Wire.readMessenger", "read.errand = errand;", "", "isn't where it was"),
                fault("Wire.flags", "messenger.given != null ? IS_NEW : 0", "0", "has failed"));
    }

    static List<Fault> faultsOfLosses() {
        return List.of(
                // The journeys of which something may be lost go on.
                fault("Journeys.lost", "place.site().policy().submit(each::over);", "", "isn't over"));
    }

    static List<Fault> faultsOfHopsToAll() {
        return List.of(
                // One place is told.
                fault("Crossing.everywhere", "int i = 0", "int i = all.size() - 1", "hops to all come to"),
                // Each place sends to the nodes that it has, and not to those that it has minted.
                fault("Broadcasts.goOn", "MINTED", "RESIDENTS", "is met by"),
                fault("Broadcasts.targets", "all.add(place.first().name());", "", "hops to all come to"),
                fault("Crossing.createAt", "place.broadcasts().minted(made.name());", "", "hops to all come to"));
    }

    /** The script of a messenger comes after its node has looked for it, and before the node waits. */
    private static Fault meanwhile(String isHere) {
        return fault(
                "Codes.await",
                "searches.await(code.id, node, code.seenAt(), () -> code.script() != null);",
                "WalkersRun.comes(place, code.id); searches.await(code.id, node, code.seenAt(), () -> " + isHere + ");",
                "halt CODE");
    }

    @Test
    void script_thatComesWhileANodeBeginsToWait_isFoundThere() {
        assertThat(meanwhile("code.script() != null").foundBy(WalkersRun.class, "search", "none", 5L))
                .isEmpty();
    }

    @Test
    void plantedFault_nobodyLooksWhetherAScriptHasComeMeanwhile_isFound() {
        meanwhile("false").assertFoundBy(WalkersRun.class, "search", "none", SEEDS);
    }

    @ParameterizedTest
    @MethodSource({
        "faultsOfHops",
        "faultsOfDeletedNodes",
        "faultsOfWaiting",
        "faultsOfKills",
        "faultsOfScripts",
        "faultsOfCounts",
        "faultsOfJourneys"
    })
    void plantedFault_whereNothingMoves_isFound(Fault fault) {
        fault.assertFoundBy(WalkersRun.class, "search", "none", SEEDS);
    }

    @ParameterizedTest
    @MethodSource("faultsOfMoves")
    void plantedFault_ofMoves_isFound(Fault fault) {
        fault.assertFoundBy(WalkersRun.class, "search", "moves", SEEDS);
    }

    @ParameterizedTest
    @MethodSource("faultsOfLosses")
    void plantedFault_ofLosses_isFound(Fault fault) {
        fault.assertFoundBy(WalkersRun.class, "search", "loss", SEEDS);
    }

    @ParameterizedTest
    @MethodSource("faultsOfHopsToAll")
    void plantedFault_ofHopsToAllNodes_isFound(Fault fault) {
        fault.assertFoundBy(BroadcastRun.class, "search", "rotate", SEEDS);
    }
}
