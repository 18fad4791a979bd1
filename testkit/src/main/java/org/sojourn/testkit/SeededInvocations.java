package org.sojourn.testkit;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Runs a test marked {@link SojournTest} with one seed after the other, until one fails. */
final class SeededInvocations implements TestTemplateInvocationContextProvider {
    /** What JUnit takes for an assumption that doesn't hold, and not for a failure: its own and that of JUnit 4. */
    private static final Set<String> ABORTS =
            Set.of("org.opentest4j.TestAbortedException", "org.junit.internal.AssumptionViolatedException");

    /** Made by JUnit. */
    SeededInvocations() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), SojournTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        SojournTest asked = AnnotationSupport.findAnnotation(context.getRequiredTestMethod(), SojournTest.class)
                .orElseThrow();
        if (asked.seeds() < 1) {
            throw new IllegalArgumentException("seeds: " + asked.seeds() + " of " + context.getDisplayName()
                    + "; a test is run with at least one");
        }
        Seeds seeds = Seeds.of(asked.seeds());
        AtomicBoolean hasFailed = new AtomicBoolean();
        // JUnit takes the next one when the one before is over.
        return LongStream.range(seeds.first(), seeds.first() + seeds.count())
                .takeWhile(seed -> !hasFailed.get())
                .mapToObj(seed -> new Invocation(asked, seed, hasFailed));
    }

    /** The test with one seed. */
    private record Invocation(SojournTest asked, long seed, AtomicBoolean hasFailed)
            implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            return "seed " + seed;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new Lease(this));
        }
    }

    /** Lends the cluster of one seed to the methods of the test, and says of a failure which seed it was. */
    private static final class Lease
            implements ParameterResolver,
                    TestExecutionExceptionHandler,
                    LifecycleMethodExecutionExceptionHandler,
                    AfterEachCallback {
        private final Invocation invocation;
        private @Nullable SimulatedCluster cluster;

        Lease(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == SimulatedCluster.class;
        }

        @Override
        public SimulatedCluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
            SimulatedCluster lent = cluster;
            if (lent == null) {
                lent = start(context.getRequiredTestClass());
                cluster = lent;
            }
            return lent;
        }

        private SimulatedCluster start(Class<?> test) {
            SojournTest asked = invocation.asked();
            SimulatedCluster.Builder builder = SimulatedCluster.builder(test)
                    .places(asked.places())
                    .seed(invocation.seed())
                    .workers(asked.workers())
                    .lostConnections(asked.lostConnections())
                    .policies(asked.policies());
            if (asked.copies()) {
                builder.copies();
            }
            List.of(asked.allow()).forEach(builder::allow);
            return builder.start();
        }

        @Override
        public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
            throw failed(context, failure);
        }

        @Override
        public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure)
                throws Throwable {
            throw failed(context, failure);
        }

        @Override
        public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure)
                throws Throwable {
            throw failed(context, failure);
        }

        private Throwable failed(ExtensionContext context, Throwable failure) {
            if (isAbort(failure.getClass())) {
                return failure;
            }
            invocation.hasFailed().set(true);
            SimulatedCluster open = cluster;
            String events = open == null || Integer.getInteger(SimulatedCluster.TRACE) == null
                    ? ""
                    : "\nits last events:\n  "
                            + String.join("\n  ", open.trace().tail());
            String test = context.getRequiredTestClass().getName();
            String method = context.getRequiredTestMethod().getName();
            return Seeds.failure(invocation.seed(), Seeds.command(test, method), events, failure);
        }

        private static boolean isAbort(@Nullable Class<?> type) {
            return type != null && (ABORTS.contains(type.getName()) || isAbort(type.getSuperclass()));
        }

        @Override
        public void afterEach(ExtensionContext context) {
            if (cluster != null) {
                cluster.close();
            }
        }
    }
}
