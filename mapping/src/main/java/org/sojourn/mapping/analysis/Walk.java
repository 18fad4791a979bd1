package org.sojourn.mapping.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.code.ClassFiles.Method;
import org.sojourn.mapping.code.Dictionary;
import org.sojourn.mapping.code.Verb;
import org.sojourn.mapping.code.Verb.Facet;
import org.sojourn.mapping.code.Where;
import org.sojourn.mapping.fact.FactReader;
import org.sojourn.mapping.fact.Facts;
import org.sojourn.mapping.fact.Origin;
import org.sojourn.mapping.fact.Value;
import org.sojourn.mapping.kind.Handler;
import org.sojourn.mapping.kind.Kind;

/**
 * What a handler reaches: its own code, the methods and functions that it calls, and theirs, within bounds. A call of a method
 * that may be overridden reaches every implementation that is known, if they are few; a call of which nothing is known is noted,
 * as what it does isn't known either.
 *
 * <p>A function that is given to a call counts as run there: in a loop if the dictionary says so, on some paths only otherwise, and
 * not at all if it is run by somebody else.
 */
final class Walk {
    /** Something that can't be followed. */
    record Unfollowed(String what, Where where) {}

    private static final int DEEPEST = 24;
    private static final int MOST_METHODS = 3_000;
    private static final String CHANNELS = "java/nio/channels/";

    private static final int MOST_CANDIDATES = 16;

    private final ClassFiles files;
    private final Dictionary dictionary;
    private final FactReader reader;
    private final Functions functions;
    private final Kind kind;
    private final Map<String, Reach> reached = new LinkedHashMap<>();
    private final Set<Unfollowed> unfollowed = new LinkedHashSet<>();
    private final Deque<Reach> open = new ArrayDeque<>();
    private final Reach entry;

    Walk(ClassFiles files, Dictionary dictionary, FactReader reader, Kind kind, Handler handler) {
        this.files = files;
        this.dictionary = dictionary;
        this.reader = reader;
        this.functions = new Functions(files, dictionary);
        this.kind = kind;
        this.entry = new Reach(handler.method(), handler.facts(), 0);
        Map<Integer, Set<Origin>> given = new LinkedHashMap<>();
        boolean isStatic = (handler.method().node().access & Opcodes.ACC_STATIC) != 0;
        int count = Type.getArgumentCount(handler.method().node().desc) + (isStatic ? 0 : 1);
        for (int i = 0; i < count; i++) {
            given.put(i, Set.of(new Origin(Origin.Kind.OTHER, "captured")));
        }
        if (!isStatic) {
            given.put(0, Set.of(new Origin(Origin.Kind.SELF, "")));
        }
        if (handler.method().node().name.equals("applyOrElse")) {
            given.put(2, Set.of(new Origin(Origin.Kind.FUNCTION, "0"))); // what is to be done with all other messages
        }
        if (handler.message() >= 0) {
            given.put(handler.message(), Set.of(new Origin(Origin.Kind.MESSAGE, "")));
        }
        entry.join(false, false, given);
        reached.put("", entry);
        open.add(entry);
        while (!open.isEmpty()) {
            follow(open.remove());
        }
    }

    /** Every method that is reached, the handler first. */
    Iterable<Reach> reached() {
        return reached.values();
    }

    @Nullable
    Reach reached(String key) {
        return reached.get(key);
    }

    Reach entry() {
        return entry;
    }

    Set<Unfollowed> unfollowed() {
        return unfollowed;
    }

    private void follow(Reach from) {
        if (!from.facts.returns()) {
            unfollowed.add(new Unfollowed(
                    from == entry && from.facts == Facts.NONE
                            ? "its handlers weren't recognised, or are too large to follow"
                            : "the code of " + from.method.node().name + " is too large to follow",
                    new Where(from.method.type().name.replace('/', '.'), from.method.node().name, 0)));
        }
        for (Facts.Call call : from.facts.calls()) {
            follow(from, call);
        }
        for (Facts.Function function : from.facts.functions()) {
            follow(from, function);
        }
        for (Facts.Linked linked : from.facts.linked()) {
            unfollowed.add(new Unfollowed("what " + linked.by() + " links isn't known", from.where(linked.site())));
        }
    }

