package org.sojourn.messengers.script;

import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.sojourn.messengers.form.Limits;
import org.sojourn.messengers.form.Type;

/** Finds out which type is meant, and defines structs and enumerations. */
final class TypeChecks {
    private static final int MOST_EXTENTS = 16;

    private final Unit unit;
    private final Report report;
    private final TermChecks terms;

    TypeChecks(Unit unit, TermChecks terms) {
        this.unit = unit;
        this.report = unit.report;
        this.terms = terms;
    }

    CType type(TypeName name) {
        return switch (name) {
            case TypeName.Words its -> words(its);
            case TypeName.Struct its -> struct(its);
            case TypeName.Enumeration its -> enumeration(its);
        };
    }

    private CType words(TypeName.Words name) {
        List<String> words = name.words();
        if (words.contains("unsigned")) {
            report.add(
                    name.at(),
                    Problem.E1,
                    "there are no unsigned numbers: all have signs; take the next wider type, such as long for"
                            + " unsigned int");
            return CType.Other.BAD;
        }
        boolean isSigned = words.contains("signed");
        String plain = String.join(
                " ",
                words.stream().filter(word -> !word.equals("signed")).sorted().toList());
        Type type = switch (plain) {
            case "char" -> Type.CHAR;
            case "short", "int short" -> Type.SHORT;
            case "int" -> Type.INT;
            case "" -> Type.INT;
            case "long", "int long", "long long", "int long long" -> Type.LONG;
            case "float" -> Type.FLOAT;
            case "double", "double long" -> Type.DOUBLE;
            case "node_t" -> Type.NODE;
            case "messenger_t" -> Type.MESSENGER;
            default -> Type.TEXT;
        };
        if (plain.equals("void") && !isSigned) {
            return CType.Other.VOID;
        }
        if (type == Type.TEXT || isSigned && (!type.isWhole() || Collections.frequency(words, "signed") > 1)) {
            report.add(
                    name.at(),
                    Problem.E1,
                    "there is no type '" + String.join(" ", words)
                            + "'; there are char, short, int, long, float, double, node_t and messenger_t");
            return CType.Other.BAD;
        }
        return new CType.Scalar(type);
    }

    private CType struct(TypeName.Struct name) {
        if (name.isUnion()) {
            report.add(
                    name.at(),
                    Problem.E1,
                    "there are no unions: write a struct, which holds all of its fields at once");
            return CType.Other.BAD;
        }
        String tag = name.tag();
        if (name.fields() == null) {
            return tag == null ? CType.Other.BAD : known(name.at(), tag);
        }
        CType.Struct struct = new CType.Struct(tag == null ? "a struct" : "struct " + tag);
        if (tag != null) {
            if (unit.names.tagHere(tag) != null) {
                report.add(
                        name.at(),
                        Problem.E14,
                        "there is a struct or an enum '" + tag + "' already: take another name");
            }
            unit.names.putTag(tag, struct);
        }
        for (TypeName.Fields fields : name.fields()) {
            CType type = type(fields.type());
            for (TypeName.Declarator each : fields.names()) {
                field(struct, type, each);
            }
        }
        struct.complete();
        if (struct.fields().isEmpty()) {
            report.add(name.at(), Problem.E15, "a struct has at least one field");
            return CType.Other.BAD;
        }
        if (struct.bytes() > Limits.ARRAY_BYTES
                || struct.leaves() > Limits.VARIABLES
                || struct.depth() > Limits.NESTING) {
            report.add(
                    name.at(),
                    Problem.E21,
                    "this struct is too large: at most " + Limits.ARRAY_BYTES + " bytes, " + Limits.VARIABLES
                            + " fields and " + Limits.NESTING + " structs one in the other");
            if (tag != null) {
                unit.names.putTag(tag, CType.Other.BAD);
            }
            return CType.Other.BAD;
        }
        return struct;
    }

