package org.sojourn.net.tls;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** The names of places in certificates: DNS names like {@code p3} among the subject alternative names. */
final class PlaceNames {
    private static final Pattern PLACE = Pattern.compile("p(0|[1-9][0-9]{0,8})");
    private static final Integer DNS_NAME = 2;

    private PlaceNames() {}

    static String of(int place) {
        return "p" + place;
    }

    /** Returns the number of the place that a certificate names. */
    static int place(X509Certificate certificate) throws CertificateException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        List<String> places = new ArrayList<>();
        if (names != null) {
            for (List<?> each : names) {
                if (DNS_NAME.equals(each.get(0))
                        && PLACE.matcher(String.valueOf(each.get(1))).matches()) {
                    places.add(String.valueOf(each.get(1)));
                }
            }
        }
        if (places.size() != 1) {
            throw new CertificateException("its certificate (" + certificate.getSubjectX500Principal() + ") names "
                    + (places.isEmpty() ? "no place" : "several places: " + String.join(", ", places))
                    + "; exactly one DNS name like p3 must be among its subject alternative names");
        }
        return Integer.parseInt(places.get(0).substring(1));
    }
}
