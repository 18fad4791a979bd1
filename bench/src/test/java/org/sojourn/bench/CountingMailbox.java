package org.sojourn.bench;

import com.typesafe.config.Config;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.dispatch.Envelope;
import org.apache.pekko.dispatch.MailboxType;
import org.apache.pekko.dispatch.MessageQueue;
import org.apache.pekko.dispatch.ProducesMessageQueue;
import org.apache.pekko.dispatch.UnboundedMailbox;
import scala.Option;

/** A mailbox for all actors of a system that counts what is sent to them. Pekko makes it by its name. */
public final class CountingMailbox implements MailboxType, ProducesMessageQueue<CountingMailbox.Counted> {
    /** What was sent to actors with such a mailbox, in this JVM. */
    static final AtomicLong SENT = new AtomicLong();

    /**
     * As Pekko calls it.
     *
     * @param settings not needed
     * @param config not needed
     */
    public CountingMailbox(ActorSystem.Settings settings, Config config) {}

    @Override
    public MessageQueue create(Option<ActorRef> owner, Option<ActorSystem> system) {
        return new Counted();
    }

    /** Counts what is put in. */
    public static final class Counted extends UnboundedMailbox.MessageQueue {
        private static final long serialVersionUID = 1L;

        @Override
        public void enqueue(ActorRef receiver, Envelope message) {
            SENT.incrementAndGet();
            super.enqueue(receiver, message);
        }
    }
}
