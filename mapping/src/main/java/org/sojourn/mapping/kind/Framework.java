package org.sojourn.mapping.kind;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.mapping.code.ClassFiles;

/** What a kind is written with. */
public enum Framework {
    /** Selectors and actors of this library. */
    SOJOURN("Sojourn", "org/sojourn/selectors/", List.of("Selector"), Set.of("Selector", "Actor", "work/Master")),
    /** Classic actors of Apache Pekko, in Java or Scala. */
    PEKKO("Pekko", "org/apache/pekko/", Classic.ROOTS, Classic.BASES),
    /** Typed behaviours of Apache Pekko, as classes or built of functions. */
    PEKKO_TYPED("Pekko typed", "org/apache/pekko/", Typed.ROOTS, Typed.BASES),
    /** Classic actors of Akka. */
    AKKA("Akka", "akka/", Classic.ROOTS, Classic.BASES),
    /** Typed behaviours of Akka. */
    AKKA_TYPED("Akka typed", "akka/", Typed.ROOTS, Typed.BASES);

    /** Names that Pekko and Akka share. The roots are several, as the jar that says what extends what may not be there. */
    private static final class Classic {
        static final List<String> ROOTS = List.of(
                "actor/Actor",
                "actor/AbstractActor",
                "actor/UntypedAbstractActor",
                "actor/AbstractLoggingActor",
                "actor/AbstractActorWithStash",
                "actor/AbstractActorWithUnboundedStash",
                "actor/AbstractActorWithTimers",
                "actor/AbstractFSM",
                "actor/AbstractLoggingFSM",
                "persistence/PersistentActor",
                "persistence/AbstractPersistentActor",
                "persistence/AbstractPersistentActorWithTimers");
        static final Set<String> BASES = Set.of(
                "actor/Actor",
                "actor/AbstractActor",
                "actor/AbstractLoggingActor",
                "actor/UntypedAbstractActor",
                "actor/AbstractActorWithStash",
                "actor/AbstractActorWithUnboundedStash",
                "actor/AbstractActorWithTimers",
                "actor/AbstractFSM",
                "actor/AbstractLoggingFSM",
                "actor/FSM",
                "actor/LoggingFSM",
                "routing/Listeners",
                "actor/ActorLogging",
                "actor/DiagnosticActorLogging",
                "actor/Stash",
                "actor/StashSupport",
                "actor/StashFactory",
                "actor/UnrestrictedStash",
                "actor/UnboundedStash",
                "actor/Timers",
                "actor/Status",
                "event/LoggingAdapter",
                "persistence/Eventsourced",
                "persistence/PersistentActor",
                "persistence/AbstractPersistentActor",
                "persistence/AbstractPersistentActorWithTimers",
                "persistence/AbstractPersistentActorLike",
                "persistence/PersistenceStash",
                "persistence/PersistenceIdentity",
                "persistence/PersistenceRecovery",
                "persistence/Snapshotter",
                "persistence/AtLeastOnceDelivery",
                "persistence/AtLeastOnceDeliveryLike");

        private Classic() {}
    }

    private static final class Typed {
        static final List<String> ROOTS = List.of(
                "actor/typed/ExtensibleBehavior",
                "actor/typed/javadsl/AbstractBehavior",
                "actor/typed/scaladsl/AbstractBehavior");
        static final Set<String> BASES = Set.of(
                "actor/typed/ExtensibleBehavior",
                "actor/typed/Behavior",
                "actor/typed/javadsl/AbstractBehavior",
                "actor/typed/scaladsl/AbstractBehavior");

        private Typed() {}
    }

    private final String shown;
    private final String prefix;
    private final List<String> roots;
    private final Set<String> bases;

    Framework(String shown, String prefix, List<String> roots, Set<String> bases) {
        this.shown = shown;
        this.prefix = prefix;
        this.roots = roots;
        this.bases = bases;
    }

    /**
     * Returns the name that people see.
     *
     * @return the name
     */
    public String shown() {
        return shown;
    }

    /** The folder of its classes. */
    String prefix() {
        return prefix;
    }

    /** Whether a kind's own code ends at this class. */
    boolean isBase(String type) {
        return type.startsWith(prefix) && bases.contains(type.substring(prefix.length()));
    }

    /** What a class that can be instantiated is written with; null if it is no kind. */
    static @Nullable Framework of(String type, ClassFiles files) {
        for (Framework framework : values()) {
            for (String root : framework.roots) {
                if (!framework.isBase(type) && files.isA(type, framework.prefix + root)) {
                    return framework;
                }
            }
        }
        return null;
    }
}
