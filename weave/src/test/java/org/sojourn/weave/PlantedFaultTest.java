package org.sojourn.weave;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sojourn.testkit.Fault;
import org.sojourn.testkit.Plot;

/** Faults of the weaver that generated programs must find. */
@Tag("planted")
class PlantedFaultTest {
    private static final long PROGRAMS = 50;
    private static final long CHANGED = 20_000;
    private static final Plot WEAVE = new Plot("weave/src/main/java", PlantedFaultTest.class.getPackageName() + ".");

    private static Fault fault(String where, String original, String replacement) {
        return new Fault(WEAVE, where, original, replacement, "seed");
    }

    static List<Fault> faults() {
        return List.of(
                // A variable that is read later is left behind.
                fault(
                        "MethodPlan.site",
                        "(BitSet) live.clone()",
                        "(BitSet) live.get(0, Math.max(0, live.length() - 1)).clone()"),
                // A variable that only a handler reads is left behind.
                fault("Liveness", "for (int each : handlers[i]) { now.or(live[each]); }", ""),
                // The handler of a call covers nothing.
                fault(
                        "SiteWriter.write",
                        "new TryCatchBlockNode(start, end, handler, CAPTURE)",
                        "new TryCatchBlockNode(end, method.instructions.getLast() instanceof LabelNode last ? last :"
                                + " end, handler, CAPTURE)"),
                // A handler of the program comes first.
                fault("SiteWriter.write", "method.tryCatchBlocks.add(index,", "method.tryCatchBlocks.add("),
                // What a call threw is taken for its result.
                fault(
                        "TwinWriter.resumeAt",
                        "code.add(new InsnNode(Opcodes.ATHROW));",
                        "code.add(new InsnNode(Opcodes.POP));"),
                // A frame goes on before the stack beneath its call has come back.
                fault(
                        "TwinWriter.resumeAt",
                        "method.instructions.insert(behind, code);",
                        "method.instructions.insert(site.call().getNext(), code);"),
                // Frames go on from the outermost.
                fault("Resumption.step", "frames.get(index)", "frames.get(frames.size() - 1 - index)"),
                // Frames that wait are forgotten when others leave again.
                fault("Resumption.with", "gone.addAll(frames.subList(next, frames.size()));", ""),
                // One frame too many leaves.
                fault("Freezer.top", "new Top(count, frame, holder)", "new Top(count + 1, frame, holder)"),
                // Stack maps name an object by where a loop begins, before its poll.
                fault("MethodPlan", "FreshObjects.label(method);", ""),
                // Where all ways back meet, there is a stack map too many.
                fault("LoopPolls.insertAtEnd", "frameBefore(last).ifPresent(method.instructions::remove);", ""));
    }

    private static Fault fault(String where, String original, String replacement, String verdict) {
        return new Fault(WEAVE, where, original, replacement, verdict);
    }

    /** Checks of what comes from elsewhere, left out. */
    static List<Fault> checks() {
        return List.of(
                fault(
                        "DeltaCodec.readPoint",
                        "if (!owner.isAnnotationPresent(Woven.class))",
                        "if (false)",
                        "no sentence"),
                fault("DeltaCodec.readPoint", "hash != known.hash()", "false", "isn't what was written"),
                fault("DeltaCodec.readPoint", "site < 0 || site >= known.calls().size()", "false", "no sentence"),
                fault("DeltaCodec.readValue", "number != (int) number", "false", "isn't what was written"),
                fault("Numbers.read", "next == 0 && shift > 0", "false", "isn't what was written"),
                // Not the check of monitors: what is left by another object than was entered never ends.
                fault("Twins.flaw", "value != null && !isOf(type, value)", "value == this", "didn't fit"),
                fault("DeltaCodec.joined", "if (!misfit.isEmpty())", "if (false)", "didn't fit"),
                fault("DeltaCodec.read", "|| from.read() >= 0", "", "isn't what was written"),
                fault(
                        "DeltaCodec.read",
                        "catch (EOFException e)",
                        "catch (java.io.FileNotFoundException e)",
                        "no sentence"));
    }

    @ParameterizedTest
    @MethodSource("checks")
    void checkThatIsLeftOut_isFound(Fault fault) {
        fault.assertFoundBy(ChangedFrames.class, "search", CHANGED);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void fault_isFound(Fault fault) {
        fault.assertFoundBy(GeneratedRun.class, "search", PROGRAMS);
    }
}
