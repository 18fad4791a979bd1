package org.sojourn.launch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A host and a port, as they are typed.
 *
 * @param host a name or an address, of IPv6 without brackets
 * @param port 0 to 65535
 */
record HostPort(String host, int port) {
    private static final Pattern TYPED = Pattern.compile("(?:\\[([^\\[\\]]+)\\]|([^\\[\\]:]+)):(\\d{1,5})");

    /**
     * Reads them.
     *
     * @param option by which they were given, for sentences
     */
    static HostPort of(String option, String text) {
        Matcher matcher = TYPED.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > 0xFFFF) {
            throw new Usage(option + " is \"" + text
                    + "\"; write it like node1:7000 or 10.0.0.1:7000, an address of IPv6 like [fd00::1]:7000");
        }
        return new HostPort(
                matcher.group(1) != null ? matcher.group(1) : matcher.group(2), Integer.parseInt(matcher.group(3)));
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
