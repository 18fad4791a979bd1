package org.sojourn.host.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sojourn.kernel.member.PacketKind;
import org.sojourn.kernel.member.PacketReader;
import org.sojourn.kernel.member.Switchboard;
import org.sojourn.kernel.port.Codec;
import org.sojourn.kernel.port.Member;
import org.sojourn.kernel.port.Membership;
import org.sojourn.kernel.port.Reference;

/** News of members, while a packet of one of them is being taken and that doesn't end. */
@Timeout(60)
class MembershipThreadTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Member SELF = new Member(0, 10);
    private static final Member BUSY = new Member(1, 11);
    private static final Member OTHER = new Member(2, 12);

    private static Switchboard switchboard() {
        Reference.Resolver none = wire -> {
            throw new AssertionError("no reference comes");
        };
        InvocationHandler never = (any, method, arguments) -> {
            throw new AssertionError("no value is sent here, and none comes: " + method);
        };
        ClassLoader loader = Codec.class.getClassLoader();
        Codec codec = (Codec) Proxy.newProxyInstance(loader, new Class<?>[] {Codec.class}, never);
        return new Switchboard(SELF, List.of(BUSY, OTHER), new NoLinks(), codec, none, new Switchboard.Activity() {
            @Override
            public void hold() {}

            @Override
            public void release() {}
        });
    }

    @Test
    void news_whilePacketIsBeingTaken_keepNobodyWaitingAndTheirOrder() throws Exception {
        Switchboard switchboard = switchboard();
        CompletableFuture<Void> taking = new CompletableFuture<>();
        CompletableFuture<Void> gate = new CompletableFuture<>();
        switchboard.on(PacketKind.MAIL, (Member from, PacketReader packet) -> {
            taking.complete(null);
            gate.join();
        });
        List<String> told = new CopyOnWriteArrayList<>();
        switchboard.watch(new Switchboard.Watcher() {
            @Override
            public void lost(Member member, String cause) {
                told.add(member + " " + cause);
            }

            @Override
            public void expelled(String cause) {
                told.add("out");
            }
        });
        Thread links = new Thread(
                () -> switchboard.message(BUSY, new byte[] {(byte) PacketKind.MAIL.ordinal()}), "links of a test");
        links.setDaemon(true);
        links.start();
        taking.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        MembershipThread news = new MembershipThread(switchboard);

        news.view(new Membership.View(1, List.of(SELF, BUSY, OTHER)));
        news.lost(OTHER, "has ended");
        news.view(new Membership.View(2, List.of(SELF)));
        news.expelled("by others");
        assertThat(told).containsExactly("out");

        gate.complete(null);
        await().atMost(PATIENCE).until(() -> told.size() == 3);
        assertThat(told).containsExactly("out", "p2 has ended", "p1 view 2 no longer shows it");
        news.stop();
    }
}
