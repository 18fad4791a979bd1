package org.sojourn.bench.pekko.concurrency;

import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.sojourn.bench.Twin;
import org.sojourn.bench.pekko.Answering;
import org.sojourn.bench.work.Production;

/** ProdConsBoundedBuffer for Pekko. */
public final class ProdConsBoundedBufferTwin implements Twin {
    private final Production production;

    /** The suite's parameters. */
    public ProdConsBoundedBufferTwin() {
        this(Production.SUITE);
    }

    /**
     * Other parameters.
     *
     * @param production what goes through the buffer
     */
    public ProdConsBoundedBufferTwin(Production production) {
        this.production = production;
    }

    @Override
    public String name() {
        return "ProdConsBoundedBuffer";
    }

    @Override
    public void iterate(ActorSystem system) {
        ActorRef buffer = system.actorOf(Props.create(Buffer.class, () -> new Buffer(production)));
        Buffer.Account account = Answering.result(buffer, Buffer.Account.class);
        production.check(account.consumed(), account.most());
    }
}
