/**
 * The kernel: names, mail, scheduling, the end of a run, what moves between places, and parts. Only the ports are for everyone; the
 * other packages are for the rooms that are built on them. Each package sees only those before it.
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
    exports org.sojourn.kernel.site to
            org.sojourn.selectors,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.quiesce to
            org.sojourn.selectors,
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
    exports org.sojourn.kernel.part to
            org.sojourn.selectors,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.flow to
            org.sojourn.selectors,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.ask to
            org.sojourn.selectors,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.watch to
            org.sojourn.selectors,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.time to
            org.sojourn.selectors,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.group to
            org.sojourn.selectors,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.observe to
            org.sojourn.selectors,
            org.sojourn.host,
            org.sojourn.testkit;
    exports org.sojourn.kernel.place to
            org.sojourn.selectors,
            org.sojourn.host,
            org.sojourn.testkit;

    uses org.sojourn.kernel.place.GuestProvider;
}
