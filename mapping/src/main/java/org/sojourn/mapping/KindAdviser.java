package org.sojourn.mapping;

import static java.lang.System.Logger.Level.DEBUG;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sojourn.mapping.analysis.Traits;
import org.sojourn.mapping.code.ClassClosure;
import org.sojourn.mapping.code.Dictionary;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.decision.Policy;
import org.sojourn.selectors.ExecutionPolicy;
import org.sojourn.selectors.PolicyAdviser;

/**
 * Advises policies for kinds as they are created, from their class files, on a thread of its own that ends when nobody asks.
 *
 * <p>It sees one kind at a time and not who sends to whom, so it asks more of MONITOR than a report does: the kind must send nothing
 * at all, not even answers, and then nothing can come back to it. SEQ is never advised.
 *
 * <p>Verdicts are kept by the SHA-256 of the classes that were read and the version of the dictionary.
 */
public final class KindAdviser implements PolicyAdviser {
    private static final System.Logger LOG = System.getLogger(KindAdviser.class.getName());
    private static final Map<String, ExecutionPolicy> VERDICTS = new ConcurrentHashMap<>();

    private final Executor thinking;

    /** Makes an adviser; its thread is started when it is asked. */
    public KindAdviser() {
        ThreadPoolExecutor one =
                new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "sojourn-mapping");
                    thread.setDaemon(true);
                    thread.setPriority(Thread.MIN_PRIORITY);
                    return thread;
                });
        one.allowCoreThreadTimeOut(true);
        this.thinking = one;
    }

    @Override
    public void advise(Class<?> kind, Consumer<ExecutionPolicy> verdict) {
        Objects.requireNonNull(kind, "kind is null; give a class of selectors");
        Objects.requireNonNull(verdict, "verdict is null; give what is to be told");
        thinking.execute(() -> {
            try {
                verdict.accept(verdict(kind));
            } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
                LOG.log(DEBUG, "no advice for " + kind.getName(), e);
            }
        });
    }

    private static ExecutionPolicy verdict(Class<?> kind) throws IOException {
        ClassClosure closure = ClassClosure.of(kind);
        String key = closure.digest() + ' ' + Dictionary.own().version() + ' ' + kind.getName();
        ExecutionPolicy known = VERDICTS.get(key);
        if (known == null) {
            known = Mapping.of(closure).kinds().stream()
                    .filter(each -> each.name().equals(kind.getName()))
                    .findFirst()
                    .map(KindAdviser::alone)
                    .orElse(ExecutionPolicy.TASK);
            VERDICTS.put(key, known);
        }
        return known;
    }

    /** What holds whoever else there is. */
    private static ExecutionPolicy alone(Advice advice) {
        Traits traits = advice.traits();
        Policy policy = advice.policy();
        if (policy.isOnSender()) {
            return traits.sent().isEmpty() ? ExecutionPolicy.MONITOR : ExecutionPolicy.TASK;
        }
        return ExecutionPolicy.valueOf(policy.name());
    }
}
