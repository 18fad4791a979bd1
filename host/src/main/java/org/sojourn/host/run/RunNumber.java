package org.sojourn.host.run;

/** By which number a run is known: that of the process that has begun it, the command or the program itself. */
public final class RunNumber {
    private RunNumber() {}

    /**
     * Returns the number of the run that this process is of.
     *
     * @return as {@code ./sojourn status} shows it
     */
    public static long ofThisProcess() {
        ProcessHandle self = ProcessHandle.current();
        boolean isChild = System.getenv(Control.PLACE) != null;
        return isChild ? self.parent().map(ProcessHandle::pid).orElse(self.pid()) : self.pid();
    }
}
