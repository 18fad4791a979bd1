/**
 * The kernel: names, mail, scheduling and quiescence. Only the ports are for everyone; the other packages are for the rooms
 * that are built on them.
 */
module org.sojourn.kernel {
    requires static org.jspecify;
    requires org.jctools.core;

    exports org.sojourn.kernel.port;
    exports org.sojourn.kernel.member to
            org.sojourn.selectors,
            org.sojourn.net,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.name to
            org.sojourn.selectors,
            org.sojourn.net,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.mail to
            org.sojourn.selectors,
            org.sojourn.net,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.sched to
            org.sojourn.selectors,
            org.sojourn.net,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.part to
            org.sojourn.selectors,
            org.sojourn.net,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.move to
            org.sojourn.selectors,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.balance to
            org.sojourn.selectors,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.quiesce to
            org.sojourn.selectors,
            org.sojourn.net,
            org.sojourn.host,
            org.sojourn.testkit;
}
