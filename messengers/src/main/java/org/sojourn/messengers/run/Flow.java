package org.sojourn.messengers.run;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.Step;

/**
 * Which variables a messenger needs at which step. A variable is alive if its value may still be read before it is overwritten: only
 * those travel. A compiled script keeps scalars in its own locals between scheduling points. Where it stops, it puts those back into the
 * frame that are alive and that it may have stored something in since it was there last. Where it goes on, it takes those out that it may
 * read, or may have to put back, before it stops again; and arrays if it does anything with them. At the border of two {@link Chunks} it
 * stops and goes on in the same way.
 */
final class Flow {
    /** So much work is done to find out. With a form for which it isn't enough, everything is taken to be alive. */
    private static final int BOUND = 1 << 19;

    private final Form form;
    private final List<Step> steps;
    private final Uses[] uses;
    private final BitSet[] alive;

    private Flow(Form form) {
        this.form = form;
        steps = form.steps();
        uses = new Uses[steps.size()];
        for (int i = 0; i < uses.length; i++) {
            uses[i] = new Uses(form, steps.get(i));
        }
        BitSet[] read = sets();
        BitSet[] overwritten = sets();
        for (int i = 0; i < uses.length; i++) {
            read[i] = uses[i].read;
            overwritten[i] = uses[i].overwritten;
        }
        alive = Graph.of(steps, true).collect(read, overwritten);
    }

    private BitSet[] sets() {
        BitSet[] sets = new BitSet[steps.size() + 1];
        for (int i = 0; i < sets.length; i++) {
            sets[i] = new BitSet();
        }
        return sets;
    }

    static boolean isSmall(Form form) {
        return (long) (form.steps().size() + 1) * (1 + form.messenger().size() / Long.SIZE) <= BOUND;
    }

    /** For a {@linkplain #isSmall small} form. */
    static Flow of(Form form) {
        return new Flow(form);
    }

    /** {@return the variables that are alive before each step} */
    BitSet[] alive() {
        return alive;
    }

    /** {@return the steps at which a messenger may begin or go on} */
    static BitSet resumptions(List<Step> steps) {
        BitSet resumptions = new BitSet();
        resumptions.set(0);
        for (int i = 0; i < steps.size(); i++) {
            switch (steps.get(i)) {
                case Step.Exit its -> {}
                case Step.Await its -> resumptions.set(i);
                case Step.Point its -> resumptions.set(i + 1);
                default -> {}
            }
        }
        return resumptions;
    }

    /** {@return how the form is compiled in chunks} */
    Plan plan(Chunks chunks) {
        Graph graph = Graph.of(steps, false);
        Graph inside = graph.without(chunks::isBorder);
        BitSet[] stored = sets();
        for (int i = 0; i < uses.length; i++) {
            stored[i] = uses[i].stored;
        }
        BitSet[] changed = inside.reverse().collect(stored, null);
        BitSet[] kept = kept(changed);
        Map<Plan.Border, BitSet> passed = new HashMap<>();
        BitSet resumptions = resumptions(steps);
        BitSet reached = graph.reached(resumptions);
        BitSet borders = new BitSet();
        for (int i = reached.nextSetBit(0); i >= 0 && i < uses.length; i = reached.nextSetBit(i + 1)) {
            for (int next : graph.after(i)) {
                if (chunks.isBorder(i, next)) {
                    borders.set(next);
                    passed.computeIfAbsent(new Plan.Border(chunks.of(i), next), _ -> new BitSet())
                            .or(changed[i]);
                }
            }
        }
        passed.forEach((border, its) -> its.and(alive[border.to()]));
        BitSet joins = StepCode.joins(steps);
        joins.or(resumptions);
        joins.or(borders);
        BitSet[] taken = taken(graph, inside, kept, passed, chunks);
        return new Plan(form, chunks, reached, resumptions, borders, joins, kept, passed, taken);
    }

    private BitSet[] kept(BitSet[] changed) {
        BitSet[] kept = sets();
        for (int i = 0; i < uses.length; i++) {
            if (steps.get(i) instanceof Step.Point point && !(point instanceof Step.Exit)) {
                kept[i].or(alive[point instanceof Step.Await ? i : i + 1]);
                if (point instanceof Step.Duplicate) {
                    kept[i].or(alive[0]);
                }
                kept[i].and(changed[i]);
            }
        }
        return kept;
    }

    private BitSet[] taken(Graph graph, Graph inside, BitSet[] kept, Map<Plan.Border, BitSet> passed, Chunks chunks) {
        BitSet[] needed = sets();
        BitSet[] overwritten = sets();
        for (int i = 0; i < uses.length; i++) {
            overwritten[i] = (BitSet) uses[i].overwritten.clone();
            overwritten[i].andNot(uses[i].touched);
            needed[i].or(kept[i]);
            for (int next : graph.after(i)) {
                BitSet its = passed.get(new Plan.Border(chunks.of(i), next));
                if (its != null && chunks.isBorder(i, next)) {
                    needed[i].or(its);
                }
            }
            needed[i].andNot(overwritten[i]);
            needed[i].or(uses[i].read);
            needed[i].or(uses[i].touched);
        }
        return inside.collect(needed, overwritten);
    }
}