    private void follow(Reach from, Facts.Call call) {
        Dictionary.Entry time = call.word(Facet.TIME);
        boolean isFollowed = files.isFollowed(call.owner());
        boolean isLater = call.is(Verb.LATER) && !files.isApplication(call.owner());
        if (call.word(Facet.TALK) == null && isOpen(call, time)) {
            if (isMadeHere(from, call)) {
                return;
            }
            if (!isFollowed) {
                if (!isLater) {
                    leave(from, call, unknown(call));
                }
                return;
            }
            if (files.isMadeAsFunction(call.owner())) {
                leave(from, call, "may run a function that was made elsewhere");
            }
        }
        if (call.word(Facet.TALK) != null
                || (time != null && time.verb() != Verb.OPEN && !isWritten(call, time))
                || call.owner().startsWith("[")
                || (ClassFiles.isOfJdk(call.owner()) && !isFollowed)) {
            give(from, call);
            return;
        }
        if (isLater) {
            return;
        }
        List<String> keys = enterAll(from, call);
        from.callees.put(call.site().at(), keys);
    }

    private List<String> enterAll(Reach from, Facts.Call call) {
        Collection<Method> targets = targets(from, call);
        List<String> keys = new ArrayList<>();
        for (Method target : targets) {
            enter(from, call.site(), target, call.arguments(), targets.size() > 1);
            keys.add(target.key());
        }
        return keys;
    }

    /** Whether what a call does depends on its receiver: a function, or a channel. */
    private boolean isOpen(Facts.Call call, Dictionary.@Nullable Entry time) {
        return functions.isRun(call)
                || (time != null
                        && time.verb() == Verb.OPEN
                        && (time.type().equals(call.owner()) || !files.isFollowed(call.owner())));
    }

    /** A function that was made by what is followed anyhow is followed where it was made. */
    private boolean isMadeHere(Reach from, Facts.Call call) {
        if (call.opcode() == Opcodes.INVOKESTATIC) {
            return false;
        }
        Value receiver = call.arguments().getFirst();
        Set<Origin> origins = from.resolve(receiver.origins());
        return !origins.isEmpty()
                && (origins.stream().allMatch(origin -> origin.kind() == Origin.Kind.FUNCTION)
                        || (functions.isRun(call) && functions.isKnown(from, receiver)));
    }

    private String unknown(Facts.Call call) {
        return call.owner().startsWith(CHANNELS)
                ? "waits or not, as its channel was set to"
                : functions.isRun(call) ? "runs a function that it was given" : "runs code that isn't known here";
    }

    /** What isn't followed may run the functions that it is given: an object of a class that is followed, or one of which nothing is known. */
    private void give(Reach from, Facts.Call call) {
        Type[] parameters = Type.getArgumentTypes(call.desc());
        for (int i = 0; i < parameters.length && !call.is(Verb.ELSEWHERE); i++) {
            Functions.Given given = functions.given(call, i, parameters[i]);
            if (given == null || functions.isKnown(from, given.value())) {
                continue;
            }
            String type = given.value().className();
            if (files.isFollowed(type) && !files.isMadeAsFunction(type)) {
                List<Value> arguments = List.of(given.value());
                enterAll(
                        from,
                        new Facts.Call(
                                call.site(),
                                Opcodes.INVOKEVIRTUAL,
                                type,
                                given.method().name(),
                                given.method().desc(),
                                arguments,
                                Map.of()));
            } else {
                leave(from, call, "is given an unknown function");
            }
        }
    }

    /**
     * Code that is here goes before what the dictionary says of its supertypes; and code of the kind's own package before what it
     * says of that package.
     */
    private boolean isWritten(Facts.Call call, Dictionary.Entry word) {
        return word.isOfPackage()
                ? kind.type().startsWith(word.type()) && files.isApplication(call.owner())
                : !word.type().equals(call.owner())
                        && files.isApplication(call.owner())
                        && !files.implementations(call.owner(), call.name(), call.desc())
                                .isEmpty();
    }

    private void leave(Reach from, Facts.Call call, String why) {
        unfollowed.add(new Unfollowed(call.shown() + " " + why, from.where(call.site())));
    }

    private Collection<Method> targets(Reach from, Facts.Call call) {
        String owner = call.owner();
        if (!files.isFollowed(owner)) {
            leave(from, call, files.isKnown(owner) ? "can't be followed" : "belongs to a class that wasn't found");
            return List.of();
        }
        Collection<Method> targets = candidates(from, call);
        if (targets.size() > MOST_CANDIDATES) {
            leave(from, call, "has " + targets.size() + " implementations");
            return List.of();
        }
        if (targets.isEmpty() && !isInherited(call)) {
            leave(from, call, "has no implementation that is known");
        }
        for (Method target : targets) {
            if ((target.node().access & Opcodes.ACC_NATIVE) != 0) {
                leave(from, call, "is native");
            }
        }
        return targets;
    }

