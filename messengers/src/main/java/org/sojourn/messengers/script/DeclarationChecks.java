package org.sojourn.messengers.script;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Scope;
import org.sojourn.messengers.form.Step;

/** Declares variables. */
final class DeclarationChecks {
    private static final int LONGEST_NAME = 255;

    private final Unit unit;
    private final Report report;
    private final TermChecks terms;
    /** Whether nothing has been done yet but declare variables: these can be given by who injects. */
    private boolean isLeading = true;

    DeclarationChecks(Unit unit, TermChecks terms) {
        this.unit = unit;
        this.report = unit.report;
        this.terms = terms;
    }

    /** Notes that what is declared from now on can't be given. */
    void begin() {
        if (isLeading && unit.current == null && !unit.isNodeFile) {
            isLeading = false;
            unit.parameters = unit.messenger.size();
        }
    }

    /** {@return what is to be done where the declaration stands} */
    Act declare(Statement.Declare its) {
        boolean isConstant = isConstant(its.at(), its.modifiers());
        CType type = terms.types().type(its.type());
        List<Act> acts = new ArrayList<>();
        for (TypeName.Declarator each : its.names()) {
            variable(each, type, isConstant, acts);
        }
        if (its.names().isEmpty() && its.type() instanceof TypeName.Words && !report.hasErrors()) {
            report.add(its.at(), Problem.E13, "a name is missing: what do you declare?");
        }
        return new Act.Block(its.at().line(), acts);
    }

    /** {@return whether {@code const} is said; anything else is reported} */
    boolean isConstant(Position at, List<String> modifiers) {
        for (String each : modifiers) {
            if (!each.equals("const")) {
                report.add(
                        at,
                        Problem.E23,
                        "there is no '" + each + "': "
                                + (each.equals("typedef")
                                        ? "give the struct a tag, as struct Point { ... }"
                                        : "leave it out"));
            }
        }
        return modifiers.contains("const");
    }

    private void variable(TypeName.Declarator name, CType type, boolean isConstant, List<Act> acts) {
        CType its = complete(type, name);
        if (unit.current != null && CType.leaves("", its).stream().anyMatch(leaf -> leaf.length() > 0)) {
            report.add(name.at(), Problem.E20, "a routine has no arrays: declare '" + name.name() + "' outside");
            its = CType.Other.BAD;
        }
        if (isLeading && unit.scope() == Scope.MESSENGER && !unit.names.isOutermost()) {
            begin();
        }
        Place place = put(name.at(), name.name(), its, isConstant);
        if (name.initialiser() != null) {
            List<Expr> stores = Initialisers.of(unit, terms, place, name.initialiser(), unit.scope() == Scope.NODE);
            if (its != CType.Other.BAD) {
                store(name, stores, acts);
            }
        } else if (place.type() != CType.Other.BAD && !unit.isNodeFile && !unit.names.isOutermost()) {
            // A block begins with zeros each time, not with what the last time has left.
            int line = name.at().line();
            Initialisers.zeros(unit, line, place).forEach(each -> acts.add(new Act.Evaluate(line, each)));
        }
    }

    private void store(TypeName.Declarator name, List<Expr> stores, List<Act> acts) {
        List<Act> all = stores.stream()
                .<Act>map(each -> new Act.Evaluate(name.at().line(), each))
                .toList();
        if (unit.scope() == Scope.NODE) {
            if (!stores.stream().allMatch(this::isConstant)) {
                report.add(
                        name.at(),
                        Problem.E5,
                        "the first value of a variable of the node has to be constant: the node may be another one"
                                + " each time");
            }
            unit.nodeFirst.addAll(all);
        } else if (isLeading && unit.current == null && stores.stream().allMatch(this::isPlain)) {
            unit.messengerFirst.addAll(all);
        } else {
            if (isLeading) {
                unit.parameters = unit.messenger.size() - leaves(name.name());
                isLeading = unit.current != null;
            }
            acts.addAll(all);
        }
    }

