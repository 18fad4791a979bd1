package org.sojourn.selectors;

import static java.lang.System.Logger.Level.WARNING;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Layout;
import org.sojourn.kernel.part.Cell;
import org.sojourn.kernel.part.Kind;
import org.sojourn.kernel.port.Member;

/** What the kernel knows of a class of selectors: one object for all selectors of a class with the same mailboxes. */
final class SelectorKind implements Kind {
    private static final ClassValue<Cache> CACHE = new ClassValue<>() {
        @Override
        protected Cache computeValue(Class<?> type) {
            return new Cache();
        }
    };

    private static final System.Logger LOG = System.getLogger(SelectorKind.class.getName());

    /** So many combinations of mailboxes are remembered for a class. */
    private static final int MOST = 64;

    /** What is known of a class of selectors. */
    private static final class Cache {
        /** The kind that a selector of the class has had last; a racing writer only costs another look. */
        volatile @Nullable SelectorKind usual;

        /** The first kinds of the class, by their mailboxes. */
        final Map<List<Mailbox<?>>, SelectorKind> first = new ConcurrentHashMap<>();

        /** All kinds of the class so far, by their mailboxes in words. */
        final Map<List<String>, SelectorKind> all = new ConcurrentHashMap<>();

        final Constraints constraints = new Constraints();

        final AtomicBoolean isTold = new AtomicBoolean();
    }

    private static final List<Mailbox<Object>> NUMBERED = new ArrayList<>();

    static {
        for (int i = 0; i < Layout.MAX_MAILBOXES; i++) {
            NUMBERED.add(Mailbox.of("mailbox " + i, Object.class));
        }
    }

    /** The mailbox of selectors that declare none. */
    private static final Mailbox<?>[] ONE = numbered(1);

    private final String name;
    private final String fullName;
    private final @Nullable ExecutionPolicy policy;
    private final Class<?> type;
    private final @Nullable String immovable;
    private final Mailbox<?>[] mailboxes;
    private final Layout layout;

    /** What each selector of this kind subscribes to, by the numbers of mailboxes. */
    private final List<Wanted> subscriptions;

    private record Wanted(Class<?> topic, int mailbox) {}

    private SelectorKind(Class<?> type, Mailbox<?>[] mailboxes) {
        this.name = shortName(type);
        this.fullName = type.getName().replace('$', '.');
        RunBy annotation = type.getAnnotation(RunBy.class);
        this.policy = annotation == null ? null : annotation.value();
        this.type = type;
        Immovable stays = type.getAnnotation(Immovable.class);
        this.immovable = stays == null ? null : "its class is @Immovable: " + stays.value();
        this.mailboxes = mailboxes;
        List<Layout.Spec> specs = new ArrayList<>();
        for (int i = 0; i < mailboxes.length; i++) {
            specs.add(mailboxes[i].spec(i));
        }
        constrain(type, specs);
        this.layout = new Layout(specs);
        Subscription all = type.getAnnotation(Subscription.class);
        this.subscriptions = all == null
                ? List.of()
                : Arrays.stream(all.topics()).map(this::wanted).toList();
    }

