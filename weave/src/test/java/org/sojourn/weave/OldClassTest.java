package org.sojourn.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

/** Class files of compilers of old. */
class OldClassTest {
    private static final String SOURCE = """
        package p;
        import org.sojourn.weave.frame.Polls;
        public class Old {
          int once;
          void set(int to) {
            once = to;
          }
          public static String main() { Old old = new Old(); old.set(3); Polls.poll(); return "" + old.once; }
        }
        """;

    /** As compilers of other languages made it: a final field, set by a method. */
    private static byte[] old(byte[] compiled, int version) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(compiled)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public void visit(
                                    int now, int access, String name, String generic, String above, String[] faces) {
                                super.visit(version, access, name, generic, above, faces);
                            }

                            @Override
                            public FieldVisitor visitField(
                                    int access, String name, String type, String generic, Object value) {
                                return super.visitField(access | Opcodes.ACC_FINAL, name, type, generic, value);
                            }
                        },
                        0);
        return writer.toByteArray();
    }

    @Test
    void finalField_setByAMethodAsJava8Allowed_refusesItsClassWithTheLine() throws Exception {
        Compiled compiled = Compiled.of(Map.of("p.Old", SOURCE));
        byte[] old = old(Objects.requireNonNull(compiled.classes().get("p.Old")), Opcodes.V1_8);
        Weaver.Result result = new Weaver(List.of("p")).weave(old);
        assertThat(result.classFile()).isSameAs(old);
        assertThat(result.refusals()).singleElement().hasToString("""
            p.Old line 6: its method set sets the final field once, which only constructors and initialisers may in class files for Java 9 and later\
            """);
        compiled.classes().put("p.Old", old);
        assertThat(compiled.plain().loadClass("p.Old").getMethod("main").invoke(null))
                .isEqualTo("3");
    }

    @Test
    void classForJava8_woven_runsAsCompiled() throws Exception {
        Compiled compiled = Compiled.of(Map.of("p.Old", SOURCE.replace("once = to", "int twice = to + to")));
        compiled.classes()
                .put("p.Old", old(Objects.requireNonNull(compiled.classes().get("p.Old")), Opcodes.V1_8));
        Trial trial = new Trial(compiled.plain(), compiled.woven(new Weaver(List.of("p"))), "p.Old");
        trial.leaveAt(1, false);
        assertThat(trial.captures).isEqualTo(1);
    }
}
