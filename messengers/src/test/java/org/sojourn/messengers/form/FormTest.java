package org.sojourn.messengers.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FormTest {
    private static Form form(Step... steps) {
        return new Form("a.mc", List.of(), List.of(), 0, List.of(), List.of(), List.of(steps));
    }

    private static Step todo(Expr what) {
        return new Step.Do(3, what);
    }

    /** {@return the form's bytes, which begin with three for the version and five for the name} */
    private static byte[] with(int at, int... bytes) {
        byte[] all = form(todo(new Expr.Whole(Type.INT, 1))).bytes();
        for (int i = 0; i < bytes.length; i++) {
            all[at + i] = (byte) bytes[i];
        }
        return all;
    }

    @Test
    void form_writtenAndRead_isEqual() {
        Form form = form(todo(new Expr.Fraction(Type.DOUBLE, Double.NaN)), new Step.Exit(70_000));
        Form read = Form.read(form.bytes());
        assertThat(read).isEqualTo(form).hasSameHashCodeAs(form);
        assertThat(read.steps()).isEqualTo(form.steps());
        assertThat(read.bytes()).isEqualTo(form.bytes()).isNotSameAs(read.bytes());
    }

    @Test
    void id_isTheHashOfTheBytes() {
        Form form = form();
        assertThat(form.id())
                .isEqualTo(Form.read(form.bytes()).id())
                .isNotEqualTo(form(new Step.Yield(1)).id());
        assertThat(form.id().toString()).matches("[0-9a-f]{64}");
        assertThat(FormId.of(form.id().bytes())).isEqualTo(form.id()).hasSameHashCodeAs(form.id());
        assertThatThrownBy(() -> FormId.of(new byte[31]))
                .isInstanceOf(MalformedFormException.class)
                .hasMessage("The id of a form has 32 bytes; these are 31.");
    }

    @Test
    void bytes_ofTheFormat_stayAsTheyAre() {
        assertThat(with(0)).isEqualTo(new byte[] {'M', 'F', 1, 4, 'a', '.', 'm', 'c', 0, 0, 0, 0, 0, 1, 0, 3, 0, 2, 2});
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 88 | a form begins with MF",
                "2 | 2 | the version is 2; this library reads version 1",
                "3 | 127 | a text has 127 bytes",
                "4 | 255 | a text isn't UTF-8",
                "8 | 127 | there are 127 variables of nodes; at most 4096, and no more than bytes are left",
                "14 | 99 | no step has number 99",
                "16 | 99 | no expression has number 99",
                "17 | 99 | a form has Type 99 of 9",
            })
    void bytes_thatAreWrong_areRefusedWithWhatAndWhere(int at, int value, String sentence) {
        assertRefused(with(at, value), sentence);
    }

    private static void assertRefused(byte[] bytes, String sentence) {
        assertThatThrownBy(() -> Form.read(bytes))
                .isInstanceOf(MalformedFormException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void bytes_spelledOtherwise_areRefused() {
        byte[] form = with(0);
        assertRefused(Arrays.copyOf(form, form.length + 2), "the form is complete, but there are 2 bytes more");
        assertRefused(Arrays.copyOf(form, form.length - 1), "The form breaks off after 18 bytes");
        byte[] longer = Arrays.copyOf(form, form.length + 1);
        longer[18] = (byte) 0x82;
        assertRefused(longer, "a number has more bytes than it needs");
        byte[] endless = Arrays.copyOf(form, form.length + 12);
        Arrays.fill(endless, 18, endless.length, (byte) 0xFF);
        assertRefused(endless, "a number has more than 64 bits");
        byte[] fraction = form(todo(new Expr.Fraction(Type.DOUBLE, Double.NaN))).bytes();
        fraction[fraction.length - 1] = 1;
        assertRefused(fraction, "not a number is spelled in another way");
        byte[] flag =
                form(new Step.JumpIf(1, new Expr.Whole(Type.INT, 1), true, 0)).bytes();
        flag[flag.length - 2] = 2;
        assertRefused(flag, "yes or no is 2");
    }

    @Test
    void form_ofMoreThanAMebibyte_isRefused() {
        assertRefused(new byte[Limits.BYTES + 1], "The form has 1048577 bytes; at most 1048576 are read.");
        Step large = new Step.Report(
                1,
                new Expr.Text("x".repeat(Limits.TEXT_BYTES)),
                new Argument.Value(new Expr.Text("y".repeat(Limits.TEXT_BYTES))));
        Step[] steps = new Step[9];
        Arrays.fill(steps, large);
        assertThatThrownBy(() -> form(steps).check())
                .isInstanceOf(MalformedFormException.class)
                .hasMessageContaining("at most 1048576 are allowed");
    }

    @Test
    void expressions_tooDeep_areRefusedAndOverflowNoStack() {
        assertThat(Form.read(form(todo(deep(Limits.DEPTH - 1))).bytes()).steps())
                .hasSize(1);
        assertThatThrownBy(() -> form(todo(deep(Limits.DEPTH))).bytes()).isInstanceOf(MalformedFormException.class);
        assertThatThrownBy(() -> form(todo(deep(1_000_000))).check())
                .isInstanceOf(MalformedFormException.class)
                .hasMessage("Step 0 (line 3): more than 400 expressions are inside one another.");
        byte[] bytes = Arrays.copyOf(with(0), 1_000_000);
        Arrays.fill(bytes, 16, bytes.length, (byte) 11);
        assertRefused(bytes, "more than 400 expressions are inside one another");
    }

    private static Expr deep(int count) {
        Expr deep = new Expr.Whole(Type.INT, 1);
        for (int i = 0; i < count; i++) {
            deep = new Expr.Not(deep);
        }
        return deep;
    }

    @Test
    void halfOfACharacter_hasNoBytes() {
        assertThatThrownBy(() -> form(todo(new Expr.Text("\uD83D"))).bytes())
                .isInstanceOf(MalformedFormException.class);
        assertThatThrownBy(() -> form(todo(new Expr.Text("\uD83D"))).check())
                .hasMessageContaining("half of a character");
    }
}