    private Wanted wanted(Topic topic) {
        int named = topic.mailbox() == -1 ? Cell.BY_TYPE : topic.mailbox();
        if (!topic.named().isEmpty()) {
            if (named != Cell.BY_TYPE) {
                throw new IllegalArgumentException("a subscription of " + fullName + " to "
                        + topic.messageClass().getName() + " gives mailbox " + named + " and mailbox \"" + topic.named()
                        + "\"; give one of them");
            }
            named = Mailbox.of(topic.named(), Object.class).id();
            if (layout.index(named) < 0) {
                throw new IllegalArgumentException("a subscription of " + fullName + " to "
                        + topic.messageClass().getName() + " names mailbox \"" + topic.named()
                        + "\", which isn't declared; there are " + Arrays.toString(mailboxes));
            }
        }
        return new Wanted(topic.messageClass(), Subscriptions.mailbox(layout, topic.messageClass(), named, fullName));
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
            SelectorKind its = of(cache, type, List.of(mailboxes));
            cache.usual = its;
            return its;
        }
        return usual;
    }

    /** A known kind, also for mailboxes that are made for each selector, if they are alike and no condition tells them apart. */
    private static SelectorKind of(Cache cache, Class<?> type, List<Mailbox<?>> mailboxes) {
        SelectorKind known = cache.first.get(mailboxes);
        if (known != null) {
            return known;
        }
        SelectorKind its = new SelectorKind(type, mailboxes.toArray(new Mailbox<?>[0]));
        SelectorKind alike = cache.all.putIfAbsent(its.words(), its);
        boolean hasConditions =
                mailboxes.stream().anyMatch(each -> !each.constraints().isEmpty());
        if (alike != null && !hasConditions) {
            its = alike;
        }
        if (cache.first.size() < MOST) {
            cache.first.put(mailboxes, its);
        } else if (hasConditions && !cache.isTold.getAndSet(true)) {
            LOG.log(
                    WARNING,
                    "{0} has conditions that are made for each of its selectors, more than {1} so far; each is kept"
                            + " for as long as the place lives. Make the mailboxes once, as constants",
                    its.fullName,
                    MOST);
        }
        return its;
    }

    /** The kind of a selector that has moved here: one that is known, or one that is made of the words. */
    static SelectorKind of(Packed packed, ClassLoader loader) throws ClassNotFoundException {
        Class<?> type = packed.body().getClass();
        SelectorKind known = CACHE.get(type).all.get(List.of(packed.words()));
        if (known != null) {
            return known;
        }
        List<String> words = List.of(packed.words());
        List<Mailbox<?>> mailboxes = new ArrayList<>();
        int condition = 0;
        for (int at = 0; at < words.size(); at += Mailbox.WORDS) {
            List<String> its = words.subList(at, at + Mailbox.WORDS);
            Class<?> accepts = Class.forName(its.get(1), true, loader);
            List<Mailbox.Constrained<?, ?>> constraints = new ArrayList<>();
            for (int i = Integer.parseInt(its.get(6)); i > 0; i--) {
                Class<?> kind = Class.forName(packed.conditionOf().get(condition), true, loader);
                constraints.add(Mailbox.Constrained.of(
                        kind, accepts, packed.conditions().get(condition)));
                condition++;
            }
            mailboxes.add(Mailbox.described(its, accepts, constraints));
        }
        return of(type, mailboxes.toArray(new Mailbox<?>[0]));
    }

    private List<String> words() {
        List<String> words = new ArrayList<>();
        for (Mailbox<?> each : mailboxes) {
            each.describe(words);
        }
        return List.copyOf(words);
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

    /** The policy that its author has chosen, or null. */
    @Nullable
    ExecutionPolicy usualPolicy() {
        return policy;
    }

    Class<?> type() {
        return type;
    }

    @Override
    public int guest() {
        return SelectorPlace.GUEST;
    }

    @Override
    public Layout layout() {
        return layout;
    }

    @Override
    public void started(Object body) throws Exception {
        Selector<?> selector = (Selector<?>) body;
        subscriptions.forEach(each -> selector.subscribe(each.topic, each.mailbox));
        selector.begin();
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

    // ---- moving -----------------------------------------------------------------------------------------------------

    @Override
    public @Nullable String staysBecause() {
        return immovable;
    }

    @Override
    public void leaves(Object body, Member to) throws Exception {
        ((Selector<?>) body).beforeMove(new Place(to.place()));
    }

    @Override
    public Object[] pack(Object body) {
        List<String> conditionOf = new ArrayList<>();
        List<Object> conditions = new ArrayList<>();
        for (Mailbox<?> mailbox : mailboxes) {
            mailbox.constraints().forEach(each -> {
                conditionOf.add(each.kind().getName());
                conditions.add(each.allowed());
            });
        }
        return ((Selector<?>) body)
                .pack(words().toArray(new String[0]), conditionOf, conditions)
                .toArray();
    }

    @Override
    public void arrived(Object body, Member from) throws Exception {
        ((Selector<?>) body).afterMove(new Place(from.place()));
    }
}
