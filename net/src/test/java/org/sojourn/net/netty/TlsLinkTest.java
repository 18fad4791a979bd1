package org.sojourn.net.netty;

import java.io.IOException;
import java.time.Duration;
import org.sojourn.net.tls.Credentials;
import org.sojourn.net.tls.RunAuthority;

class TlsLinkTest extends LinkContract {
    private static final RunAuthority AUTHORITY = RunAuthority.of(Duration.ofDays(1));

    @Override
    int less() {
        return 5;
    }

    @Override
    Credentials credentials(int place) throws IOException {
        return Credentials.of(AUTHORITY.identity(place), place);
    }
}