    private CType known(Position at, String tag) {
        CType known = unit.names.tag(tag);
        if (known == null) {
            if (!unit.unreadable.contains(tag)) {
                report.add(
                        at,
                        Problem.E3,
                        "there is no struct '" + tag + "'" + report.near().question(tag, unit.names::allTags)
                                + "; a struct is defined before it is used");
            }
            return CType.Other.BAD;
        }
        if (known instanceof CType.Struct struct && !struct.isComplete()) {
            report.add(
                    at, Problem.E15, struct.describe() + " can't hold itself: link structs by the index of an array");
            return CType.Other.BAD;
        }
        return known;
    }

    private void field(CType.Struct struct, CType type, TypeName.Declarator name) {
        CType its = declared(type, name);
        if (name.initialiser() != null) {
            report.add(name.at(), Problem.E15, "a field has no first value of its own: give one to the variable");
        }
        if (struct.fields().containsKey(name.name())) {
            report.add(name.at(), Problem.E14, struct.describe() + " has a field '" + name.name() + "' already");
            return;
        }
        struct.add(name.name(), its);
    }

    /** {@return the type of what is declared: with its extents} */
    CType declared(CType type, TypeName.Declarator name) {
        if (name.isPointer()) {
            report.add(
                    name.at(),
                    Problem.E1,
                    "there are no pointers, so '" + name.name()
                            + "' can't be one: write an array, as char name[32] for a text, or node_t for a node");
            return CType.Other.BAD;
        }
        if (type == CType.Other.VOID) {
            report.add(name.at(), Problem.E15, "'" + name.name() + "' needs a type: nothing can be stored in a void");
            return CType.Other.BAD;
        }
        if (name.extents().size() > MOST_EXTENTS) {
            report.add(name.at(), Problem.E21, "an array has at most " + MOST_EXTENTS + " dimensions");
            return CType.Other.BAD;
        }
        CType its = type;
        for (TypeName.Extent each : name.extents().reversed()) {
            its = array(its, each);
        }
        return its;
    }

    private CType array(CType element, TypeName.Extent extent) {
        if (extent.length() == null) {
            report.add(extent.at(), Problem.E16, "how many elements? Write a number: [10]");
            return CType.Other.BAD;
        }
        OptionalLong length = terms.constant(extent.length(), "the length of an array");
        boolean isUnread = element.bytes() == 0; // a struct of which no field could be read
        if (length.isEmpty() || element == CType.Other.BAD || isUnread) {
            return CType.Other.BAD;
        }
        long count = length.getAsLong();
        if (count < 1) {
            report.add(extent.length().at(), Problem.E16, "an array has at least one element, not " + count);
            return CType.Other.BAD;
        }
        if (count > Limits.ARRAY_BYTES / element.bytes()) {
            report.add(
                    extent.length().at(),
                    Problem.E21,
                    "this array is too large: at most " + Limits.ARRAY_BYTES + " bytes, so "
                            + Limits.ARRAY_BYTES / element.bytes()
                            + " elements; put the data into the variables of many nodes");
            return CType.Other.BAD;
        }
        return new CType.Array(element, (int) count);
    }

    private CType enumeration(TypeName.Enumeration name) {
        String tag = name.tag();
        if (name.constants() == null) {
            return tag == null ? CType.Other.BAD : known(name.at(), tag);
        }
        if (tag != null) {
            if (unit.names.tagHere(tag) != null) {
                report.add(
                        name.at(),
                        Problem.E14,
                        "there is a struct or an enum '" + tag + "' already: take another name");
            }
            unit.names.putTag(tag, CType.INT);
        }
        long next = 0;
        for (TypeName.Enumerator each : name.constants()) {
            if (each.value() != null) {
                next = terms.constant(each.value(), "the value of '" + each.name() + "'")
                        .orElse(next);
            }
            if (next != (int) next) {
                report.add(each.at(), Problem.E16, next + " is too large: constants of an enum are ints");
            }
            if (unit.names.here(each.name()) != null) {
                report.add(each.at(), Problem.E14, "there is a '" + each.name() + "' already: take another name");
            }
            unit.names.put(each.name(), new Names.Constant(each.at(), (int) next));
            next++;
        }
        return CType.INT;
    }
}
