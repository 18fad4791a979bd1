package org.sojourn.examples.cannon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BlocksTest {
    private static final long SEED = 20_261_120;

    private static Matrix random(Random random, int rows, int columns) {
        return new SeededElements(random.nextLong()).matrix(rows, columns);
    }

    @Test
    void addTo_anyShape_equalsPlainProduct() {
        var random = new Random(SEED);
        for (int i = 0; i < 60; i++) {
            Matrix left = random(random, 1 + random.nextInt(90), 1 + random.nextInt(300));
            Matrix right = random(random, left.columns(), 1 + random.nextInt(300));
            Matrix sum = Matrix.zero(left.rows(), right.columns());
            BlockProduct.addTo(sum, left, right);
            assertThat(sum.largestDifference(left.times(right)))
                    .as("seed %d, round %d: %s times %s", SEED, i, left.shape(), right.shape())
                    .isLessThanOrEqualTo(left.tolerance(right));
        }
    }

    @Test
    void addTo_shapesThatDoNotFit_isRefused() {
        assertThatThrownBy(() -> BlockProduct.addTo(Matrix.zero(2, 2), Matrix.zero(2, 3), Matrix.zero(2, 2)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BlockProduct.addTo(Matrix.zero(3, 2), Matrix.zero(2, 3), Matrix.zero(3, 2)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void blocks_cutMultipliedAndPlaced_giveTheWholeProduct() {
        var random = new Random(SEED);
        for (int grid = 1; grid <= 6; grid++) {
            Matrix left = random(random, 1 + random.nextInt(20), 1 + random.nextInt(20));
            Matrix right = random(random, left.columns(), 1 + random.nextInt(20));
            var lefts = new Partition(left.rows(), left.columns(), grid);
            var rights = new Partition(right.rows(), right.columns(), grid);
            var products = new Partition(left.rows(), right.columns(), grid);
            Matrix whole = Matrix.zero(left.rows(), right.columns());
            for (int i = 0; i < grid; i++) {
                for (int j = 0; j < grid; j++) {
                    Matrix sum = Matrix.zero(products.blockRows(), products.blockColumns());
                    for (int k = 0; k < grid; k++) {
                        BlockProduct.addTo(sum, lefts.block(left, i, k), rights.block(right, k, j));
                    }
                    products.place(whole, sum, i, j);
                }
            }
            assertThat(whole.largestDifference(left.times(right)))
                    .as("seed %d, grid %d: %s times %s", SEED, grid, left.shape(), right.shape())
                    .isLessThanOrEqualTo(left.tolerance(right));
        }
    }

    @Test
    void block_madeFromSeed_equalsBlockCutFromWhole() {
        var elements = new SeededElements(SEED);
        var partition = new Partition(17, 11, 4);
        Matrix whole = elements.matrix(17, 11);
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                assertThat(partition.block(elements, i, j).values())
                        .containsExactly(partition.block(whole, i, j).values());
            }
        }
    }

    @Test
    void seededElements_many_lieBetweenMinusOneAndOneAroundZero() {
        Matrix matrix = new SeededElements(1).matrix(200, 200);
        double sum = 0;
        for (double value : matrix.values()) {
            assertThat(value).isBetween(-1.0, 1.0);
            sum += value;
        }
        assertThat(sum / matrix.values().length).isBetween(-0.02, 0.02);
    }

    @Test
    void largestDifference_oneElementOff_exceedsTolerance() {
        Matrix left = new SeededElements(1).matrix(50, 50);
        Matrix right = new SeededElements(2).matrix(50, 50);
        Matrix product = left.times(right);
        Matrix wrong = new Matrix(50, 50, product.values().clone());
        wrong.values()[1234] += 1e-9;
        assertThat(wrong.largestDifference(product)).isGreaterThan(left.tolerance(right));
        wrong.values()[1234] = Double.NaN;
        assertThat(wrong.largestDifference(product)).isNaN();
    }
}
