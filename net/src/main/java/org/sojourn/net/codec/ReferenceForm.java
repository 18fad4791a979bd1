package org.sojourn.net.codec;

import org.sojourn.kernel.port.Reference;

/** References travel as their wire form: three variable-length numbers and a byte. */
final class ReferenceForm implements Form {
    @Override
    public void write(Object value, Output out) {
        Reference reference = (Reference) value;
        out.written(reference);
        Reference.Wire wire = reference.toWire();
        out.number(wire.kind());
        out.number(wire.birth());
        out.number(wire.serial());
        out.number(wire.detail());
    }

    @Override
    public Object read(Input in) {
        byte kind = (byte) in.number();
        return in.resolve(kind, in.number(), in.number(), in.number());
    }
}
