package org.sojourn.messengers.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sojourn.testkit.Fault;
import org.sojourn.testkit.Plot;
import org.sojourn.testkit.Seeds;
import org.sojourn.weave.WeavingLoader;

/** Agents in Java do at nodes what scripts do, and are told what they can't do. */
class AgentTest {
    private static final long SEEDS = Long.getLong("sojourn.rovers", 60);
    private static final String PACKAGE = "org.sojourn.messengers.rover";
    private static final Plot MESSENGERS =
            new Plot("messengers/src/main/java/org/sojourn/messengers/network", "org.sojourn.");

    private static final ClassLoader WOVEN = new WeavingLoader(PACKAGE, AgentTest.class.getClassLoader());

    /** Calls a static method of a class of the package, in a woven copy of that. */
    private static Object woven(String name, String method, Object... arguments) {
        Class<?>[] types = new Class<?>[arguments.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = arguments[i] instanceof Long ? long.class : String.class;
        }
        try {
            return Class.forName(PACKAGE + "." + name, true, WOVEN)
                    .getMethod(method, types)
                    .invoke(null, arguments);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e.getCause() == null ? e : e.getCause());
        }
    }

    /** For a fault that is planted. */
    static String search(long most) {
        return (String) woven("RoverRun", "search", most);
    }

    private static Map<String, String> corner(String agent) {
        Map<String, String> said = new HashMap<>();
        ((Map<?, ?>) woven("Corners", "of", agent)).forEach((at, what) -> said.put((String) at, (String) what));
        return said;
    }

    @Test
    void tour_asAgentAndAsScript_leavesTheSameNetwork() {
        Seeds.of(SEEDS).check(seed -> assertThat(woven("RoverRun", "run", seed)).isEqualTo(""));
    }

    @Test
    @Tag("planted")
    void fault_isFound() {
        new Fault(MESSENGERS, "Agents.pack", "Remaining.replace(frames.frames());", "", "seed")
                .assertFoundBy(AgentTest.class, "search", SEEDS);
        new Fault(MESSENGERS, "Agents.step", "way.isAnyNode() ? Turn.ANY : Turn.OMITTED", "Turn.OMITTED", "seed")
                .assertFoundBy(AgentTest.class, "search", SEEDS);
        new Fault(MESSENGERS, "Messenger.copy", "copy.cargo = cargo;", "", "seed")
                .assertFoundBy(AgentTest.class, "search", SEEDS);
    }

    @Test
    void copies_atSeveralNodes_haveNothingInCommon() {
        assertThat(corner("copies"))
                .containsEntry("p0", "\"at leaf of p0, by twig, from home\"")
                .containsEntry("p1", "\"at leaf of p1, by twig, from home\"");
    }

    @Test
    void step_whereFramesCannotLeave_isRefusedByASentence() {
        Map<String, String> said = corner("stubborn");
        assertThat(said.get("forEach")).contains("can't hop here", "write a loop instead of forEach");
        assertThat(said.get("thread")).contains("can't leave here", "a variable of Stubborn.run", "Thread");
        assertThat(said.get("monitor")).contains("while it holds a monitor");
        assertThat(said.get("holding 0"))
                .contains("InvocationTargetException", "a variable of Stubborn.holding holds an exception");
        assertThat(said).containsEntry("is still", "\"theretrue\"").containsEntry("has come", "\"initnull\"");
    }

    @Test
    void exception_inTheMiddleOfHops_isCaughtWhereItWouldBe() {
        assertThat(corner("careful")).containsEntry("way", "\"[left p1, thrown at p0, finally at p0]\"");
    }

    @Test
    void agentThatThrows_hasFailedForWhoeverWaits() {
        assertThat(corner("careless").get("failure"))
                .contains("Careless failed", "UnsupportedOperationException", "not this");
    }

    @Test
    void variable_thatIsntThere_isNamed() {
        Map<String, String> said = corner("looker");
        assertThat(said).containsEntry("label", "\"north1\"");
        assertThat(said.get("unknown")).contains("no variable 'weight'", "nodes()");
        assertThat(said.get("other type")).contains("'rows' is of type int[], not Integer");
        assertThat(said.get("too long")).contains("room for 8 bytes");
    }

    @Test
    void agentThatCannotTravel_isRefusedWhereItIsInjected() {
        assertThat((String) woven("Corners", "refused")).contains("Holder can't travel", "held", "Thread");
    }
}
