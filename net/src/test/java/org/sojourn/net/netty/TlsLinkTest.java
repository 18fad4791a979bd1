package org.sojourn.net.netty;

import java.io.IOException;
import java.time.Duration;
import org.sojourn.net.tls.Credentials;
import org.sojourn.net.tls.RunAuthority;

class TlsLinkTest extends SocketLinkContract {
    private static final RunAuthority AUTHORITY = RunAuthority.of(Duration.ofDays(1));

    @Override
    protected int less() {
        return 5;
    }

    @Override
    Credentials credentials(int place) throws IOException {
        return Credentials.of(AUTHORITY.identity(place), place);
    }
}
