package org.sojourn.messengers.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.sojourn.messengers.form.Form;
import org.sojourn.messengers.form.MalformedFormException;

/**
 * Bytes at random, and those of forms that were changed: they are refused with a sentence, or are a form with these bytes that is run
 * and does nothing worse than a fault. A number that fails is printed.
 */
final class HostileFormTest {
    private static final long SEED = Long.getLong("sojourn.seed", 7);
    private static final int MUTATIONS = Integer.getInteger("sojourn.forms", 2_000) * 5;
    private static final int POINTS = 10;

    @Test
    void bytesChangedAndAtRandom_areRefusedOrRun() {
        Random random = new Random(SEED);
        List<byte[]> forms = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            forms.add(RandomForms.of(SEED + i).bytes());
        }
        int refused = 0;
        int changed = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] bytes = mutate(forms, random);
            try {
                Form read = Form.read(bytes);
                assertThat(read.bytes()).isEqualTo(bytes);
                changed++;
                run(Metered.of(read), i);
            } catch (MalformedFormException e) {
                refused++;
                assertThat(e.getMessage()).endsWith(".").hasSizeLessThan(5_000);
            } catch (RuntimeException | Error e) {
                throw new AssertionError(
                        "mutation " + i + " of -Dsojourn.seed=" + SEED + ": "
                                + HexFormat.of().formatHex(bytes),
                        e);
            }
        }
        System.out.println(MUTATIONS + " mutations of seed " + SEED + ": " + refused + " refused, " + changed + " run");
        assertThat(refused).isGreaterThan(MUTATIONS / 4);
        assertThat(changed).isGreaterThan(MUTATIONS / 20);
    }

    @Test
    void formsThatNobodyHasChecked_doWorseThanAFault_isFound() throws ReflectiveOperationException {
        Method read = Class.forName("org.sojourn.messengers.form.FormBytes").getDeclaredMethod("read", byte[].class);
        read.setAccessible(true);
        Field isChecked = Form.class.getDeclaredField("isChecked");
        isChecked.setAccessible(true);
        Random random = new Random(SEED);
        List<byte[]> forms =
                List.of(RandomForms.of(SEED).bytes(), RandomForms.of(SEED + 1).bytes());
        Set<String> thrown = new TreeSet<>();
        for (int i = 0; i < 3_000 && thrown.size() < 3; i++) {
            try {
                Form form = (Form) read.invoke(null, (Object) mutate(forms, random));
                isChecked.set(form, true);
                Form metered = Metered.of(form);
                isChecked.set(metered, true);
                run(metered, i);
            } catch (InvocationTargetException e) {
                assertThat(e.getCause()).isInstanceOf(MalformedFormException.class);
            } catch (RuntimeException | Error e) {
                thrown.add(e.getClass().getSimpleName());
            }
        }
        assertThat(thrown).as("what is thrown besides faults").hasSize(3);
    }

    /** The same by both; loops are metered, so that they end. */
    private static void run(Form metered, int seed) {
        Life life = Life.of(new Interpreter(metered), seed, POINTS, null);
        Script compiled = ScriptCompiler.compile(metered);
        assertThat(Lives.difference(life, Life.of(compiled, seed, POINTS, compiled::live)))
                .isNull();
    }

    private static byte[] mutate(List<byte[]> forms, Random random) {
        byte[] bytes = forms.get(random.nextInt(forms.size())).clone();
        int kind = random.nextInt(8);
        if (kind == 0) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length + 3));
        }
        if (kind == 1) {
            byte[] some = new byte[random.nextInt(60)];
            random.nextBytes(some);
            System.arraycopy(bytes, 0, some, 0, Math.min(3, some.length));
            return some;
        }
        if (kind == 2) {
            byte[] other = forms.get(random.nextInt(forms.size()));
            int from = random.nextInt(Math.min(bytes.length, other.length));
            System.arraycopy(other, from, bytes, from, Math.min(bytes.length, other.length) - from);
            return bytes;
        }
        for (int i = random.nextInt(kind < 6 ? 1 : 4); i >= 0; i--) {
            int at = 3 + random.nextInt(bytes.length - 3);
            bytes[at] = switch (random.nextInt(5)) {
                case 0 -> (byte) 0xFF;
                case 1 -> (byte) (bytes[at] + 1);
                case 2 -> (byte) (bytes[at] ^ 1 << random.nextInt(8));
                case 3 -> (byte) random.nextInt(24);
                default -> (byte) random.nextInt();
            };
        }
        return bytes;
    }
}
