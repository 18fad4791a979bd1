package org.sojourn.messengers.network;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.port.Words;
import org.sojourn.kernel.sched.Task;
import org.sojourn.messengers.Blocking;
import org.sojourn.messengers.FuncContext;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.run.Fault;

/**
 * Java methods that scripts call, and processes that they start. A method is looked up once at a place. It runs in the lane's turn, as a
 * part of the messenger; one that is {@link Blocking} runs on a thread of its own while the messenger waits.
 */
final class Functions {
    /** What a script calls it, and how it is called. */
    private record Called(
            String file,
            String name,
            MethodHandle plain,
            MethodHandle handle,
            Class<?>[] parameters,
            boolean hasContext,
            boolean isBlocking) {
        boolean isFor(String itsFile, String itsName, int arguments) {
            return parameters.length == arguments && name.equals(itsName) && file.equals(itsFile);
        }

        @Override
        public String toString() {
            return file + "." + name;
        }
    }

    private static final MethodHandle FAILED;

    static {
        try {
            FAILED = MethodHandles.lookup()
                    .findStatic(
                            Functions.class,
                            "failed",
                            MethodType.methodType(Fault.class, Called.class, Throwable.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A power of two. */
    private static final int RECENT = 256;

    private final Nodes place;
    private final Map<String, Called> known = new ConcurrentHashMap<>();

    /** Those called last, by a hash. Plain: whatever stands there is looked at before it is taken. */
    private final @Nullable Called[] recent = new Called[RECENT];

    /** Where a messenger is that waits for something outside, for what, and for which process, if it is one. */
    private record Away(Node at, String what, @Nullable Process process) {}

    private final Map<Messenger, Away> outside = new ConcurrentHashMap<>();

    Functions(Nodes place) {
        this.place = place;
    }

    /** Calls a method for a messenger, which goes on with what it returns. */
    void call(
            LaneTurn turn,
            Node node,
            Messenger messenger,
            String file,
            String name,
            @Nullable Object[] in,
            Shape[] results) {
        if (file.equals(Agents.FILE)) {
            place.agents().call(turn, node, messenger);
            return;
        }
        Called called = find(file, name, in.length);
        if (!called.isBlocking) {
            Object returned = invoke(called, new Context(node, messenger, false), in);
            turn.beginsAnew();
            turn.goesOn(shaped(returned, results, called));
            return;
        }
        aside(
                messenger,
                new Away(node, called.toString(), null),
                () -> messenger.frame.results =
                        shaped(invoke(called, new Context(node, messenger, true), in), results, called));
    }

    /** Has something done on a thread of its own; the messenger goes on, or fails, when that is over. */
    private void aside(Messenger messenger, Away away, Runnable body) {
        Node at = away.at;
        String what = away.what;
        at.outside++;
        outside.put(messenger, away);
        place.site().hold();
        place.site().holders().add(messenger, () -> messenger + " at " + at + " waits for " + what);
        place.site().policies().virtual().submit(new Task() {
            @Override
            public void run() {
                Fault fault = null;
                try {
                    body.run();
                } catch (Fault failed) {
                    fault = failed;
                } catch (Throwable failed) {
                    fault = new Fault(what + " failed: " + Words.of(failed), failed);
                }
                comesBack(at, messenger, fault);
            }

            @Override
            public String toString() {
                return what + " for " + messenger;
            }
        });
    }

    /** What a messenger has waited for is over. */
    private void comesBack(Node at, Messenger messenger, @Nullable Fault its) {
        place.site().holders().remove(messenger);
        at.lane.offer(new Item() {
            @Override
            void go(LaneTurn turn) {
                at.outside--;
                outside.remove(messenger);
                if (its == null) {
                    at.append(messenger);
                } else {
                    place.faults().add(messenger, at, its);
                    place.ends().ended(messenger);
                    at.look();
                }
            }
        });
        at.lane.wake();
        place.site().release();
    }

    /** {@return the messengers of a node that wait for a method or a process, and for which} */
    Map<Messenger, String> outside(Node at) {
        if (at.outside == 0) {
            return Map.of();
        }
        Map<Messenger, String> all = new HashMap<>();
        outside.forEach((messenger, away) -> {
            if (away.at == at) {
                all.put(messenger, "waits for " + away.what);
            }
        });
        return all;
    }

    /** Ends the processes of those messengers of a lane that are to be ended: these are met as soon as their processes are over. In its turn. */
    void strike(Lane lane, Predicate<Messenger> isStruck) {
        outside.forEach((messenger, away) -> {
            if (away.process != null && away.at.lane == lane && isStruck.test(messenger)) {
                Processes.end(away.process);
            }
        });
    }

    // ---- methods --------------------------------------------------------------------------------------------------

    private Called find(String file, String name, int arguments) {
        int at = (file.hashCode() * 31 + name.hashCode() + arguments) & RECENT - 1;
        Called last = recent[at];
        if (last == null || !last.isFor(file, name, arguments)) {
            last = known(file, name, arguments);
            recent[at] = last;
        }
        return last;
    }

    private Called known(String file, String name, int arguments) {
        String key = file + "#" + name + "#" + arguments;
        Called found = known.get(key);
        if (found == null) {
            found = look(file, name, arguments);
            known.put(key, found);
        }
        return found;
    }

    private Called look(String file, String name, int arguments) {
        String owner = file.replace('/', '.');
        if (!place.settings().isCallable().test(owner)) {
            throw new Fault("func may not call " + owner + "." + name
                    + ": its package isn't allowed (--allow, or the program's own package)");
        }
        Class<?> type;
        try {
            ClassLoader own = Thread.currentThread().getContextClassLoader();
            type = Class.forName(owner, true, own != null ? own : Functions.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            throw new Fault(lacks(owner, name, e));
        }
        List<Method> fitting = Arrays.stream(type.getMethods())
                .filter(each -> each.getName().equals(name) && Modifier.isStatic(each.getModifiers()))
                .filter(each -> each.getParameterCount() - (hasContext(each) ? 1 : 0) == arguments)
                .toList();
        if (fitting.size() != 1) {
            throw new Fault((fitting.isEmpty() ? "there is no" : "there is more than one") + " public static method "
                    + owner + "." + name + " with " + arguments + " parameters");
        }
        Method method = fitting.get(0);
        try {
            MethodHandle handle = MethodHandles.publicLookup().unreflect(method);
            int extra = hasContext(method) ? 1 : 0;
            Class<?>[] parameters = Arrays.copyOfRange(method.getParameterTypes(), extra, method.getParameterCount());
            MethodType general = MethodType.genericMethodType(method.getParameterCount());
            return new Called(
                    file,
                    name,
                    handle,
                    handle.asType(general).asSpreader(Object[].class, method.getParameterCount()),
                    parameters,
                    extra > 0,
                    method.isAnnotationPresent(Blocking.class));
        } catch (IllegalAccessException e) {
            throw new Fault(owner + " isn't public: func can't call " + name, e);
        }
    }

    /** Without the cause, whose stack says no more. */
    private String lacks(String owner, String name, Throwable why) {
        String what = "func can't call " + owner + "." + name + ": ";
        if (why instanceof ClassNotFoundException) {
            return what + "there is no class " + owner + " on the class path of " + place.name()
                    + "; set CLASSPATH to where it is when you start the run";
        }
        return what + "the class " + owner + " can't be loaded: " + Words.of(why);
    }

    /** {@return a method that takes and returns numbers only, as those of a script fit it without a look at them; null otherwise} */
    @Nullable
    MethodHandle direct(String file, String name, MethodType type) {
        Called called;
        try {
            called = known(file, name, type.parameterCount());
        } catch (Fault none) { // to be told when it is called
            return null;
        }
        MethodType its = called.plain.type();
        boolean fits = !called.hasContext
                && !called.isBlocking
                && (type.returnType() == void.class || Widening.isAny(its.returnType(), type.returnType()));
        for (int i = 0; fits && i < type.parameterCount(); i++) {
            fits = Widening.isAny(type.parameterType(i), its.parameterType(i));
        }
        if (!fits) {
            return null;
        }
        MethodHandle fails = MethodHandles.throwException(type.returnType(), Fault.class);
        return MethodHandles.catchException(
                called.plain.asType(type),
                Throwable.class,
                MethodHandles.filterArguments(fails, 0, FAILED.bindTo(called)));
    }

    private static Fault failed(Called called, Throwable failure) {
        return failure instanceof Fault fault ? fault : new Fault(called + " failed: " + Words.of(failure), failure);
    }

    private static boolean hasContext(Method method) {
        return method.getParameterCount() > 0 && method.getParameterTypes()[0] == FuncContext.class;
    }

    /** The values are the caller's to give away. */
    private static @Nullable Object invoke(Called called, Context context, @Nullable Object[] in) {
        int extra = called.hasContext ? 1 : 0;
        @Nullable Object[] all = in;
        if (extra > 0) {
            all = new Object[in.length + 1];
            all[0] = context;
        }
        for (int i = 0; i < in.length; i++) {
            all[i + extra] = MethodArguments.as(in[i], called.parameters[i], called, i + 1);
        }
        try {
            return called.handle.invokeExact(all);
        } catch (Throwable failure) {
            throw failed(called, failure);
        }
    }

    // ---- what they return -----------------------------------------------------------------------------------------

    /** Several values come as an array of objects, or as a record. */
    private static @Nullable Object[] shaped(@Nullable Object returned, Shape[] wanted, Called called) {
        @Nullable Object[] values = values(returned, wanted);
        if (values.length < wanted.length) {
            throw new Fault(called + " returns " + values.length + " values; the script wants " + wanted.length);
        }
        @Nullable Object[] shaped = new Object[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            shaped[i] = Shapes.as(values[i], wanted[i]);
        }
        return shaped;
    }

    /** How records of a class are read: looked up once. */
    private static final ClassValue<Method[]> ACCESSORS = new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> type) {
            Method[] all = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getAccessor)
                    .toArray(Method[]::new);
            for (Method each : all) {
                each.setAccessible(true);
            }
            return all;
        }
    };

    private static @Nullable Object[] values(@Nullable Object returned, Shape[] wanted) {
        if (returned == null) {
            return wanted.length == 1 ? new Object[] {null} : new Object[0];
        }
        if (returned instanceof Record record && !(record instanceof Name) && !(record instanceof Address)) {
            return components(record);
        }
        boolean isOneArray = wanted.length == 1 && wanted[0].length() > 0;
        return returned instanceof Object[] several && !isOneArray ? several : new Object[] {returned};
    }

    private static @Nullable Object[] components(Record record) {
        try {
            Method[] accessors = ACCESSORS.get(record.getClass());
            @Nullable Object[] values = new Object[accessors.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = accessors[i].invoke(record);
            }
            return values;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new Fault("the record " + record.getClass().getName() + " can't be read", e);
        }
    }

    // ---- processes ------------------------------------------------------------------------------------------------

    /** Starts a process for a messenger, and has it wait for its end if it is to. */
    void exec(Node node, Messenger messenger, String file, @Nullable Object[] in, boolean isWaitedFor) {
        if (!place.settings().mayExec()) {
            throw new Fault("exec is switched off; --jvm-opt -Dsojourn.exec=true has scripts start processes");
        }
        List<String> command = new ArrayList<>();
        command.add(file);
        Arrays.stream(in).forEach(each -> command.add(String.valueOf(each)));
        Process process = place.processes().start(command);
        if (isWaitedFor) {
            aside(
                    messenger,
                    new Away(node, "the process " + file, process),
                    () -> messenger.status = Processes.await(process));
        }
    }

    /** The variables of a node and of a messenger, by name. */
    private record Context(Node node, Messenger messenger, boolean isAside) implements FuncContext {
        private int number(boolean isNode, String variable) {
            if (isNode && isAside) { // others run at the node meanwhile
                throw new IllegalStateException(
                        "a method that is marked as @Blocking can't read or set the node's variable '" + variable
                                + "': let the script pass it by in and out");
            }
            int found = isNode
                    ? Variables.find(node.layout.layout(), variable)
                    : Variables.find(messenger.layout(), variable);
            if (found < 0) {
                throw new IllegalArgumentException(
                        (isNode ? node.toString() : messenger.toString()) + " has no variable '" + variable + "'");
            }
            return found;
        }

        @Override
        public @Nullable Object node(String variable) {
            return Variables.get(node.layout.layout(), node.values, number(true, variable));
        }

        @Override
        public void setNode(String variable, Object value) {
            Variables.set(node.layout.layout(), node.values, number(true, variable), value);
            node.lane.turn().isNodeStored = true;
        }

        @Override
        public @Nullable Object messenger(String variable) {
            return Variables.get(messenger.layout(), messenger.frame.values, number(false, variable));
        }

        @Override
        public void setMessenger(String variable, Object value) {
            Variables.set(messenger.layout(), messenger.frame.values, number(false, variable), value);
        }

        @Override
        public String nodeName() {
            return node.address().text();
        }

        @Override
        public String physical() {
            return node.place.name();
        }
    }
}
