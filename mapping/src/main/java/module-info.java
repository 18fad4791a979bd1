/** Which execution policy a kind of selector or actor should have, from its class files, with reasons. */
module org.sojourn.mapping {
    requires static org.jspecify;
    requires transitive org.sojourn.selectors;
    requires org.objectweb.asm;
    requires org.objectweb.asm.tree;
    requires org.objectweb.asm.tree.analysis;

    exports org.sojourn.mapping;
    exports org.sojourn.mapping.report;
}
