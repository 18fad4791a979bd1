package org.sojourn.mapping.report;

import java.util.List;
import java.util.function.Predicate;
import org.sojourn.mapping.decision.Advice;
import org.sojourn.mapping.decision.Decision;
import org.sojourn.mapping.decision.Policy;
import org.sojourn.mapping.kind.Framework;

/**
 * Dispatchers for Pekko and Akka: a PinnedDispatcher for THREAD, a fork-join pool for TASK, a pool apart for what blocks. Which
 * actor gets which is said beside its name, with the code that says so, as an actor's path isn't in its class.
 *
 * <p>MONITOR and SEQ are comments: what runs an actor on its sender in Pekko, the CallingThreadDispatcher, is a test tool. The paper
 * used it.
 */
final class PekkoConfiguration {
    private static final String HEAD = """
        # Dispatchers, as sojourn map advises them. Include this file in application.conf, and name a dispatcher where an actor
        # is created:
        #   classic  Props.create(Kind.class).withDispatcher("sojourn.task")
        #   typed    context.spawn(Kind.create(), "name", DispatcherSelector.fromConfig("sojourn.task"))
        # or, for a classic actor whose path is known, by configuration:
        #   %1$s.actor.deployment { /path { dispatcher = sojourn.task } }
        """;

    private static final String POOLS = """
        sojourn {
          # TASK: what neither blocks nor computes and sends to many.
          task {
            type = Dispatcher
            executor = "fork-join-executor"
            fork-join-executor {
              parallelism-min = 1
              parallelism-factor = %2$s
              parallelism-max = 64
            }
            throughput = 5
          }

          # THREAD: each actor has a thread of its own.
          thread {
            type = PinnedDispatcher
            executor = "thread-pool-executor"
          }

          # VIRTUAL, and what waits for files: what blocks and computes little, apart from all others. The size bounds how many block at once.
          blocking {
            type = Dispatcher
            executor = "thread-pool-executor"
            thread-pool-executor {
              fixed-pool-size = 32
            }
            throughput = 1
          }
        }
        """;

    private final List<Advice> kinds;
    private final StringBuilder out = new StringBuilder();

    PekkoConfiguration(MappingReport report) {
        this.kinds = report.kinds().stream()
                .filter(each -> each.traits().kind().framework() != Framework.SOJOURN)
                .toList();
    }

    String text() {
        boolean isAkka = !kinds.isEmpty()
                && kinds.getFirst().traits().kind().framework().shown().startsWith("Akka");
        boolean isCrowded = kinds.stream().anyMatch(each -> each.hint().startsWith("cVector+"));
        out.append(String.format(HEAD, isAkka ? "akka" : "pekko")).append('\n');
        out.append(String.format(POOLS, isAkka ? "akka" : "pekko", "1.0"));
        if (isCrowded) {
            out.append(
                    "# Several kinds crowd into one (cVector+): try sojourn.task.fork-join-executor.parallelism-factor"
                            + " = 0.5.\n");
        }
        if (kinds.isEmpty()) {
            out.append("\n# No Pekko or Akka actors were found.\n");
        }
        list(
                each -> each.policy() == Policy.VIRTUAL || isForFiles(each),
                "sojourn.blocking",
                "block and compute little");
        list(
                each -> each.policy() == Policy.THREAD && !isForFiles(each),
                "sojourn.thread",
                "have work for a thread of their own");
        list(each -> each.policy() == Policy.TASK, "sojourn.task", "share threads");
        list(
                each -> each.policy() == Policy.MONITOR,
                "sojourn.task",
                "could run on their senders; in Pekko only a test tool does that (CallingThreadDispatcher)");
        list(
                each -> each.policy() == Policy.SEQ,
                "sojourn.task",
                "could run on their one sender; in Pekko only a test tool does that");
        return out.toString();
    }

    /** The pool for what blocks has platform threads: files may be waited for there, and many actors can share them. */
    private static boolean isForFiles(Advice advice) {
        return advice.policy() == Policy.THREAD
                && advice.chosen() == null
                && advice.decision().rule().equals(Decision.FILES);
    }

    private void list(Predicate<Advice> which, String dispatcher, String what) {
        List<Advice> those = kinds.stream().filter(which).toList();
        if (!those.isEmpty()) {
            out.append("\n# ")
                    .append(dispatcher)
                    .append(": these ")
                    .append(what)
                    .append('\n');
            for (Advice each : those) {
                out.append("#   ")
                        .append(each.name())
                        .append("   [")
                        .append(each.decision().rule())
                        .append("] ");
                out.append(each.decision().because()).append('\n');
            }
        }
    }
}
