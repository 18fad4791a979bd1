package org.sojourn.net.netty;

import org.jspecify.annotations.Nullable;
import org.sojourn.net.tls.Credentials;

class NettyLinkTest extends SocketLinkContract {
    @Override
    @Nullable
    Credentials credentials(int place) {
        return null;
    }
}
