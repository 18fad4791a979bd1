package org.sojourn.bench.work;

import org.sojourn.bench.Answers;

/**
 * The primes below a limit by crossing out in an array, and where candidates get to in a chain of filters.
 *
 * @param limit all numbers are less; at least 3
 * @param buffer how many primes a filter of the chain keeps
 */
public record SieveTheory(int limit, int buffer) {
    /**
     * Some primes.
     *
     * @param count how many
     * @param sum what they add up to
     */
    public record Primes(long count, long sum) {}

    /**
     * What there is to know of a sieve.
     *
     * @param primes the primes below the limit
     * @param tests how often a candidate comes to a filter
     */
    public record Result(Primes primes, long tests) {
        /**
         * Compares the primes with a program's.
         *
         * @param got the program's
         * @throws org.sojourn.bench.WrongAnswerException if they differ
         */
        public void check(Primes got) {
            Answers.same("primes and their sum", primes, got);
        }
    }

    /**
     * Works out the primes and the way of each odd candidate from 3. It is refused by the filter that keeps its least
     * prime factor, and comes to all before that one; a prime does too, but the first prime of each filter after the
     * first founds that filter and needn't come to it.
     *
     * @return the result
     */
    public Result result() {
        // Where no prime has crossed a number out, 0; otherwise the index of the first that has, plus 1.
        int[] crossed = new int[limit];
        int primes = 0;
        long sum = 0;
        long tests = 0;
        for (int number = 2; number < limit; number++) {
            boolean isPrime = crossed[number] == 0;
            int least = isPrime ? primes : crossed[number] - 1;
            if (isPrime) {
                primes++;
                sum += number;
                for (int multiple = 2 * number; multiple < limit; multiple += number) {
                    crossed[multiple] = crossed[multiple] == 0 ? primes : crossed[multiple];
                }
            }
            if (number % 2 != 0) {
                boolean founds = isPrime && least % buffer == 0;
                tests += least / buffer + (founds ? 0 : 1);
            }
        }
        return new Result(new Primes(primes, sum), tests);
    }
}
