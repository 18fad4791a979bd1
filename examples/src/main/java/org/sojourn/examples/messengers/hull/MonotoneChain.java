package org.sojourn.examples.messengers.hull;

import java.util.ArrayList;
import java.util.List;

/** The convex hull by another algorithm: points are added from left to right and back (A. M. Andrew, 1979). */
final class MonotoneChain {
    private MonotoneChain() {}

    static long[] hull(int count, long[] at) {
        List<long[]> corners = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            add(corners, 1, at[2 * i], at[2 * i + 1]);
        }
        int lower = corners.size();
        for (int i = count - 2; i >= 0; i--) {
            add(corners, lower, at[2 * i], at[2 * i + 1]);
        }
        if (count > 1) {
            corners.removeLast();
        }
        return corners.stream().flatMapToLong(java.util.Arrays::stream).toArray();
    }

    private static void add(List<long[]> corners, int kept, long x, long y) {
        while (corners.size() > kept) {
            long[] b = corners.getLast();
            long[] a = corners.get(corners.size() - 2);
            if ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) > 0) {
                break;
            }
            corners.removeLast();
        }
        corners.add(new long[] {x, y});
    }
}