    private int leaves(String name) {
        return unit.names.here(name) instanceof Names.Variable(Position _, Place place)
                ? (int) place.type().leaves()
                : 0;
    }

    /** Whether storing a first value is all that is done. */
    private boolean isPlain(Expr store) {
        return switch (unit.operation(store)) {
            case Operation.Does does -> Inside.of(does.step()).stream().noneMatch(unit::needsSteps);
            case Operation.Copy copy -> copy.from().indices().stream().noneMatch(index -> unit.needsSteps(index.at()));
            case null -> store instanceof Expr.Set && !unit.needsSteps(store);
        };
    }

    private boolean isConstant(Expr store) {
        return switch (store) {
            case Expr.Set set -> Fold.isConstant(set.value());
            default ->
                unit.operation(store) instanceof Operation.Does does
                        && does.step() instanceof Step.SetText set
                        && Fold.isConstant(set.text());
        };
    }

    /** Takes the length of an array from its first value if it isn't said. */
    private CType complete(CType type, TypeName.Declarator name) {
        if (name.extents().isEmpty() || name.extents().getFirst().length() != null || name.isPointer()) {
            return terms.types().declared(type, name);
        }
        TypeName.Extent first = name.extents().getFirst();
        Integer length = length(type, name);
        if (length == null) {
            report.add(
                    first.at(),
                    Problem.E16,
                    "how many elements? Write a number, or a first value with a brace for each row");
            return CType.Other.BAD;
        }
        List<TypeName.Extent> extents = new ArrayList<>(name.extents());
        extents.set(0, new TypeName.Extent(first.at(), new Term.Number(first.at(), String.valueOf(length))));
        return terms.types()
                .declared(type, new TypeName.Declarator(name.at(), name.name(), false, extents, name.initialiser()));
    }

    private static @Nullable Integer length(CType type, TypeName.Declarator name) {
        boolean isOneDimension = name.extents().size() == 1;
        return switch (name.initialiser()) {
            case TypeName.One(Term.Text text)
            when isOneDimension && type.equals(CType.CHAR) -> text.value().getBytes(StandardCharsets.UTF_8).length + 1;
            case TypeName.Many many -> {
                boolean isSimple = isOneDimension && type instanceof CType.Scalar;
                boolean isRows = many.values().stream()
                        .allMatch(each -> each instanceof TypeName.Many || each instanceof TypeName.One(Term.Text _));
                yield isSimple || isRows && !many.values().isEmpty()
                        ? many.values().size()
                        : null;
            }
            case null, default -> null;
        };
    }

    /** Gives a name to a new variable. */
    Place put(Position at, String name, CType type, boolean isConstant) {
        Names.Meaning here = unit.names.here(name);
        Names.Meaning meaning = unit.names.meaning(name);
        boolean isNode = meaning instanceof Names.Variable(Position _, Place place) && place.scope() == Scope.NODE;
        if (name.length() > LONGEST_NAME) {
            report.add(at, Problem.E21, "a name has at most " + LONGEST_NAME + " letters");
        } else if (isNode && unit.scope() == Scope.MESSENGER) {
            report.add(
                    at,
                    Problem.E4,
                    "'" + name
                            + "' is a variable of the node already, so it can't be one of the messenger: take another"
                            + " name");
        } else if (here != null) {
            report.add(
                    at,
                    Problem.E14,
                    "there is a '" + name + "' already, in line " + here.at().line() + ": take another name");
        } else if (unit.names.isOutermost() && unit.routines.containsKey(name)) {
            report.add(at, Problem.E14, "'" + name + "' is a routine already: take another name");
        }
        Place place = unit.declare(at, name, type, isConstant);
        if (place == null) {
            place = new Place(unit.scope(), 0, CType.Other.BAD, List.of(), false);
        }
        unit.names.put(name, new Names.Variable(at, place));
        return place;
    }
}
