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
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Name;
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
    private record Called(MethodHandle handle, Class<?>[] parameters, boolean hasContext, boolean isBlocking) {}

    private final Nodes place;
    private final Map<String, Called> known = new ConcurrentHashMap<>();

    /** Where a messenger is that waits for something outside, and for what. */
    private record Away(Node at, String what) {}

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
        Called called = find(file, name, in.length);
        if (!called.isBlocking) {
            Object returned = invoke(called, new Context(node, messenger, false), file + "." + name, in);
            turn.beginsAnew();
            turn.goesOn(shaped(returned, results, file + "." + name));
            return;
        }
        aside(node, messenger, file + "." + name, () -> {
            Context context = new Context(node, messenger, true);
            messenger.frame.results =
                    shaped(invoke(called, context, file + "." + name, in), results, file + "." + name);
        });
    }

    /** Has something done on a thread of its own; the messenger goes on, or fails, when that is over. */
    private void aside(Node at, Messenger messenger, String what, Runnable body) {
        at.outside++;
        outside.put(messenger, new Away(at, what));
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
                    fault = new Fault(what + " failed: " + failed, failed);
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
        at.lane.offer(new Item() {
            @Override
            void go(LaneTurn turn) {
                at.outside--;
                outside.remove(messenger);
                if (its == null) {
                    at.append(messenger);
                } else {
                    place.faults().add(messenger, at, its);
                    place.ended(messenger);
                }
            }
        });
        at.lane.wake();
        place.site().holders().remove(messenger);
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

    // ---- methods --------------------------------------------------------------------------------------------------

    private Called find(String file, String name, int arguments) {
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
            throw new Fault("there is no class " + owner + " at " + place.name(), e);
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
                    handle.asType(general).asSpreader(Object[].class, method.getParameterCount()),
                    parameters,
                    extra > 0,
                    method.isAnnotationPresent(Blocking.class));
        } catch (IllegalAccessException e) {
            throw new Fault(owner + " isn't public: func can't call " + name, e);
        }
    }

    private static boolean hasContext(Method method) {
        return method.getParameterCount() > 0 && method.getParameterTypes()[0] == FuncContext.class;
    }

    private static @Nullable Object invoke(Called called, Context context, String what, @Nullable Object[] in) {
        int extra = called.hasContext ? 1 : 0;
        @Nullable Object[] all = new Object[in.length + extra];
        if (extra > 0) {
            all[0] = context;
        }
        for (int i = 0; i < in.length; i++) {
            all[i + extra] = converted(in[i], called.parameters[i], what, i);
        }
        try {
            return called.handle.invokeExact(all);
        } catch (Fault fault) {
            throw fault;
        } catch (Throwable failure) {
            throw new Fault(what + " failed: " + failure, failure);
        }
    }

    private static @Nullable Object converted(@Nullable Object value, Class<?> to, String what, int number) {
        Object fitting = value;
        if (value instanceof Number its && to.isPrimitive()) {
            fitting = number(its, to);
        } else if (value != null && !to.isPrimitive() && !to.isInstance(value)) {
            fitting = null;
        }
        if (fitting == null && (value != null || to.isPrimitive())) {
            throw new Fault(
                    "parameter " + (number + 1) + " of " + what + " is a " + to.getSimpleName() + "; the script gives "
                            + (value == null ? "nothing" : value.getClass().getSimpleName() + " " + value));
        }
        return fitting;
    }

    private static @Nullable Object number(Number value, Class<?> to) {
        boolean isWhole = value instanceof Integer || value instanceof Long;
        if (to == double.class) {
            return value.doubleValue();
        }
        if (to == float.class) {
            return value instanceof Double ? null : (Object) value.floatValue();
        }
        if (to == long.class) {
            return isWhole ? (Object) value.longValue() : null;
        }
        long its = value.longValue();
        if (!isWhole) {
            return null;
        }
        if (to == int.class) {
            return its == (int) its ? (Object) (int) its : null;
        }
        if (to == short.class) {
            return its == (short) its ? (Object) (short) its : null;
        }
        return to == byte.class && its == (byte) its ? (Object) (byte) its : null;
    }

    // ---- what they return -----------------------------------------------------------------------------------------

    /** Several values come as an array of objects, or as a record. */
    private static @Nullable Object[] shaped(@Nullable Object returned, Shape[] wanted, String what) {
        @Nullable Object[] values = values(returned, wanted);
        if (values.length < wanted.length) {
            throw new Fault(what + " returns " + values.length + " values; the script wants " + wanted.length);
        }
        @Nullable Object[] shaped = new Object[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            shaped[i] = Shapes.as(values[i], wanted[i]);
        }
        return shaped;
    }

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
        List<@Nullable Object> values = new ArrayList<>();
        for (RecordComponent each : record.getClass().getRecordComponents()) {
            try {
                each.getAccessor().setAccessible(true);
                values.add(each.getAccessor().invoke(record));
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw new Fault("the record " + record.getClass().getName() + " can't be read", e);
            }
        }
        return values.toArray();
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
            aside(node, messenger, "the process " + file, () -> messenger.status = Processes.await(process));
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
