package org.sojourn.messengers.script;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.script.grammar.ScriptParser;

/** Makes types, and what is declared with them, from what the parser has read. */
final class TypeBuilder {
    private final TermBuilder terms;

    TypeBuilder(SourceFile file, Report report) {
        this.terms = new TermBuilder(file, report, this);
    }

    /** {@return what makes terms} */
    TermBuilder terms() {
        return terms;
    }

    TypeName type(ScriptParser.@Nullable TypeContext context) {
        ScriptParser.TypeContext its = TermBuilder.whole(context);
        if (its.structType() != null) {
            return struct(TermBuilder.whole(its.structType()));
        }
        if (its.enumType() != null) {
            return enumeration(TermBuilder.whole(its.enumType()));
        }
        List<String> words = its.typeWord().stream()
                .map(word -> TermBuilder.whole(word).getText())
                .toList();
        return new TypeName.Words(terms.at(its), words);
    }

    private TypeName struct(ScriptParser.StructTypeContext context) {
        List<TypeName.Fields> fields = null;
        if (context.getText().contains("{")) {
            fields = new ArrayList<>();
            for (ScriptParser.FieldContext each : context.field()) {
                ScriptParser.FieldContext field = TermBuilder.whole(each);
                fields.add(new TypeName.Fields(type(field.type()), declarators(field.declarators())));
            }
        }
        return new TypeName.Struct(terms.at(context), context.UNION() != null, tag(context.ID()), fields);
    }

    private TypeName enumeration(ScriptParser.EnumTypeContext context) {
        List<TypeName.Enumerator> constants = null;
        if (context.enumerators() != null) {
            constants = new ArrayList<>();
            for (ScriptParser.EnumeratorContext each :
                    TermBuilder.whole(context.enumerators()).enumerator()) {
                Token name = TermBuilder.word(TermBuilder.whole(each).ID());
                Term value = each.expr() == null ? null : terms.expr(each.expr());
                constants.add(new TypeName.Enumerator(terms.at(name), name.getText(), value));
            }
        }
        return new TypeName.Enumeration(terms.at(context), tag(context.ID()), constants);
    }

    private static @Nullable String tag(@Nullable TerminalNode id) {
        return id == null ? null : TermBuilder.word(id).getText();
    }

    List<TypeName.Declarator> declarators(ScriptParser.@Nullable DeclaratorsContext context) {
        List<TypeName.Declarator> all = new ArrayList<>();
        if (context != null) {
            for (ScriptParser.DeclaratorContext each :
                    TermBuilder.whole(context).declarator()) {
                all.add(declarator(TermBuilder.whole(each)));
            }
        }
        return all;
    }

    private TypeName.Declarator declarator(ScriptParser.DeclaratorContext context) {
        Token name = TermBuilder.word(context.ID());
        boolean isPointer = context.getChild(0) != context.ID();
        TypeName.Initialiser initialiser = context.initialiser() == null ? null : initialiser(context.initialiser());
        return new TypeName.Declarator(
                terms.at(name), name.getText(), isPointer, extents(context.extent()), initialiser);
    }

    List<TypeName.Extent> extents(List<ScriptParser.ExtentContext> contexts) {
        List<TypeName.Extent> extents = new ArrayList<>();
        for (ScriptParser.ExtentContext each : contexts) {
            Term length = TermBuilder.whole(each).expr() == null ? null : terms.expr(each.expr());
            extents.add(new TypeName.Extent(terms.at(each), length));
        }
        return extents;
    }

    private TypeName.Initialiser initialiser(ScriptParser.InitialiserContext context) {
        ScriptParser.InitialiserContext its = TermBuilder.whole(context);
        if (its.expr() != null) {
            return new TypeName.One(terms.expr(its.expr()));
        }
        List<TypeName.Initialiser> values = new ArrayList<>();
        for (ScriptParser.InitialiserContext each : its.initialiser()) {
            values.add(initialiser(each));
        }
        return new TypeName.Many(terms.at(its), values);
    }
}
