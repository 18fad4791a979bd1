package own;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Set;
import java.util.TreeSet;
import org.sojourn.host.Sojourn;
import org.sojourn.selectors.work.Master;
import org.sojourn.selectors.work.Task;

/**
 * Has pieces of work done, and adds new ones until there is a file of the name that it is given. Each piece counts in the sum by its
 * number, so one that is done twice, or is taken for another, shows.
 */
public class Pieces {
    /** There are so many kinds of pieces, of which each takes another time. */
    static final int KINDS = 16;

    private static final int ROUNDS = 400_000;
    private static final int AHEAD = 256;

    record Done(long value, long process) {}

    record Work() implements Task<Long, Done> {
        @Override
        public Done compute(Long number) {
            return new Done(
                    value((int) (number % KINDS)), ProcessHandle.current().pid());
        }
    }

    /** A number that only who computes it knows. */
    static long value(int kind) {
        long value = kind + 1;
        for (int i = 0; i < ROUNDS * (kind + 1); i++) {
            value = value * 6364136223846793005L + 1442695040888963407L;
            value ^= value >>> 29;
        }
        return value;
    }

    static class Sum extends Master<Long, Done> {
        private final String enough;
        private final BitSet seen = new BitSet();
        private final Set<Long> processes = new TreeSet<>();
        private long next;
        private long twice;
        private long sum;

        Sum(String enough) {
            super(new Work());
            this.enough = enough;
            more();
        }

        private void more() {
            while (next < done() + AHEAD) {
                add(next++);
            }
        }

        @Override
        protected void result(long index, Done done) {
            if (seen.get((int) index)) {
                twice++;
            }
            seen.set((int) index);
            sum += (index + 1) * done.value();
            if (processes.add(done.process()) && processes.size() == 2) {
                System.out.println("two places work");
            }
            if (next < Long.MAX_VALUE && Files.exists(Path.of(enough))) {
                next = Long.MAX_VALUE;
                close();
            } else {
                more();
            }
        }

        @Override
        protected void finished() {
            System.out.println("pieces " + seen.length() + " done " + done() + " missing "
                    + (seen.length() - seen.cardinality()) + " twice " + twice + " sum " + Long.toHexString(sum)
                    + " processes " + processes.size() + " redone " + redone());
        }
    }

    /**
     * With a word, a run of it; without, the values of all kinds, in hexadecimal, are printed.
     */
    public static void main(String[] args) {
        if (args.length == 0) {
            for (int kind = 0; kind < KINDS; kind++) {
                System.out.println(Long.toHexString(value(kind)));
            }
            return;
        }
        try (var sojourn = Sojourn.start()) {
            String enough = args[0];
            sojourn.create(() -> new Sum(enough));
        }
    }
}
