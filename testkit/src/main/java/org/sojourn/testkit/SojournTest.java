package org.sojourn.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sojourn.testkit.simulation.Settings;

/**
 * Marks a JUnit test that gets a simulated cluster, and is run with one seed after the other.
 *
 * <pre>{@code
 * @SojournTest(places = 3, seeds = 1000)
 * void transfer_whileAPlaceIsCutOff_losesNoMoney(SimulatedCluster cluster) {
 *   ...
 *   cluster.partition(2);
 *   cluster.advance(Duration.ofSeconds(5));
 *   cluster.heal();
 *   ...
 * }
 * }</pre>
 *
 * <p>Each seed is a test of its own, with an instance of the test class, {@code @BeforeEach} and {@code @AfterEach} of its own; all of
 * them may have a parameter of type {@link SimulatedCluster}, which is the same one, and is closed after the test. Classes of the
 * test's package and those below it may travel.
 *
 * <p>The first seed that fails ends the series. The failure names the seed and one command that runs the test with that seed only.
 * With {@code -Dsojourn.seed=N} every such test runs with the seed N alone; with {@code -Dsojourn.trace=N} a failure also tells
 * the last N events of its cluster.
 *
 * <p>A seed is replayed exactly only if the test depends on nothing but the cluster: no clocks, no {@code Math.random}, no threads, no
 * order of a hash table of objects without a hash code of their own. Take what is random from {@link SimulatedCluster#seed}.
 *
 * <p>Your project depends on JUnit itself if it uses this; nothing else in the testkit needs JUnit.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(SeededInvocations.class)
public @interface SojournTest {
    /**
     * Returns the number of places.
     *
     * @return 1 to {@value Settings#MAX_PLACES}
     */
    int places() default 3;

    /**
     * Returns how many seeds the test is run with.
     *
     * @return the seeds 1 to this
     */
    long seeds() default 100;

    /**
     * Returns the workers of each place.
     *
     * @return 1 to 32
     */
    int workers() default 2;

    /**
     * Returns how often a connection is lost.
     *
     * @return of a million pieces of bytes, so many meet their connection's end
     */
    int lostConnections() default 0;

    /**
     * Returns the policies by which selectors run.
     *
     * @return as for {@link SimulatedCluster.Builder#policies}
     */
    String policies() default "";

    /**
     * Returns whether local messages go through the codec as well.
     *
     * @return true to find out on one place whether everything can travel
     */
    boolean copies() default false;

    /**
     * Returns further packages whose classes may travel.
     *
     * @return they and those below them
     */
    String[] allow() default {};
}
