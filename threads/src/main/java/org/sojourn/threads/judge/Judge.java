package org.sojourn.threads.judge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.MethodNode;

/**
 * Says which frames may leave their place, and why others may not.
 *
 * <p><b>What is asked for.</b> Frames that run elsewhere have copies of their objects. That is right only if nobody at home sees those objects
 * while they change, or changes them.
 *
 * <p><b>The rule.</b> Let the frames be those of a stack from its top down to one, the <em>first</em> frame, beneath which there is code that
 * stays. They may leave if
 *
 * <ol>
 *   <li>what the first frame was given, its object and arguments, is of types whose values never change ({@code Fixed}), or have fields
 *       that their own task alone sets ({@code Owned});
 *   <li>no code that can be reached from any of the frames reads a static field that may change, sets one, enters a monitor, asks whether two
 *       objects are the same one ({@code Sameness}), sees a hash code that says so ({@code Hashes}), or calls what isn't known to be harmless
 *       ({@code Reach}, {@code Platform}). The initialisers of classes
 *       that it needs come to the same at each place, whichever is begun first, and do nothing else. Constants of enums never change.
 * </ol>
 *
 * <p><b>Why that is enough.</b> By induction over what the frames have done since the first one began: each object that can change and that
 * they refer to was made by their own code. At the beginning there is none, by 1. A new one comes from an allocation in their code, or
 * from a method of the platform that is known to return a new one or a fixed one. And it is referred to by their values and by each other
 * only: to be seen by others it would have to be stored in a static field or in an object that others have, be handed to another thread,
 * or be kept by the platform; none of which code can do, by 2. So when they leave, all that can change goes with them, and nothing at home has
 * a reference to it. What it was given and its task changes stays at home all the same, and is brought up to date there when the frames
 * come to something; {@code Owned} says why nobody misses it meanwhile. What the first frame returns or throws is handed over for good, and nobody elsewhere keeps it.
 *
 * <p>What frames refer to is looked at once more when they leave: it must be of classes that can travel. Its classes count as
 * such of which there are objects.
 *
 * <p><b>Not for</b> frames that hold monitors: those never leave, see {@code locks}.
 *
 * <p><b>Tried and dropped:</b> to walk the objects and look whether something else refers to them. Nothing in a JVM can tell that.
 */
public final class Judge {
    /** What the home and the place where frames are do to a thread, each to one of its own: neither can call what the program has instead. */
    private static final List<String> ASKED_OF_THREADS = List.of("interrupt()V", "isInterrupted()Z");

    private final Program program;
    private final Fixed fixed;
    private final Owned owned;
    private final Hashes hashes;
    private final Sameness sameness;
    private final Guesses<String, String> initialisers = new Guesses<>("");

    /** Those whose initialisers are looked at, from the first on. Guarded by this. */
    private final Deque<String> looking = new ArrayDeque<>();

    private final Map<Asked, String> answers = new ConcurrentHashMap<>();

    private record Asked(MethodName first, Set<MethodName> methods, Set<String> classes) {}

    /**
     * Reads a program.
     *
     * @param classes its names
     * @param outside those that classes use which aren't the program's
     * @param loader finds them
     */
    public Judge(List<String> classes, Set<String> outside, ClassLoader loader) {
        this.program = new Program(classes, outside, loader);
        this.fixed = new Fixed(program);
        this.owned = new Owned(program, fixed);
        this.hashes = new Hashes(program);
        this.sameness = new Sameness(program, fixed);
    }

    /** {@return whether a frame of a method may hold a monitor, or isn't the program's} */
    public boolean locks(String owner, String nameAndDescriptor) {
        return program.locks(new MethodName(owner, nameAndDescriptor));
    }

    /**
     * Judges frames.
     *
     * @param frames their methods, the innermost first
     * @param classes of the program, of which they hold objects
     * @return why they stay; empty if they may leave
     */
    public String flaw(List<MethodName> frames, Set<String> classes) {
        Asked about = new Asked(frames.getLast(), Set.copyOf(frames), classes);
        return answers.computeIfAbsent(about, asked -> look(frames, classes));
    }

