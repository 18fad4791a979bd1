package org.sojourn.selectors;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.part.Kind;

/** What the kernel knows of a class of selectors: one object for all selectors of a class with the same mailboxes. */
final class SelectorKind implements Kind {
    private static final ClassValue<Cache> CACHE = new ClassValue<>() {
        @Override
        protected Cache computeValue(Class<?> type) {
            return new Cache();
        }
    };

    /** What is known of a class of selectors. */
    private static final class Cache {
        /** The kind that a class's selectors usually have; a racing writer only costs another equal kind. */
        volatile @Nullable SelectorKind usual;

        final Constraints constraints = new Constraints();
    }

    private static final List<Mailbox<Object>> NUMBERED = new ArrayList<>();

    static {
        for (int i = 0; i < Layout.MAX_MAILBOXES; i++) {
            NUMBERED.add(Mailbox.of("mailbox " + i, Object.class));
        }
    }

    /** The mailbox of those that declare none. */
    private static final Mailbox<?>[] ONE = numbered(1);

    private final String name;
    private final String fullName;
    private final @Nullable ExecutionPolicy policy;
    private final Class<?> type;
    private final Mailbox<?>[] mailboxes;
    private final Layout layout;

    private SelectorKind(Class<?> type, Mailbox<?>[] mailboxes) {
        this.name = shortName(type);
        this.fullName = type.getName().replace('$', '.');
        RunBy annotation = type.getAnnotation(RunBy.class);
        this.policy = annotation == null ? null : annotation.value();
        this.type = type;
        this.mailboxes = mailboxes;
        List<Layout.Spec> specs = new ArrayList<>();
        for (int i = 0; i < mailboxes.length; i++) {
            specs.add(mailboxes[i].spec(i));
        }
        constrain(type, specs);
        this.layout = new Layout(specs);
    }

    /** Adds what the class and its superclasses demand, the superclasses first. */
    private static void constrain(Class<?> type, List<Layout.Spec> specs) {
        Class<?> above = type.getSuperclass();
        if (above != null && above != Selector.class) {
            constrain(above, specs);
        }
        CACHE.get(type).constraints.addTo(specs, type);
    }

    /** Adds a constraint to those of a class. */
    static void constrain(Class<?> type, Mailbox<?> mailbox, Layout.Constraint constraint) {
        CACHE.get(type).constraints.add(type, mailbox, constraint);
    }

    static SelectorKind of(Class<?> type, Mailbox<?>[] declared) {
        Mailbox<?>[] mailboxes = declared.length == 0 ? ONE : declared;
        Cache cache = CACHE.get(type);
        SelectorKind usual = cache.usual;
        if (usual == null || !Arrays.equals(usual.mailboxes, mailboxes)) {
            usual = new SelectorKind(type, mailboxes.clone());
            cache.usual = usual;
        }
        return usual;
    }

    static Mailbox<?>[] numbered(int count) {
        if (count < 1 || count > Layout.MAX_MAILBOXES) {
            throw new IllegalArgumentException(
                    count + " mailboxes declared; a selector has 1 to " + Layout.MAX_MAILBOXES);
        }
        return NUMBERED.subList(0, count).toArray(new Mailbox<?>[0]);
    }

    private static String shortName(Class<?> type) {
        String full = type.getName();
        return full.substring(full.lastIndexOf('.') + 1).replace('$', '.');
    }

    @Override
    public String name() {
        return name;
    }

    /** The class with its package, nested ones after dots. */
    String fullName() {
        return fullName;
    }

    /** What its author has chosen; null for nothing. */
    @Nullable
    ExecutionPolicy usualPolicy() {
        return policy;
    }

    Class<?> type() {
        return type;
    }

    @Override
    public Layout layout() {
        return layout;
    }

    @Override
    public void started(Object body) throws Exception {
        ((Selector<?>) body).preStart();
    }

    @Override
    @SuppressWarnings("unchecked") // mailboxes accept subtypes of M only; a number's mailbox leaves that to the program
    public void next(Object body, Object message) throws Exception {
        Selector<Object> selector = (Selector<Object>) body;
        selector.conducted(message);
    }

    @Override
    public void exited(Object body) throws Exception {
        ((Selector<?>) body).postExit();
    }
}
