package org.sojourn.bench;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sojourn.bench.pekko.micro.BigTwin;
import org.sojourn.bench.pekko.micro.ChameneosTwin;
import org.sojourn.bench.pekko.micro.CountingTwin;
import org.sojourn.bench.pekko.micro.FibonacciTwin;
import org.sojourn.bench.pekko.micro.ForkJoinCreationTwin;
import org.sojourn.bench.pekko.micro.ForkJoinThroughputTwin;
import org.sojourn.bench.pekko.micro.PingPongTwin;
import org.sojourn.bench.pekko.micro.ThreadRingTwin;
import org.sojourn.bench.savina.micro.Big;
import org.sojourn.bench.savina.micro.Chameneos;
import org.sojourn.bench.savina.micro.Counting;
import org.sojourn.bench.savina.micro.Fibonacci;
import org.sojourn.bench.savina.micro.ForkJoinCreation;
import org.sojourn.bench.savina.micro.ForkJoinThroughput;
import org.sojourn.bench.savina.micro.PingPong;
import org.sojourn.bench.savina.micro.ThreadRing;

/** Every program, and its twin if it has one, with the same small parameters. */
final class SmallPrograms {
    private SmallPrograms() {}

    /**
     * A program and its twin.
     *
     * @param twin some programs have none
     * @param replies how many of the program's messages are replies to requests: those are no processed messages
     * @param asked how many questions come from outside
     */
    record Small(Benchmark benchmark, Optional<Twin> twin, long replies, long asked) {
        Small(Benchmark benchmark, Twin twin, long replies) {
            this(benchmark, Optional.of(twin), replies, 1);
        }

        Small(Benchmark benchmark, Twin twin) {
            this(benchmark, twin, 1);
        }

        Small(Benchmark benchmark, long replies) {
            this(benchmark, Optional.empty(), replies, 1);
        }

        Small(Benchmark benchmark) {
            this(benchmark, 1);
        }

        @Override
        public String toString() {
            return benchmark.name() + ", " + benchmark.parameters();
        }
    }

    static List<Small> all() {
        return Stream.of(micro(), ConcurrencyPrograms.all(), ParallelismPrograms.all(), CorpusPrograms.all())
                .flatMap(List::stream)
                .toList();
    }

    static List<Small> withTwins() {
        return all().stream().filter(small -> small.twin().isPresent()).toList();
    }

    private static List<Small> micro() {
        return List.of(
                new Small(new PingPong(1), new PingPongTwin(1)),
                new Small(new PingPong(500), new PingPongTwin(500)),
                new Small(new Counting(1_000), new CountingTwin(1_000), 2),
                new Small(new ForkJoinThroughput(50, 7), new ForkJoinThroughputTwin(50, 7)),
                new Small(new ForkJoinCreation(300), new ForkJoinCreationTwin(300)),
                new Small(new Fibonacci(1), new FibonacciTwin(1)),
                new Small(new Fibonacci(12), new FibonacciTwin(12)),
                new Small(new Chameneos(2, 100), new ChameneosTwin(2, 100)),
                new Small(new Chameneos(7, 1_000), new ChameneosTwin(7, 1_000)),
                new Small(new Big(100, 8), new BigTwin(100, 8)),
                new Small(new Big(5, 1), new BigTwin(5, 1)),
                new Small(new ThreadRing(1, 10), new ThreadRingTwin(1, 10)),
                new Small(new ThreadRing(9, 1_000), new ThreadRingTwin(9, 1_000)));
    }
}
