package org.sojourn.net.membership;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.function.Consumer;
import org.jgroups.util.DefaultSocketFactory;

/** Gives JGroups sockets whose links begin with the proof of the cluster secret, in either direction. */
final class GuardedSockets extends DefaultSocketFactory {
    private final SecretProof proof;
    private final ServerSocket listening;
    private final Consumer<LinkRefusedException> onRefusal;

    GuardedSockets(SecretProof proof, ServerSocket listening, Consumer<LinkRefusedException> onRefusal) {
        this.proof = proof;
        this.listening = listening;
        this.onRefusal = onRefusal;
    }

    @Override
    public Socket createSocket(String service) {
        return new GuardedSocket();
    }

    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
        if (listening.isClosed()) {
            throw new SocketException("the membership's port is closed; make a new membership to join again");
        }
        return listening;
    }

    private final class GuardedSocket extends Socket {
        @Override
        public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
            super.connect(endpoint, timeoutMillis);
            try {
                proof.open(this);
            } catch (LinkRefusedException e) {
                onRefusal.accept(e);
                throw e;
            }
        }
    }
}
