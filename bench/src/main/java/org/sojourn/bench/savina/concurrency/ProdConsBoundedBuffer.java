package org.sojourn.bench.savina.concurrency;

import org.sojourn.bench.Benchmark;
import org.sojourn.bench.Family;
import org.sojourn.bench.savina.micro.Patience;
import org.sojourn.bench.work.Production;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.SelectorSystem;

/** Producers and consumers with a bounded buffer between them, whose guards keep it from being over-full and empty. */
public final class ProdConsBoundedBuffer implements Benchmark {
    private final Production production;

    /** The suite's parameters. */
    public ProdConsBoundedBuffer() {
        this(Production.SUITE);
    }

    /**
     * Other parameters.
     *
     * @param production what goes through the buffer
     */
    public ProdConsBoundedBuffer(Production production) {
        this.production = production;
    }

    @Override
    public String name() {
        return "ProdConsBoundedBuffer";
    }

    @Override
    public Family family() {
        return Family.CONCURRENCY;
    }

    @Override
    public String parameters() {
        return "buffer of %d, %d producers x %,d items, %d consumers, cost %d"
                .formatted(
                        production.capacity(),
                        production.producers(),
                        production.itemsPerProducer(),
                        production.consumers(),
                        production.cost());
    }

    @Override
    public long messages() {
        // For an item: the word to produce it, the item into the buffer and out of it, the consumer that is free again.
        // A producer is told to produce once more than it can, and says that it has finished. A consumer is free at the
        // start, is told to exit and reports. The question for the result and its answer.
        return 4L * production.items() + 2L * production.producers() + 3L * production.consumers() + 2;
    }

    @Override
    public String answer() {
        return "the items consumed, and their value; that the buffer never held too many";
    }

    @Override
    public void iterate(SelectorSystem system) {
        Handle<Buffer.Message> buffer = system.create(() -> new Buffer(production));
        Buffer.Account account = buffer.<Buffer.Account, Buffer.Result>request(
                        Buffer.RESULTS, Buffer.Result::new, Patience.LIMIT)
                .join();
        production.check(account.consumed(), account.most());
    }
}
