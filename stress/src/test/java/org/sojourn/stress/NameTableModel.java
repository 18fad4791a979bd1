package org.sojourn.stress;

import java.util.ArrayList;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.sojourn.kernel.name.Descriptor;
import org.sojourn.kernel.name.Name;
import org.sojourn.kernel.name.NameTable;
import org.sojourn.kernel.port.Member;

/** The name table with two names; a resident is the number of those made for its name before. */
@Param(name = "name", gen = IntGen.class, conf = "0:1")
public class NameTableModel {
    private static final Member HERE = new Member(0, 1);
    private static final Member THERE = new Member(1, 1);

    private final NameTable<Integer> table = new NameTable<>(HERE, 0);
    private final List<Name> names = new ArrayList<>(List.of(table.mint(), table.mint()));
    private final int[] made = new int[2];

    /** Makes an empty one. */
    public NameTableModel() {}

    /** Finds or makes the resident; -1 if it has exited. */
    @Operation(params = "name")
    public int settle(int name) {
        Descriptor<Integer> found = table.settle(names.get(name), n -> made[name]++);
        Integer resident = found.resident();
        return resident == null ? -1 : resident;
    }

    /** Where it is believed to be. */
    @Operation(params = "name")
    public int locate(int name) {
        return table.locate(names.get(name), THERE).location().place();
    }

    /** Ends it. */
    @Operation(params = "name", nonParallelGroup = "owner")
    public void exit(int name) {
        table.exit(names.get(name));
    }
}
