package org.sojourn.stress;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.mail.Inbox;
import org.sojourn.kernel.mail.Mail;

/** The inbox as a queue of many senders and one consumer, who owns it throughout, and may close it. */
@Param(name = "number", gen = IntGen.class, conf = "1:9")
public class InboxModel {
    /** The shipped inbox with its protected operations in the open. */
    private static final class Open extends Inbox {
        Open() {
            ownNew();
        }

        boolean put(int number) {
            return push(new Mail(0, number, null)) != Pushed.REFUSED;
        }

        List<Object> take() {
            return contents(drain());
        }

        List<Object> end() {
            return contents(close());
        }

        private static List<Object> contents(@Nullable Mail oldest) {
            List<Object> all = new ArrayList<>();
            for (Mail mail = oldest; mail != null; mail = mail.next()) {
                all.add(mail.message());
            }
            return all;
        }
    }

    private final Open inbox = new Open();

    /** Makes one that is empty and owned. */
    public InboxModel() {}

    /** Sends; false if it is closed. */
    @Operation(params = "number")
    public boolean push(int number) {
        return inbox.put(number);
    }

    /** Takes all. */
    @Operation(nonParallelGroup = "owner")
    public List<Object> drain() {
        return inbox.take();
    }

    /** Takes all, and closes. */
    @Operation(nonParallelGroup = "owner")
    public List<Object> close() {
        return inbox.end();
    }
}
