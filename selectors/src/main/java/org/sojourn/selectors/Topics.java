package org.sojourn.selectors;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.part.ReplyAddress;
import org.sojourn.kernel.place.Kernel;
import org.sojourn.kernel.port.Member;

/**
 * Topics of the program.
 *
 * <p><b>All of them go through one selector</b> of the runtime's own, the desk, at the init place. What is published goes to the desk as
 * a message, and on to each subscriber as a message. So all subscribers get all publications in one order, either all of them or none get one, and a
 * subscriber that moves is found like any receiver. What it costs is one way more.
 *
 * <p><b>Overload.</b> A subscriber that can't keep up mutes the desk, and the desk those who publish: nothing is dropped, and the slowest
 * subscriber sets the pace for all topics of the program.
 */
final class Topics {
    /** The count of the desk's name. */
    private static final long COUNT = 3;

    /** Subscribes to what has a class name, or ends that. */
    record Order(
            Subscriptions.Order.What what,
            String topic,
            Handle<?> subscriber,
            int mailbox,
            @Nullable ReplyTo<Boolean> asker) {}

    /** What is published. */
    record Publication(Object message) {}

    /** A subscriber, and the number of its mailbox. */
    private record Subscriber(Handle<?> handle, int mailbox) {}

    /** Passes publications on. */
    private static final class Desk extends Selector<Object> {
        private static final Mailbox<Object> ALL = Mailbox.of("topics", Object.class);

        /** By the name of the topic's class. */
        private final Map<String, Set<Subscriber>> topics = new LinkedHashMap<>();

        Desk() {
            super(ALL);
        }

        @Override
        protected void process(Object message) {
            if (message instanceof Publication publication) {
                publish(publication.message());
            } else if (message instanceof Order order) {
                boolean isNew = order.what() == Subscriptions.Order.What.SUBSCRIBE ? add(order) : remove(order);
                if (order.asker() != null) {
                    order.asker().reply(isNew);
                }
            } else if (message instanceof Exited exited) {
                topics.values()
                        .forEach(all -> all.removeIf(each -> each.handle().equals(exited.who())));
                topics.values().removeIf(Set::isEmpty);
            }
        }

        private boolean add(Order order) {
            if (!isSubscriber(order.subscriber())) {
                watch(order.subscriber(), ALL);
            }
            return topics.computeIfAbsent(order.topic(), any -> new LinkedHashSet<>())
                    .add(new Subscriber(order.subscriber(), order.mailbox()));
        }

        private boolean isSubscriber(Handle<?> handle) {
            return topics.values().stream()
                    .flatMap(Set::stream)
                    .anyMatch(each -> each.handle().equals(handle));
        }

        private boolean remove(Order order) {
            Set<Subscriber> all = topics.getOrDefault(order.topic(), new LinkedHashSet<>());
            return all.removeIf(each -> each.handle().equals(order.subscriber()));
        }

        private void publish(Object message) {
            if (topics.isEmpty()) {
                return;
            }
            Set<Subscriber> to = new LinkedHashSet<>();
            for (Class<?> each : types(message.getClass())) {
                to.addAll(topics.getOrDefault(each.getName(), Set.of()));
            }
            to.forEach(each -> each.handle().target().send(each.mailbox(), message, null));
        }

        /** A class with all its supertypes. */
        private static List<Class<?>> types(Class<?> type) {
            Set<Class<?>> all = new LinkedHashSet<>();
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                add(each, all);
            }
            return new ArrayList<>(all);
        }

        private static void add(Class<?> type, Set<Class<?>> to) {
            if (to.add(type)) {
                for (Class<?> each : type.getInterfaces()) {
                    add(each, to);
                }
            }
        }
    }

    private final Kernel kernel;
    private final Member init;

    Topics(Kernel kernel, Member init) {
        this.kernel = kernel;
        this.init = init;
        if (kernel.site().self().equals(init)) {
            kernel.parts().createWellKnown(COUNT, Desk::new);
        }
    }

    private Handle<Object> desk() {
        return new Handle<>(kernel, kernel.parts().locate(Name.of(init, COUNT), init));
    }

    /** Subscribes a selector here, or ends that; in its turn. */
    void order(
            Subscriptions.Order.What what,
            Class<?> topic,
            Handle<?> subscriber,
            int mailbox,
            @Nullable ReplyAddress asker) {
        desk().send(new Order(
                what, topic.getName(), subscriber, mailbox, asker == null ? null : new ReplyTo<>(kernel, asker)));
    }

    /** Publishes a message. It has to be able to travel wherever it is published, since who subscribes may be anywhere. */
    void publish(Object message) {
        if (kernel.site().self().equals(init)) {
            var unused = kernel.site().codec().encode(message);
        }
        desk().send(new Publication(message));
    }
}
