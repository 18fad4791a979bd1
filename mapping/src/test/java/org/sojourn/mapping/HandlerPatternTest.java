package org.sojourn.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sojourn.mapping.vector.CVector;
import org.sojourn.selectors.Actor;
import org.sojourn.selectors.Handle;

/** Our reading of the paper's Figure 5: what a handler does, and its patterns of messages; each row by an actor of one handler. */
final class HandlerPatternTest {
    /** Has somebody to send to. */
    abstract static class WithPeer extends Actor<Object> {
        final Handle<Object> peer;

        WithPeer(Handle<Object> peer) {
            this.peer = peer;
        }
    }

    static final class Empty extends Actor<Object> {
        @Override
        protected void process(Object message) {}
    }

    static final class ReadsAndWrites extends Actor<Object> {
        int count;

        @Override
        protected void process(Object message) {
            count++;
        }
    }

    static final class Exits extends Actor<Object> {
        @Override
        protected void process(Object message) {
            exit();
        }
    }

    static final class SendsOne extends WithPeer {
        SendsOne(Handle<Object> peer) {
            super(peer);
        }

        @Override
        protected void process(Object message) {
            peer.send("one");
        }
    }

    static final class SendsPerhaps extends WithPeer {
        SendsPerhaps(Handle<Object> peer) {
            super(peer);
        }

        @Override
        protected void process(Object message) {
            if (message.hashCode() > 0) {
                peer.send("perhaps");
            }
        }
    }

    static final class SendsMany extends WithPeer {
        SendsMany(Handle<Object> peer) {
            super(peer);
        }

        @Override
        protected void process(Object message) {
            for (int i = 0; i < 9; i++) {
                peer.send("one of many");
            }
        }
    }

    static final class SendsPerhapsMany extends WithPeer {
        SendsPerhapsMany(Handle<Object> peer) {
            super(peer);
        }

        @Override
        protected void process(Object message) {
            if (message.hashCode() > 0) {
                for (int i = 0; i < 9; i++) {
                    peer.send("perhaps many");
                }
            }
        }
    }

    static final class SendsTwoToOne extends WithPeer {
        SendsTwoToOne(Handle<Object> peer) {
            super(peer);
        }

        @Override
        protected void process(Object message) {
            peer.send("one");
            peer.send("two");
        }
    }

    static final class SendsManyAndCounts extends WithPeer {
        int count;

        SendsManyAndCounts(Handle<Object> peer) {
            super(peer);
        }

        @Override
        protected void process(Object message) {
            count++;
            for (int i = 0; i < 9; i++) {
                peer.send("one of many");
            }
        }
    }

    static final class SendsOneAndExits extends WithPeer {
        SendsOneAndExits(Handle<Object> peer) {
            super(peer);
        }

        @Override
        protected void process(Object message) {
            peer.send("the last");
            exit();
        }
    }

    static final class SendsManyAndExits extends WithPeer {
        SendsManyAndExits(Handle<Object> peer) {
            super(peer);
        }

        @Override
        protected void process(Object message) {
            for (int i = 0; i < 9; i++) {
                peer.send("one of the last");
            }
            exit();
        }
    }

    static final class CountsAndExits extends Actor<Object> {
        int count;

        @Override
        protected void process(Object message) {
            count++;
            exit();
        }
    }

    private static byte[] bytes(String type) throws IOException {
        try (InputStream in = Objects.requireNonNull(
                HandlerPatternTest.class.getResourceAsStream("HandlerPatternTest$" + type + ".class"))) {
            return in.readAllBytes();
        }
    }

    @ParameterizedTest
    @CsvSource({
        // one step
        "Empty,leaf,gather",
        "ReadsAndWrites,leaf,gather",
        "Exits,leaf,request-reply",
        "SendsOne,router,gather",
        "SendsPerhaps,router,gather",
        "SendsMany,scatter,request-reply",
        "SendsPerhapsMany,router,gather",
        // a sequence: scatter before router before leaf, gather before request-reply; two to the same one are many
        "SendsTwoToOne,scatter,request-reply",
        "SendsManyAndCounts,scatter,gather",
        "SendsOneAndExits,router,gather",
        "SendsManyAndExits,scatter,request-reply",
        "CountsAndExits,leaf,gather"
    })
    void handler_ofARowOfFigure5_hasItsPatterns(String type, String outgoing, String incoming) throws IOException {
        String name = HandlerPatternTest.class.getName().replace('.', '/') + '$';
        Map<String, byte[]> program = Map.of(name + type, bytes(type), name + "WithPeer", bytes("WithPeer"));
        CVector vector = Mapping.of(program, Map.of(), List.of()).kinds().stream()
                .filter(each -> each.name().endsWith('$' + type))
                .findFirst()
                .orElseThrow()
                .traits()
                .handlers()
                .getFirst()
                .vector();
        assertThat(vector.outgoing().value()).hasToString(outgoing);
        assertThat(vector.incoming().value()).hasToString(incoming);
    }
}
