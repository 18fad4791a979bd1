package org.sojourn.messengers.script;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is named at some place of a script, from the innermost block outwards. */
final class Names {
    /** What a name of a variable or a constant stands for. */
    sealed interface Meaning {
        Position at();
    }

    /** A variable. */
    record Variable(Position at, Place place) implements Meaning {}

    /** A constant of an enumeration. */
    record Constant(Position at, long value) implements Meaning {}

    /** A block. */
    private static final class Block {
        private final Map<String, Meaning> meanings = new HashMap<>();
        private final Map<String, CType> tags = new HashMap<>();
        /** Whether the blocks around it are out of sight but for their constants and tags: a routine. */
        private final boolean isClosed;

        Block(boolean isClosed) {
            this.isClosed = isClosed;
        }
    }

    private final Deque<Block> blocks = new ArrayDeque<>();

    Names() {
        open(false);
    }

    void open(boolean isRoutine) {
        blocks.push(new Block(isRoutine));
    }

    void close() {
        blocks.pop();
    }

    boolean isOutermost() {
        return blocks.size() == 1;
    }

    /** {@return what a name stands for, if it can be used here} */
    @Nullable
    Meaning meaning(String name) {
        boolean isClosed = false;
        for (Block each : blocks) {
            Meaning meaning = each.meanings.get(name);
            if (meaning != null && !(isClosed && meaning instanceof Variable)) {
                return meaning;
            }
            isClosed |= each.isClosed;
        }
        return null;
    }

    /** {@return what a name stands for outside of the routine that can't use it} */
    @Nullable
    Meaning outside(String name) {
        return blocks.getLast().meanings.get(name);
    }

    /** {@return what has been declared with a name in the innermost block} */
    @Nullable
    Meaning here(String name) {
        return blocks.getFirst().meanings.get(name);
    }

    void put(String name, Meaning meaning) {
        blocks.getFirst().meanings.put(name, meaning);
    }

    @Nullable
    CType tag(String name) {
        for (Block each : blocks) {
            CType type = each.tags.get(name);
            if (type != null) {
                return type;
            }
        }
        return null;
    }

    @Nullable
    CType tagHere(String name) {
        return blocks.getFirst().tags.get(name);
    }

    void putTag(String name, CType type) {
        blocks.getFirst().tags.put(name, type);
    }

    /** {@return all names that can be used here} */
    Collection<String> all() {
        Collection<String> all = new TreeSet<>();
        boolean isClosed = false;
        for (Block each : blocks) {
            for (Map.Entry<String, Meaning> entry : each.meanings.entrySet()) {
                if (!(isClosed && entry.getValue() instanceof Variable)) {
                    all.add(entry.getKey());
                }
            }
            isClosed |= each.isClosed;
        }
        return all;
    }

    /** {@return all tags that can be used here} */
    Collection<String> allTags() {
        Collection<String> all = new TreeSet<>();
        blocks.forEach(each -> all.addAll(each.tags.keySet()));
        return all;
    }
}
