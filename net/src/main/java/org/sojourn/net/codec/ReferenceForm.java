package org.sojourn.net.codec;

import org.sojourn.kernel.port.MalformedException;
import org.sojourn.kernel.port.Reference;

/** References travel as their wire form: a kind, three numbers, and a text if the kind says that there is one. */
final class ReferenceForm implements Form {
    private static final int WITH_TEXT = 1 << 8;

    @Override
    public void write(Object value, Output out) {
        Reference reference = (Reference) value;
        out.written(reference);
        Reference.Wire wire = reference.toWire();
        out.number(wire.kind() & 0xFF | (wire.more().isEmpty() ? 0 : WITH_TEXT));
        out.number(wire.birth());
        out.number(wire.serial());
        out.number(wire.detail());
        if (!wire.more().isEmpty()) {
            out.text(wire.more());
        }
    }

    @Override
    public Object read(Input in) {
        long kind = in.number();
        long birth = in.number();
        long serial = in.number();
        long detail = in.number();
        String more = (kind & WITH_TEXT) == 0 ? "" : in.text();
        if (more == null) {
            throw new MalformedException("a reference of kind " + (byte) kind + " without its text");
        }
        return in.resolve(new Reference.Wire((byte) kind, birth, serial, detail, more));
    }
}
