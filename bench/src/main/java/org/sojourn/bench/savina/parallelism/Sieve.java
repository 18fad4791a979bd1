package org.sojourn.bench.savina.parallelism;

import java.util.Optional;
import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Expected;
import org.sojourn.bench.work.SieveTheory;
import org.sojourn.bench.work.SieveTheory.Primes;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.ReplyTo;
import org.sojourn.selectors.SelectorSystem;

/**
 * The sieve of Eratosthenes as a chain of filters, each with so many primes; the last one's surplus founds the next.
 */
public final class Sieve implements Benchmark {
    private static final int DEFAULT_LIMIT = 100_000;
    private static final int DEFAULT_BUFFER = 1_000;

    private final int limit;
    private final int buffer;
    private final Expected<SieveTheory.Result> theory;

    /** The suite's parameters. */
    public Sieve() {
        this(DEFAULT_LIMIT, DEFAULT_BUFFER);
    }

    /**
     * Other parameters.
     *
     * @param limit all candidates are less; at least 3
     * @param buffer how many primes a filter keeps, at least 1
     */
    public Sieve(int limit, int buffer) {
        this.limit = limit;
        this.buffer = buffer;
        this.theory = new Expected<>(new SieveTheory(limit, buffer)::result);
    }

    @Override
    public String name() {
        return "Sieve";
    }

    @Override
    public Family family() {
        return Family.PARALLELISM;
    }

    @Override
    public String parameters() {
        return "primes below %,d, %,d in a filter".formatted(limit, buffer);
    }

    @Override
    public long messages() {
        SieveTheory.Result result = theory.get();
        long filters = (result.primes().count() + buffer - 1) / buffer;
        // Start and its answer, candidates as far as they come, and the end to each filter.
        return 2 + result.tests() + filters;
    }

    @Override
    public String answer() {
        return "how many primes there are, and their sum, against an array sieve";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<ToFilter> first = system.create(() -> new Filter(2, buffer));
        Handle<Start> producer = system.create(() -> new Producer(limit, first));
        Primes found = producer.<Primes>request(Start::new, Patience.LIMIT).join();
        theory.get().check(found);
    }

    private record Start(ReplyTo<Primes> asker) {}

    /** What a filter is told. */
    private sealed interface ToFilter {}

    private record Candidate(int number) implements ToFilter {}

    /** No more candidates come; the filters before this one have found so much. */
    private record End(Primes before, ReplyTo<Primes> asker) implements ToFilter {}

    private static final class Producer extends Actor<Start> {
        private final int limit;
        private final Handle<ToFilter> first;

        Producer(int limit, Handle<ToFilter> first) {
            this.limit = limit;
            this.first = first;
        }

        @Override
        protected void process(Start start) {
            for (int number = 3; number < limit; number += 2) {
                first.send(new Candidate(number));
            }
            first.send(new End(new Primes(0, 0), start.asker()));
            exit();
        }
    }

    private static final class Filter extends Actor<ToFilter> {
        private final int[] primes;
        private int count;
        private long sum;
        private Optional<Handle<ToFilter>> next = Optional.empty();

        Filter(int firstPrime, int buffer) {
            this.primes = new int[buffer];
            keep(firstPrime);
        }

        @Override
        protected void process(ToFilter message) {
            switch (message) {
                case Candidate candidate -> {
                    if (passes(candidate.number())) {
                        next.ifPresentOrElse(filter -> filter.send(candidate), () -> found(candidate.number()));
                    }
                }
                case End(var before, var asker) -> {
                    Primes all = new Primes(before.count() + count, before.sum() + sum);
                    next.ifPresentOrElse(filter -> filter.send(new End(all, asker)), () -> asker.reply(all));
                    exit();
                }
            }
        }

        private boolean passes(int number) {
            for (int i = 0; i < count; i++) {
                if (number % primes[i] == 0) {
                    return false;
                }
            }
            return true;
        }

        private void found(int prime) {
            if (count < primes.length) {
                keep(prime);
            } else {
                int buffer = primes.length;
                next = Optional.of(create(() -> new Filter(prime, buffer)));
            }
        }

        private void keep(int prime) {
            primes[count] = prime;
            sum += prime;
            count++;
        }
    }
}
