package org.sojourn.house;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.ModuleAttribute;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The packages that a room shows to everybody: what its module descriptor exports, or all if it has none. */
final class Exports {
    private Exports() {}

    static Set<String> of(Collection<ClassModel> types) {
        Set<String> open = new TreeSet<>();
        Optional<ModuleAttribute> module = types.stream()
                .flatMap(type -> type.findAttribute(Attributes.module()).stream())
                .findFirst();
        if (module.isPresent()) {
            module.get().exports().stream()
                    .filter(export -> export.exportsTo().isEmpty())
                    .map(export -> export.exportedPackage().name().stringValue().replace('/', '.'))
                    .forEach(open::add);
        } else {
            types.stream().map(References::name).map(References::packageOf).forEach(open::add);
        }
        return open;
    }
}
