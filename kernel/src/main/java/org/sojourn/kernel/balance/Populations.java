package org.sojourn.kernel.balance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.move.Sojourner;
import org.sojourn.kernel.port.Bound;
import org.sojourn.kernel.port.Member;

/** Several populations as one: the parts of a place, and what other rooms have there. */
public final class Populations implements Population {
    private final List<Population> all = new CopyOnWriteArrayList<>();

    private @Nullable Consumer<Sojourner> steps;
    private @Nullable BiConsumer<Sojourner, Member> sends;
    private @Nullable Supplier<Member> elsewhere;

    /** Begins with one. */
    public Populations(Population first) {
        all.add(first);
    }

    /** Adds one, which is watched as the others are; before the start. */
    public void add(Population more) {
        all.add(more);
        if (steps != null) {
            more.watchSteps(steps);
        }
        if (sends != null) {
            more.watchSends(sends);
        }
        if (elsewhere != null) {
            more.createElsewhere(elsewhere);
        }
    }

    @Override
    public Map<String, Long> alive() {
        return sums(Population::alive);
    }

    @Override
    public Map<String, Long> done() {
        return sums(Population::done);
    }

    private Map<String, Long> sums(Function<Population, Map<String, Long>> of) {
        Map<String, Long> sums = new TreeMap<>();
        all.forEach(each -> of.apply(each).forEach((what, count) -> sums.merge(what, count, Long::sum)));
        return sums;
    }

    @Override
    public List<String> holding(int most) {
        return sentences(most, each -> each.holding(most));
    }

    @Override
    public List<String> stalled(int most) {
        return sentences(most, each -> each.stalled(most));
    }

    @Override
    public long failed() {
        return all.stream().mapToLong(Population::failed).sum();
    }

    @Override
    public List<String> failures() {
        int most = Bound.REPORT_SENTENCES.intValue();
        long count = failed();
        if (count <= most) {
            return sentences(most, Population::failures);
        }
        List<String> first = new ArrayList<>(sentences(most - 1, Population::failures));
        first.add(count - first.size() + " more failures");
        return first;
    }

    private List<String> sentences(int most, Function<Population, List<String>> of) {
        return all.stream().flatMap(each -> of.apply(each).stream()).limit(most).toList();
    }

    @Override
    public long moves() {
        return all.stream().mapToLong(Population::moves).sum();
    }

    @Override
    public void watchSteps(Consumer<Sojourner> told) {
        steps = told;
        all.forEach(each -> each.watchSteps(told));
    }

    @Override
    public void watchSends(BiConsumer<Sojourner, Member> told) {
        sends = told;
        all.forEach(each -> each.watchSends(told));
    }

    @Override
    public void createElsewhere(Supplier<Member> where) {
        elsewhere = where;
        all.forEach(each -> each.createElsewhere(where));
    }
}
