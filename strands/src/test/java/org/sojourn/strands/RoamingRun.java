package org.sojourn.strands;

import java.lang.reflect.Method;
import org.sojourn.weave.WeavingLoader;

/** Has strands roam in woven code. */
final class RoamingRun {
    static final String PACKAGE = "org.sojourn.strands.roaming";

    private RoamingRun() {}

    /** Runs seeds from 1 on; returns what was wrong with the first of which something was, or nothing. */
    static String search(long most) throws ReflectiveOperationException {
        Method run = woven();
        for (long seed = 1; seed <= most; seed++) {
            String found = (String) run.invoke(null, seed);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return "";
    }

    static Method woven() throws ReflectiveOperationException {
        ClassLoader loader = new WeavingLoader(PACKAGE, RoamingRun.class.getClassLoader());
        Method run = Class.forName(PACKAGE + ".Roaming", true, loader).getDeclaredMethod("run", long.class);
        run.setAccessible(true);
        return run;
    }
}
