package org.sojourn.launch.ssh;

import java.security.KeyPair;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.sshd.client.auth.password.PasswordAuthenticationReporter;
import org.apache.sshd.client.auth.pubkey.PublicKeyAuthenticationReporter;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.session.SessionContext;

/** By what users have tried to log in, for the sentence that says so when nothing did. */
final class Attempts implements PublicKeyAuthenticationReporter, PasswordAuthenticationReporter {
    private final Map<SessionContext, Set<String>> tried = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<SessionContext, Set<String>> accepted = Collections.synchronizedMap(new WeakHashMap<>());

    /** Notes something for the sentence. */
    void note(SessionContext session, String clause) {
        add(tried, session, clause);
    }

    private static void add(Map<SessionContext, Set<String>> to, SessionContext session, String clause) {
        to.computeIfAbsent(session, each -> Collections.synchronizedSet(new LinkedHashSet<>()))
                .add(clause);
    }

    @Override
    public void signalAuthenticationAttempt(ClientSession session, String service, KeyPair identity, String signature) {
        note(
                session,
                "the key " + KeyUtils.getKeyType(identity) + " " + KeyUtils.getFingerPrint(identity.getPublic())
                        + (identity.getPrivate() == null ? " of the agent" : ""));
    }

    @Override
    public void signalAuthenticationAttempt(
            ClientSession session, String service, String oldPassword, boolean modified, String newPassword) {
        note(session, "the password that " + SshSettings.PASSWORD + " gives");
    }

    @Override
    public void signalAuthenticationExhausted(ClientSession session, String service) {
        // What was tried is noted.
    }

    @Override
    public void signalAuthenticationFailure(
            ClientSession session, String service, KeyPair identity, boolean partial, List<String> serverMethods) {
        serverMethods.forEach(each -> add(accepted, session, each));
    }

    @Override
    public void signalAuthenticationFailure(
            ClientSession session, String service, String password, boolean partial, List<String> serverMethods) {
        serverMethods.forEach(each -> add(accepted, session, each));
    }

    /** What was tried, a clause; then what the host takes, if it has said so. */
    String of(SessionContext session) {
        Set<String> all = tried.getOrDefault(session, Set.of());
        Set<String> methods = accepted.getOrDefault(session, Set.of());
        return (all.isEmpty() ? "there was no key to try" : "tried: " + String.join(", ", all))
                + (methods.isEmpty() ? "" : "; it accepts " + String.join(", ", methods));
    }
}
