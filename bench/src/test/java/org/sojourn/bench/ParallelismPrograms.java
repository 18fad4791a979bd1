package org.sojourn.bench;

import java.util.List;
import org.sojourn.bench.SmallPrograms.Small;
import org.sojourn.bench.pekko.parallelism.NQueensTwin;
import org.sojourn.bench.pekko.parallelism.TrapezoidTwin;
import org.sojourn.bench.savina.parallelism.AStar;
import org.sojourn.bench.savina.parallelism.AllPairsShortestPath;
import org.sojourn.bench.savina.parallelism.BitonicSort;
import org.sojourn.bench.savina.parallelism.FacilityLocation;
import org.sojourn.bench.savina.parallelism.FilterBank;
import org.sojourn.bench.savina.parallelism.MatrixMultiplication;
import org.sojourn.bench.savina.parallelism.NQueens;
import org.sojourn.bench.savina.parallelism.PiPrecision;
import org.sojourn.bench.savina.parallelism.QuickSort;
import org.sojourn.bench.savina.parallelism.RadixSort;
import org.sojourn.bench.savina.parallelism.Sieve;
import org.sojourn.bench.savina.parallelism.SuccessiveOverRelaxation;
import org.sojourn.bench.savina.parallelism.Trapezoid;
import org.sojourn.bench.savina.parallelism.UnbalancedCobwebbedTree;

/** The parallelism programs with small parameters; two of them have twins. */
final class ParallelismPrograms {
    private ParallelismPrograms() {}

    static List<Small> all() {
        QuickSort quickSort = new QuickSort(5_000, 100);
        return List.of(
                new Small(new RadixSort(1, 1)),
                new Small(new RadixSort(300, 9)),
                new Small(new FilterBank(2, 1, 3)),
                new Small(new FilterBank(16, 3, 100)),
                new Small(new FilterBank(16, 3, 20)),
                new Small(new Sieve(3, 1)),
                new Small(new Sieve(1_000, 10)),
                new Small(new UnbalancedCobwebbedTree(11, 1, 0)),
                new Small(new UnbalancedCobwebbedTree(2_000, 20, 4)),
                new Small(new FacilityLocation(1)),
                new Small(new FacilityLocation(3_000)),
                new Small(new Trapezoid(1_000, 7), new TrapezoidTwin(1_000, 7)),
                new Small(new Trapezoid(3, 5), new TrapezoidTwin(3, 5)),
                new Small(new PiPrecision(1, 1)),
                new Small(new PiPrecision(200, 3)),
                new Small(new MatrixMultiplication(3, 2, 4)),
                new Small(new MatrixMultiplication(3, 32, 16)),
                // Half of the messages are replies: each part is sorted on request.
                new Small(quickSort, quickSort.messages() / 2),
                new Small(new QuickSort(1, 2)),
                new Small(new AllPairsShortestPath(2, 1)),
                new Small(new AllPairsShortestPath(24, 6)),
                new Small(new SuccessiveOverRelaxation(2, 1)),
                new Small(new SuccessiveOverRelaxation(7, 10)),
                new Small(new AStar(1, 2, 1)),
                new Small(new AStar(4, 10, 30)),
                new Small(new NQueens(1, 2, 1), new NQueensTwin(1, 2, 1)),
                new Small(new NQueens(6, 6, 3), new NQueensTwin(6, 6, 3)),
                new Small(new NQueens(4, 4, 8), new NQueensTwin(4, 4, 8)),
                new Small(new BitonicSort(2)),
                new Small(new BitonicSort(64)));
    }
}