    private Collection<Method> candidates(Reach from, Facts.Call call) {
        String only = null;
        if (call.opcode() == Opcodes.INVOKESTATIC || call.opcode() == Opcodes.INVOKESPECIAL) {
            only = call.owner();
        } else {
            Set<Origin> origins = from.resolve(call.arguments().getFirst().origins());
            Origin first = origins.size() == 1 ? origins.iterator().next() : null;
            if (first != null && first.kind() == Origin.Kind.NEW) {
                only = first.detail();
            } else if (first != null && first.kind() == Origin.Kind.SELF && files.isA(kind.type(), call.owner())) {
                only = kind.type();
            }
        }
        if (only == null) {
            return files.implementations(call.owner(), call.name(), call.desc());
        }
        Method found = files.find(only, call.name(), call.desc());
        return found == null ? List.of() : List.of(found);
    }

    /** A method of the JDK that a class of the application has inherited; the dictionary knows those that block. */
    private boolean isInherited(Facts.Call call) {
        return files.ancestors(call.owner()).stream()
                        .anyMatch(each -> !each.equals("java/lang/Object") && ClassFiles.isOfJdk(each))
                || call.name().equals("<init>")
                || List.of(
                                "toString",
                                "hashCode",
                                "equals",
                                "getClass",
                                "name",
                                "ordinal",
                                "clone",
                                "values",
                                "valueOf")
                        .contains(call.name());
    }

    private void follow(Reach from, Facts.Function function) {
        Facts.Call user = function.user();
        Dictionary.Entry type = dictionary.find(Facet.RUNS, function.type(), "", "", files);
        boolean isElsewhere = (user != null && user.is(Verb.ELSEWHERE))
                || (type != null && type.verb() == Verb.ELSEWHERE)
                || function.signature().endsWith("actor/typed/Behavior;");
        if (isElsewhere) {
            return;
        }
        Handle implementation = function.implementation();
        Method target = files.find(implementation.getOwner(), implementation.getName(), implementation.getDesc());
        boolean isRepeated = user != null && user.is(Verb.REPEATS);
        Facts.Site made = function.site();
        List<Integer> loops = isRepeated && made.loops().isEmpty() ? List.of(-1) : made.loops();
        boolean isConditional = made.isConditional() || !isRepeated;
        Facts.Site site = new Facts.Site(made.at(), made.line(), isConditional, loops);
        if (target != null && isItself(function, target)) {
            enter(from, site, target, function.captured(), false);
            from.functions.put(made.at(), target.key());
        } else {
            String key = from.key + " at " + made.at();
            int count = function.captured().size() + Type.getArgumentCount(function.signature());
            Map<Integer, Set<Origin>> given = given(from, count, function.captured());
            enter(from, site, key, from.method, () -> reader.reference(function), given, false);
            from.functions.put(made.at(), key);
        }
    }

    /** Whether a function runs one method and no other: what compilers make of a lambda expression, or a constructor. */
    private static boolean isItself(Facts.Function function, Method target) {
        return function.implementation().getTag() == Opcodes.H_NEWINVOKESPECIAL
                || (target.node().access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) != 0;
    }

    private void enter(Reach from, Facts.Site site, Method target, List<Value> arguments, boolean isOneOfMany) {
        boolean isStatic = (target.node().access & Opcodes.ACC_STATIC) != 0;
        int count = Type.getArgumentCount(target.node().desc) + (isStatic ? 0 : 1);
        Map<Integer, Set<Origin>> given = given(from, count, arguments);
        enter(from, site, target.key(), target, () -> reader.facts(target), given, isOneOfMany);
    }

    private static Map<Integer, Set<Origin>> given(Reach from, int count, List<Value> arguments) {
        Map<Integer, Set<Origin>> given = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            given.put(
                    i,
                    i < arguments.size()
                            ? from.resolve(arguments.get(i).origins())
                            : Set.of(new Origin(Origin.Kind.OTHER, "argument")));
        }
        return given;
    }

    private void enter(
            Reach from,
            Facts.Site site,
            String key,
            Method target,
            Supplier<Facts> facts,
            Map<Integer, Set<Origin>> given,
            boolean isOneOfMany) {
        Reach known = reached.get(key);
        if (known == null) {
            if (from.depth >= DEEPEST || reached.size() >= MOST_METHODS) {
                unfollowed.add(new Unfollowed("the calls from here are too many to follow", from.where(site)));
                return;
            }
            known = new Reach(key, target, facts.get(), from.depth + 1);
            reached.put(key, known);
            known.join(from.isRepeated || site.isRepeated(), isConditional(from, site, isOneOfMany), given);
            open.add(known);
        } else if (known.join(from.isRepeated || site.isRepeated(), isConditional(from, site, isOneOfMany), given)) {
            open.add(known);
        }
    }

    private static boolean isConditional(Reach from, Facts.Site site, boolean isOneOfMany) {
        return from.isConditional || site.isConditional() || isOneOfMany;
    }
}