    private String look(List<MethodName> frames, Set<String> classes) {
        if (!program.unread().isEmpty()) {
            return "not all of the program can be judged: " + program.unread();
        }
        MethodName first = frames.getLast();
        MethodNode method = program.method(first);
        if (method == null) {
            return first + " isn't a method of the program";
        }
        Set<String> objects = new HashSet<>(classes);
        List<Type> given = new ArrayList<>();
        if ((method.access & Opcodes.ACC_STATIC) == 0) {
            given.add(Type.getObjectType(first.owner()));
        }
        given.addAll(List.of(Type.getArgumentTypes(method.desc)));
        for (Type each : given) {
            String flaw = owned.flaw(each);
            if (!flaw.isEmpty()) {
                return first + " was given " + (flaw.startsWith("of ") ? "something " : "") + flaw;
            }
            objects.addAll(fixed.classes(each));
        }
        return new Reach(this, program, null).flaw(frames, objects);
    }

    Fixed fixed() {
        return fixed;
    }

    Hashes hashes() {
        return hashes;
    }

    Sameness sameness() {
        return sameness;
    }

    /** {@return whether the home keeps its objects of a class while frames elsewhere have copies: nobody else changes them} */
    public boolean isKept(Class<?> type) {
        return owned.flaw(Type.getType(type)).isEmpty();
    }

    /** {@return why no frames of threads of a class may leave; empty if they may} */
    public String flawOfThread(Class<?> type) {
        String name = Type.getInternalName(type);
        MethodName own = ownOfThread(name);
        if (own != null) {
            return "it is a thread that has a method of its own for what reaches it from home: " + own;
        }
        String flaw = program.has(name) ? owned.flaw(name) : "";
        return flaw.isEmpty() ? "" : "it is a thread " + flaw;
    }

    /** What a class of threads has of its own by which none of them may leave; null if there is nothing. */
    @Nullable
    MethodName ownOfThread(String name) {
        return program.above(name).contains("java/lang/Thread")
                ? ASKED_OF_THREADS.stream()
                        .map(each -> program.resolve(name, each))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null)
                : null;
    }

    /**
     * Why a class can't be initialised at each place; empty if it can. Two initialisers that need each other come to what they do by which of them is
     * begun first, and that is another one at each place.
     */
    synchronized String flawOfInitialiser(String name) {
        if (!program.has(name)) {
            return "";
        }
        String other = otherThatNeeds(name);
        if (!other.isEmpty()) {
            return "its initialiser and that of " + other.replace('/', '.') + " need each other";
        }
        looking.addLast(name);
        try {
            return initialisers.of(name, this::lookAtInitialiser);
        } finally {
            looking.removeLast();
        }
    }

    /** A class whose initialiser is looked at since that of this class needs it; empty if there is none. */
    private String otherThatNeeds(String name) {
        if (!looking.contains(name) || !Reach.hasInitialiser(program.type(name))) {
            return "";
        }
        String other = "";
        for (String each : looking) {
            if (each.equals(name)) {
                other = "";
            } else if (Reach.hasInitialiser(program.type(each))) {
                other = each;
            }
        }
        return other;
    }

    private String lookAtInitialiser(String name) {
        String flaw = program.isEnum(name) ? flawOfConstants(name) : "";
        flaw = flaw.isEmpty() ? flawOfInitialiser(program.type(name).superName) : flaw;
        for (String each : program.initialisedWith(name)) {
            flaw = flaw.isEmpty() ? flawOfInitialiser(each) : flaw;
        }
        return flaw.isEmpty() && Reach.hasInitialiser(program.type(name))
                ? new Reach(this, program, name).flaw(List.of(new MethodName(name, "<clinit>()V")), Set.of())
                : flaw;
    }

    /** Each place has constants of its own, which stand for each other if they never change. */
    private String flawOfConstants(String name) {
        String flaw = fixed.flaw(name);
        flaw = flaw.isEmpty() ? sameness.flawOfConstant(Type.getObjectType(name)) : flaw;
        return flaw.isEmpty() ? "" : "it has constants " + flaw;
    }
}
