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

/** The name table with two names that another place has minted. */
@Param(name = "name", gen = IntGen.class, conf = "0:1")
public class NameTableModel {
    private static final Member HERE = new Member(0, 1);
    private static final Member THERE = new Member(1, 1);

    private final NameTable<Integer> table = new NameTable<>(HERE, 0);
    private final List<Name> names = new ArrayList<>(List.of(Name.of(THERE, 1), Name.of(THERE, 2)));

    /** Makes an empty one. */
    public NameTableModel() {}

    /** Finds or makes the resident; returns whether this call has made it. */
    @Operation(params = "name")
    public boolean settle(int name) {
        int[] calls = new int[1];
        table.settle(names.get(name), n -> ++calls[0]);
        return calls[0] > 0;
    }

    /** Finds or enters it, believed to be elsewhere. */
    @Operation(params = "name")
    public void locate(int name) {
        table.locate(names.get(name), THERE);
    }

    /** Ends it in its own turn, which it has only while it lives here; returns whether it did. */
    @Operation(params = "name", nonParallelGroup = "owner")
    public boolean exit(int name) {
        Descriptor<Integer> found = table.find(names.get(name));
        Integer resident = found == null ? null : found.resident();
        if (resident != null) {
            table.exit(names.get(name), resident);
        }
        return resident != null;
    }
}
