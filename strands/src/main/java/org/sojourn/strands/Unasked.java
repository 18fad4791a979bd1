package org.sojourn.strands;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sojourn.kernel.balance.Population;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/** Jobs of a place that have failed, and for which nobody has asked. If there are any when the run ends, it has failed. Otherwise they are parts like others. */
final class Unasked implements Population {
    private final Map<Cell, String> failed = new ConcurrentHashMap<>();

    void add(Cell job, String sentence) {
        failed.put(job, sentence);
    }

    void remove(Cell job) {
        failed.remove(job);
    }

    @Override
    public long failed() {
        return failed.size();
    }

    @Override
    public List<String> failures() {
        return failed.values().stream().limit(Bound.REPORT_SENTENCES.intValue()).toList();
    }

    @Override
    public Map<String, Long> alive() {
        return Map.of();
    }

    @Override
    public long moves() {
        return 0;
    }

    @Override
    public void watchSteps(Consumer<Sojourner> told) {}

    @Override
    public void watchSends(BiConsumer<Sojourner, Member> told) {}

    @Override
    public void createElsewhere(Supplier<Member> where) {}
}
