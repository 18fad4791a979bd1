package org.sojourn.weave.code;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes the twin of a method: the same code, which begins at a call. It gets the values that a frame took along, the number of the call,
 * and how that has ended: what it returned, or what it threw, which is thrown within the method's own handlers. Its frames may leave as
 * those of the method.
 */
final class TwinWriter {
    /** Of all twins. */
    static final String DESCRIPTOR = "([Ljava/lang/Object;ILjava/lang/Object;Ljava/lang/Throwable;)Ljava/lang/Object;";

    /** The slots in which they come. */
    private static final int PARAMETERS = 4;

    private static final Type OBJECT = Type.getObjectType("java/lang/Object");

    private final MethodPlan plan;
    private final MethodNode method;
    private final SiteWriter sites;
    private final TwinLinks links;
    private final Type returns;

    /** The slots of what the twin gets. */
    private final int values;

    private final int number;
    private final int result;
    private final int failure;

    private final List<LabelNode> resumes = new ArrayList<>();
    private final List<Integer> calls = new ArrayList<>();

    TwinWriter(MethodPlan plan, String owner, int number, TwinLinks links) {
        this.plan = plan;
        this.method = plan.method();
        this.sites = new SiteWriter(plan, owner, number);
        this.links = links;
        this.returns = Type.getReturnType(method.desc);
        int most = plan.sites().stream().mapToInt(SiteWriter::variables).max().orElse(0);
        this.values = Math.max(PARAMETERS, plan.temporaries() + most);
        this.number = values + 1;
        this.result = values + 2;
        this.failure = values + 3;
    }

    /**
     * Rewrites the method.
     *
     * @param name of the twin
     */
    MethodNode write(String name) {
        for (AbstractInsnNode each : method.instructions.toArray()) {
            if (each.getOpcode() >= Opcodes.IRETURN && each.getOpcode() <= Opcodes.RETURN) {
                method.instructions.insertBefore(each, boxed());
                method.instructions.set(each, new InsnNode(Opcodes.ARETURN));
            }
        }
        List<Site> all = plan.sites();
        for (int i = 0; i < all.size(); i++) {
            resumeAt(all.get(i), sites.write(i, all.get(i), OBJECT));
        }
        method.instructions.insert(entrance());
        List<TryCatchBlockNode> handlers = List.copyOf(method.tryCatchBlocks.subList(0, all.size()));
        DeadCode.remove(method);
        for (int i = 0; i < handlers.size(); i++) {
            if (method.tryCatchBlocks.contains(handlers.get(i))) {
                calls.add(i);
            }
        }
        links.link(method.instructions);
        method.maxLocals = Math.max(method.maxLocals, failure + 1);
        MethodNode twin =
                new MethodNode(Opcodes.ASM9, Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC, name, DESCRIPTOR, null, null);
        twin.instructions = method.instructions;
        twin.tryCatchBlocks = method.tryCatchBlocks;
        twin.maxLocals = method.maxLocals;
        twin.maxStack = method.maxStack;
        return twin;
    }

    /** The numbers of the calls that the twin has, once it is written: those that come only before the first one behind which it may begin are gone. */
    List<Integer> calls() {
        return calls;
    }

    private InsnList boxed() {
        InsnList box = new InsnList();
        if (returns == Type.VOID_TYPE) {
            box.add(new InsnNode(Opcodes.ACONST_NULL));
        } else {
            Values.box(box, returns);
        }
        return box;
    }

    /** Behind a call and what was written for it, still within the handlers that cover it: where a resumed frame goes on. */
    private void resumeAt(Site site, AbstractInsnNode behind) {
        LabelNode resume = new LabelNode();
        LabelNode returned = new LabelNode();
        LabelNode after = new LabelNode();
        List<Site.Local> there = new ArrayList<>(sites.taken(site));
        there.add(new Site.Local(result, "java/lang/Object"));
        there.add(new Site.Local(failure, "java/lang/Throwable"));
        List<Site.Local> kept = new ArrayList<>(site.locals());
        for (int i = 0; i < site.monitors(); i++) {
            kept.add(new Site.Local(plan.monitor(i), "java/lang/Object"));
        }
        List<Object> stack = new ArrayList<>(site.residue());
        InsnList code = new InsnList();
        code.add(new JumpInsnNode(Opcodes.GOTO, after));
        code.add(resume);
        code.add(SiteWriter.frame(there, List.of()));
        code.add(new VarInsnNode(Opcodes.ALOAD, failure));
        boolean isPlain = site.residue().isEmpty() && site.result() == Type.VOID_TYPE;
        code.add(new JumpInsnNode(Opcodes.IFNULL, isPlain ? after : returned));
        code.add(new VarInsnNode(Opcodes.ALOAD, failure));
        code.add(new InsnNode(Opcodes.ATHROW));
        if (!isPlain) {
            code.add(returned);
            code.add(SiteWriter.frame(there, List.of()));
            sites.reload(site, code);
        }
        if (site.result() != Type.VOID_TYPE) {
            code.add(new VarInsnNode(Opcodes.ALOAD, result));
            if (site.result().getSort() < Type.ARRAY) {
                code.add(
                        new MethodInsnNode( // as unboxing does it
                                Opcodes.INVOKESTATIC,
                                "java/util/Objects",
                                "requireNonNull",
                                "(Ljava/lang/Object;)Ljava/lang/Object;",
                                false));
            }
            links.unbox(code, Values.of(site.result()));
            stack.add(Values.of(site.result()));
        }
        code.add(after);
        code.add(SiteWriter.frame(kept, stack));
        code.add(new InsnNode(Opcodes.NOP)); // two stack maps at one place would be one too many
        method.instructions.insert(behind, code);
        resumes.add(resume);
    }

