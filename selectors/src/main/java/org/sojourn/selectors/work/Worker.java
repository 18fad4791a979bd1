package org.sojourn.selectors.work;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.sojourn.kernel.site.Site;
import org.sojourn.selectors.Handle;
import org.sojourn.selectors.Mailbox;
import org.sojourn.selectors.Selector;
import org.sojourn.selectors.SelectorFactory;
import org.sojourn.selectors.SelectorPlace;

/** Works on what its master gives it, one item in each turn, so that it can move and give back between two. Its master stops it. */
final class Worker extends Selector<Object> {
    private static final Mailbox<Object> ORDERS = Mailbox.of("orders", Object.class);
    private static final Mailbox<Next> WORK = Mailbox.of("work", Next.class);

    /** Work on the next one. */
    record Next() {}

    private final Task<Object, Object> task;
    private final Handle<Object> master;
    private final Deque<Order.Item> items = new ArrayDeque<>();

    private Worker(Task<Object, Object> task, Handle<Object> master) {
        super(ORDERS, WORK);
        this.task = task;
        this.master = master;
    }

    /** A lambda travels as such, and within one another. */
    static SelectorFactory<Object> factory(Task<Object, Object> task, Handle<Object> master) {
        return () -> new Worker(task, master);
    }

    @Override
    protected void process(Object message) {
        if (message instanceof Order.Batch batch) {
            if (items.isEmpty()) {
                self().send(WORK, new Next());
            }
            items.addAll(batch.items());
        } else if (message instanceof Next) {
            work();
        } else if (message instanceof Order.Tell tell) {
            master.send(new Report.Has(self(), tell.number(), numbers()));
        } else if (message instanceof Order.GiveBack) {
            List<Long> left = numbers();
            items.clear();
            master.send(new Report.GivenBack(self(), left));
            exit();
        }
    }

    private List<Long> numbers() {
        return items.stream().map(Order.Item::index).toList();
    }

    private void work() {
        Order.Item item = items.removeFirst();
        Site site = ((SelectorPlace) system()).kernel().site();
        long began = site.clock().nanoTime();
        try {
            Object result = task.compute(item.value());
            system().worked(1);
            if (result == null) {
                throw new NullPointerException("the task's result is null; return something that says so");
            }
            master.send(
                    new Report.Done(self(), item.index(), result, site.clock().nanoTime() - began));
        } catch (Throwable failure) { // of the program's code, or because its result can't travel
            master.send(new Report.Failed(self(), item.index(), failure));
        }
        if (!items.isEmpty()) {
            self().send(WORK, new Next());
        }
    }
}
