package org.sojourn.messengers.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.sojourn.messengers.form.Expr;
import org.sojourn.messengers.form.Outward;
import org.sojourn.messengers.form.Shape;
import org.sojourn.messengers.form.Step;
import org.sojourn.messengers.form.Type;

/** Notes what a script says, and answers by a seed. After so many questions it stops the script. */
class Recorder extends Turn {
    /** What has been said, call by call. */
    final List<String> calls = new ArrayList<>();

    /** What the last point leaves, by its own kind; sometimes something else. */
    @Nullable
    Object @Nullable [] results;

    /** Whether the messenger has ended. */
    boolean isOver;

    /** How many calls of the last run were points. */
    int points;

    private final Random random;
    private int fuel;

    Recorder(long seed, int fuel) {
        this.random = new Random(seed);
        this.fuel = fuel;
    }

    private void note(@Nullable Object... what) {
        if (calls.size() < 10_000) {
            calls.add(Arrays.deepToString(what));
        }
        if (--fuel == 0) {
            isStopped = true;
        }
    }

    private void point(@Nullable Object... what) {
        points++;
        results = null;
        note(what);
    }

    @Override
    public Fault stopped() {
        return new Fault("The script was stopped.");
    }

    @Override
    public String text(Expr.Known what) {
        note("text", what);
        return random.nextInt(8) == 0 ? "" : what + "é" + random.nextInt(3);
    }

    @Override
    public @Nullable Object reference(Expr.Known what) {
        note("reference", what);
        return reference();
    }

    private @Nullable Object reference() {
        return random.nextInt(4) == 0 ? null : new Address(random.nextInt(3));
    }

    /** An address or an id. */
    record Address(int number) {}

    @Override
    public boolean isGiven(int parameter) {
        note("isGiven " + parameter);
        return parameter % 2 == 0;
    }

    @Override
    public double weight() {
        note("weight");
        return random.nextInt(4) == 0 ? Double.NaN : random.nextInt(10) / 4.0;
    }

    @Override
    public int status() {
        note("status");
        return random.nextInt(3);
    }

    @Override
    public long random() {
        note("random");
        return random.nextLong();
    }

    @Override
    public int messengersHere() {
        note("here");
        return 1 + random.nextInt(3);
    }

    @Override
    public int linksHere() {
        note("links");
        return random.nextInt(5);
    }

    @Override
    public int places() {
        note("places");
        return 3;
    }

    @Override
    public String placeName(int number) {
        note("place", number);
        if (number < 0 || number > 2) {
            throw new Fault("There is no place " + number + ".");
        }
        return "place" + number;
    }

    @Override
    public void print(String text) {
        note("print", text);
    }

    @Override
    public void report(String key, @Nullable Object value) {
        note("report", key, value);
    }

    @Override
    public void send(@Nullable Object node, @Nullable Object message) {
        note("send", node, message);
    }

    @Override
    public int priority(int next) {
        note("priority", next);
        return random.nextInt(8);
    }

    @Override
    public int kill(@Nullable Object messenger) {
        note("kill", messenger);
        return random.nextInt(2);
    }

    @Override
    public void yields(boolean isWaiting) {
        point("yields", isWaiting);
    }

    @Override
    public void exit() {
        point("exit");
        isOver = true;
    }

    @Override
    public void hop(
            boolean isDelete,
            int nodeIs,
            @Nullable Object node,
            int linkIs,
            @Nullable String link,
            int weightIs,
            double weight,
            int physicalIs,
            @Nullable String physical,
            Step.Direction direction) {
        point("hop", isDelete, nodeIs, node, linkIs, link, weightIs, weight, physicalIs, physical, direction);
    }

    @Override
    public void create(
            boolean isAll,
            int nodeIs,
            @Nullable Object node,
            int linkIs,
            @Nullable String link,
            int weightIs,
            double weight,
            int physicalIs,
            @Nullable String physical,
            Step.Direction direction) {
        point("create", isAll, nodeIs, node, linkIs, link, weightIs, weight, physicalIs, physical, direction);
    }

    @Override
    public void func(String file, String name, @Nullable Object[] in, Shape[] shapes) {
        point("func", file, name, in, shapes);
        results = new @Nullable Object[shapes.length];
        for (int i = 0; i < shapes.length; i++) {
            results[i] = value(shapes[i]);
        }
    }

    @Override
    public void exec(String file, @Nullable Object[] in, boolean isWaitedFor) {
        point("exec", file, in, isWaitedFor);
    }

    @Override
    public void fork() {
        point("fork");
        results = new @Nullable Object[] {reference()};
    }

    @Override
    public void duplicate() {
        point("duplicate");
        results = new @Nullable Object[] {reference()};
    }

    @Override
    public void inject(String script, @Nullable Object[] arguments) {
        point("inject", script, arguments);
        results = new @Nullable Object[] {reference()};
    }

    @Override
    public void receive(@Nullable Object node, boolean isWaiting, Shape shape) {
        point("receive", node, isWaiting, shape);
        results = new @Nullable Object[] {random.nextInt(4) == 0 ? 0 : 1, value(shape)};
    }

    @Override
    public void outside(Outward what, int number, int priority, @Nullable Object[] values, @Nullable Shape shape) {
        point("outside", what, number, priority, values, printed(values), shape);
        results = new @Nullable Object[] {random.nextInt(3), shape == null ? null : value(shape)};
    }

    /** One time in 60 it isn't what was asked for. */
    private @Nullable Object value(Shape shape) {
        int trouble = random.nextInt(60);
        if (trouble == 0) {
            return random.nextBoolean() ? null : new Object[] {1, 2L, "x", 2.5f, new int[2]}[random.nextInt(5)];
        }
        if (shape.length() > 0) {
            Object array = Layout.array(shape.type(), shape.length());
            for (int i = 0; i < shape.length(); i++) {
                Values.setElement(array, i, scalar(shape.type()));
            }
            return array;
        }
        return scalar(shape.type());
    }

    private @Nullable Object scalar(Type type) {
        return switch (type) {
            case CHAR, SHORT, INT -> (Object) random.nextInt(-3, 100);
            case LONG -> (Object) random.nextLong();
            case FLOAT -> (Object) random.nextFloat();
            case DOUBLE -> (Object) (random.nextInt(-50, 50) / 8.0);
            case TEXT -> "text" + random.nextInt(20);
            case NODE, MESSENGER -> reference();
        };
    }
}