    private InsnList entrance() {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, 0));
        code.add(new VarInsnNode(Opcodes.ASTORE, values));
        code.add(new VarInsnNode(Opcodes.ILOAD, 1));
        code.add(new VarInsnNode(Opcodes.ISTORE, number));
        code.add(new VarInsnNode(Opcodes.ALOAD, 2));
        code.add(new VarInsnNode(Opcodes.ASTORE, result));
        code.add(new VarInsnNode(Opcodes.ALOAD, 3));
        code.add(new VarInsnNode(Opcodes.ASTORE, failure));
        code.add(new VarInsnNode(Opcodes.ILOAD, number));
        LabelNode unknown = new LabelNode();
        LabelNode[] restores = new LabelNode[resumes.size()];
        for (int i = 0; i < restores.length; i++) {
            restores[i] = new LabelNode();
        }
        code.add(new TableSwitchInsnNode(0, restores.length - 1, unknown, restores));
        List<Site.Local> given = List.of(
                new Site.Local(values, "[Ljava/lang/Object;"),
                new Site.Local(number, Opcodes.INTEGER),
                new Site.Local(result, "java/lang/Object"),
                new Site.Local(failure, "java/lang/Throwable"));
        for (int i = 0; i < restores.length; i++) {
            code.add(restores[i]);
            code.add(SiteWriter.frame(given, List.of()));
            restore(plan.sites().get(i), code);
            code.add(new JumpInsnNode(Opcodes.GOTO, resumes.get(i)));
        }
        code.add(unknown);
        code.add(SiteWriter.frame(given, List.of()));
        code.add(new TypeInsnNode(Opcodes.NEW, "java/lang/IllegalArgumentException"));
        code.add(new InsnNode(Opcodes.DUP));
        code.add(new LdcInsnNode("no frame waits at such a call of " + method.name));
        code.add(new MethodInsnNode(
                Opcodes.INVOKESPECIAL, "java/lang/IllegalArgumentException", "<init>", "(Ljava/lang/String;)V", false));
        code.add(new InsnNode(Opcodes.ATHROW));
        return code;
    }

    private void restore(Site site, InsnList code) {
        int index = 0;
        for (Site.Local each : sites.taken(site)) {
            code.add(new VarInsnNode(Opcodes.ALOAD, values));
            code.add(SiteWriter.number(index++));
            code.add(new InsnNode(Opcodes.AALOAD));
            links.unbox(code, each.type());
            SiteWriter.store(each, code);
        }
        if (site.monitors() > 0) {
            hold(site, code);
        }
    }

    /**
     * The frame holds its monitors while those run that it waits for: they run from here. If they leave, so does this one, with its values as
     * they came.
     */
    private void hold(Site site, InsnList code) {
        for (int i = 0; i < site.monitors(); i++) {
            code.add(new VarInsnNode(Opcodes.ALOAD, plan.monitor(i)));
            code.add(new InsnNode(Opcodes.MONITORENTER));
        }
        code.add(new MethodInsnNode(
                Opcodes.INVOKESTATIC, "org/sojourn/weave/run/Resumption", "awaited", "()[Ljava/lang/Object;", false));
        code.add(new VarInsnNode(Opcodes.ASTORE, values));
        LabelNode goesOn = new LabelNode();
        code.add(new VarInsnNode(Opcodes.ALOAD, values));
        code.add(new JumpInsnNode(Opcodes.IFNONNULL, goesOn));
        for (int i = site.monitors() - 1; i >= 0; i--) {
            code.add(new VarInsnNode(Opcodes.ALOAD, plan.monitor(i)));
            code.add(new InsnNode(Opcodes.MONITOREXIT));
        }
        code.add(new InsnNode(Opcodes.ACONST_NULL));
        code.add(new InsnNode(Opcodes.ARETURN));
        code.add(goesOn);
        List<Site.Local> there = new ArrayList<>(sites.taken(site));
        there.add(new Site.Local(values, "[Ljava/lang/Object;"));
        code.add(SiteWriter.frame(there, List.of()));
        code.add(new VarInsnNode(Opcodes.ALOAD, values));
        code.add(SiteWriter.number(0));
        code.add(new InsnNode(Opcodes.AALOAD));
        code.add(new VarInsnNode(Opcodes.ASTORE, result));
        code.add(new VarInsnNode(Opcodes.ALOAD, values));
        code.add(SiteWriter.number(1));
        code.add(new InsnNode(Opcodes.AALOAD));
        code.add(new TypeInsnNode(Opcodes.CHECKCAST, "java/lang/Throwable"));
        code.add(new VarInsnNode(Opcodes.ASTORE, failure));
    }
}
