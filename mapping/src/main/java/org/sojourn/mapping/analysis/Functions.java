package org.sojourn.mapping.analysis;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.sojourn.mapping.code.ClassFiles;
import org.sojourn.mapping.code.ClassFiles.FunctionMethod;
import org.sojourn.mapping.code.Dictionary;
import org.sojourn.mapping.code.Verb;
import org.sojourn.mapping.code.Verb.Facet;
import org.sojourn.mapping.fact.Facts;
import org.sojourn.mapping.fact.Origin;
import org.sojourn.mapping.fact.Value;

/**
 * Which calls run a function, and which functions are known: those that are followed where they are made, and those that the JDK
 * makes of such. All others were given by somebody, and what they do is unknown.
 */
final class Functions {
    /**
     * A function that a call is given.
     *
     * @param value the function
     * @param method what is called when it runs
     */
    record Given(Value value, FunctionMethod method) {}

    private final ClassFiles files;
    private final Dictionary dictionary;

    Functions(ClassFiles files, Dictionary dictionary) {
        this.files = files;
        this.dictionary = dictionary;
    }

    /** Whether a call runs its receiver, which may be a function. */
    boolean isRun(Facts.Call call) {
        if (call.opcode() == Opcodes.INVOKESTATIC || call.opcode() == Opcodes.INVOKESPECIAL) {
            return false;
        }
        FunctionMethod method = files.functionMethod(call.owner());
        return method != null
                && method.name().equals(call.name())
                && (method.isDeclared() || files.isFollowed(call.owner()) || isOpen(call.owner(), method));
    }

    private boolean isOpen(String type, FunctionMethod method) {
        Dictionary.Entry entry = dictionary.find(Facet.TIME, type, method.name(), method.desc(), files);
        return entry != null && entry.verb() == Verb.OPEN;
    }

    /** The functions among the arguments of a call of what isn't followed, by their types. */
    @Nullable
    Given given(Facts.Call call, int parameter, Type type) {
        if (type.getSort() != Type.OBJECT) {
            return null;
        }
        FunctionMethod method = files.functionMethod(type.getInternalName());
        int first = call.arguments().size() - Type.getArgumentCount(call.desc());
        return method != null && (method.isDeclared() || isOpen(type.getInternalName(), method))
                ? new Given(call.arguments().get(first + parameter), method)
                : null;
    }

    /** Whether all that a value may be is followed where it is made, or is the JDK's own; null runs nothing. */
    boolean isKnown(Reach from, Value value) {
        String type = value.className();
        boolean isOfJdk = ClassFiles.isOfJdk(type) && !type.equals("java/lang/Object") && !files.isInterface(type);
        return isOfJdk || value.origins().stream().allMatch(origin -> isKnown(from, origin));
    }

    private boolean isKnown(Reach from, Origin origin) {
        return switch (origin.kind()) {
            case FUNCTION -> true;
            case NEW -> ClassFiles.isOfJdk(origin.detail());
            case STATIC -> ClassFiles.isOfJdk(origin.detail());
            case CALL ->
                from.facts.calls().stream()
                        .filter(call -> call.site().at() == origin.number())
                        .anyMatch(this::isMaker);
            case PARAMETER -> {
                List<Origin> all = List.copyOf(from.resolve(Set.of(origin)));
                yield !all.isEmpty() && all.stream().allMatch(each -> each.kind() == Origin.Kind.FUNCTION);
            }
            default -> false;
        };
    }

    /** A method of the JDK that makes a function of others, as {@code Comparator.comparing} does; those are asked after by themselves. */
    private boolean isMaker(Facts.Call call) {
        Type result = Type.getReturnType(call.desc());
        return ClassFiles.isOfJdk(call.owner())
                && !files.isFollowed(call.owner())
                && result.getSort() == Type.OBJECT
                && files.functionMethod(result.getInternalName()) != null
                && (call.opcode() == Opcodes.INVOKESTATIC || files.functionMethod(call.owner()) != null);
    }
}
