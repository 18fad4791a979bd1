package org.sojourn.bench;

import java.util.List;
import org.sojourn.bench.SmallPrograms.Small;
import org.sojourn.bench.pekko.concurrency.BankTransactionTwin;
import org.sojourn.bench.pekko.concurrency.CigaretteSmokersTwin;
import org.sojourn.bench.pekko.concurrency.ConcurrentDictionaryTwin;
import org.sojourn.bench.pekko.concurrency.ConcurrentSortedListTwin;
import org.sojourn.bench.pekko.concurrency.LogisticMapTwin;
import org.sojourn.bench.pekko.concurrency.PhilosophersTwin;
import org.sojourn.bench.pekko.concurrency.ProdConsBoundedBufferTwin;
import org.sojourn.bench.pekko.concurrency.SleepingBarberTwin;
import org.sojourn.bench.savina.concurrency.BankTransaction;
import org.sojourn.bench.savina.concurrency.CigaretteSmokers;
import org.sojourn.bench.savina.concurrency.ConcurrentDictionary;
import org.sojourn.bench.savina.concurrency.ConcurrentSortedList;
import org.sojourn.bench.savina.concurrency.LogisticMap;
import org.sojourn.bench.savina.concurrency.Philosophers;
import org.sojourn.bench.savina.concurrency.ProdConsBoundedBuffer;
import org.sojourn.bench.savina.concurrency.SleepingBarber;
import org.sojourn.bench.work.LogisticSeries;
import org.sojourn.bench.work.Production;
import org.sojourn.bench.work.SortedListTraffic.Mix;

/** The concurrency programs and their twins, with the same small parameters. */
final class ConcurrencyPrograms {
    private ConcurrencyPrograms() {}

    static List<Small> all() {
        return List.of(
                new Small(new ConcurrentDictionary(4, 50, 10), new ConcurrentDictionaryTwin(4, 50, 10), 2),
                new Small(
                        new ConcurrentSortedList(4, 200, new Mix(10, 1)),
                        new ConcurrentSortedListTwin(4, 200, new Mix(10, 1)),
                        2),
                new Small(
                        new ProdConsBoundedBuffer(new Production(7, 4, 3, 20, 1)),
                        new ProdConsBoundedBufferTwin(new Production(7, 4, 3, 20, 1))),
                new Small(
                        new ProdConsBoundedBuffer(new Production(2, 1, 5, 3, 1)),
                        new ProdConsBoundedBufferTwin(new Production(2, 1, 5, 3, 1))),
                new Small(new Philosophers(2, 50), new PhilosophersTwin(2, 50)),
                new Small(new Philosophers(5, 200), new PhilosophersTwin(5, 200)),
                new Small(new SleepingBarber(1, 1, 1), new SleepingBarberTwin(1, 1, 1)),
                new Small(new SleepingBarber(200, 7, 20), new SleepingBarberTwin(200, 7, 20)),
                new Small(new CigaretteSmokers(3, 1), new CigaretteSmokersTwin(3, 1)),
                new Small(new CigaretteSmokers(100, 9), new CigaretteSmokersTwin(100, 9)),
                new Small(new LogisticMap(new LogisticSeries(3, 500)), new LogisticMapTwin(new LogisticSeries(3, 500))),
                new Small(new BankTransaction(2, 10), new BankTransactionTwin(2, 10)),
                new Small(new BankTransaction(20, 1_000), new BankTransactionTwin(20, 1_000)));
    }
}
