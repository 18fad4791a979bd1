package org.sojourn.messengers.network;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.sojourn.kernel.name.Name;
import org.sojourn.messengers.run.Frame;
import org.sojourn.messengers.run.Layout;
import org.sojourn.messengers.run.Script;

/**
 * A messenger: a script, where it goes on in it, and its variables. It belongs to whoever has it: the lane of its node, a parcel on its
 * way, or the journey that waits for its end.
 */
final class Messenger extends Item {
    /** Which it is; the same wherever it goes. */
    final Name id;

    /** Who has made it; null if it was injected. */
    final @Nullable Name parent;

    /** What it runs. Known by its id only where it has just arrived. */
    final Code code;

    final Frame frame;

    /** Its part of the journey that began with an injection; null if nobody waits for that. */
    @Nullable
    Share share;

    /** By which link it has come: empty for none. */
    String link = "";

    double weight = Double.NaN;

    /** Which node it has come from; null if it was injected where it is. */
    @Nullable
    Address last;

    /** How the last process ended that it has waited for. */
    int status;

    /** The agent in Java that it carries; null for none. The bytes never change: copies share them. */
    byte @Nullable [] cargo;

    /** Which parameters its injection has given values to; null as soon as it has begun. */
    @Nullable
    BitSet given;

    /** What is to be done before its script goes on; null for nothing. */
    @Nullable
    Pending pending;

    /** Whether it has been read from a packet, and nobody has looked whether its values are those of its script. */
    boolean isUnchecked;

    /** Whether it has come to a step at which it waits, and has gone no further since. */
    boolean isWaiting;

    /** Where the node's number stands by which alone its condition is decided; -1 if there is none, or if it doesn't wait for one. */
    int watched = -1;

    /** What that number was when it looked last. */
    long seen;

    /** Whether its condition reads how many links, messengers or places there are. */
    boolean counts;

    /** Where it goes back to as soon as it has received a message, and waits for it; null if it isn't away for one. */
    @Nullable
    Address errand;

    /** Whether it has received a message elsewhere, and is on its way back. */
    boolean isBack;

    /** Whether it is on its way to one of many nodes, each of which may be gone. */
    boolean isCalled;

    /** The end of a link that it brings to the node that it comes to; null for none. */
    @Nullable
    Link brings;

    /** The link that it deletes there, as it has at the other end; null for none. */
    @Nullable
    Name severs;

    Messenger(Name id, @Nullable Name parent, Code code, Frame frame) {
        this.id = id;
        this.parent = parent;
        this.code = code;
        this.frame = frame;
    }

    /** {@return a second one, with an id of its own, that goes on as this one would} */
    Messenger copy(Name other) {
        Messenger copy = new Messenger(other, id, code, frame.copy());
        if (share != null) {
            copy.share = share.split();
        }
        copy.link = link;
        copy.weight = weight;
        copy.last = last;
        copy.status = status;
        copy.isUnchecked = isUnchecked;
        copy.priority = priority;
        copy.cargo = cargo;
        return copy;
    }

    /** {@return the line of the step at which it stands; 0 if its code isn't here} */
    int line() {
        Script script = code.script();
        return script == null || frame.step >= script.form().steps().size()
                ? 0
                : script.form().steps().get(frame.step).line();
    }

    /** {@return the line of the step before that at which it stands: of a call that isn't over} */
    int lineBefore() {
        Script script = code.script();
        int before = frame.step - 1;
        return script == null || before < 0 || before >= script.form().steps().size()
                ? 0
                : script.form().steps().get(before).line();
    }

    /** {@return where its variables stand; its script is here} */
    Layout layout() {
        Script script = code.script();
        if (script == null) {
            throw new IllegalStateException(this + " has its turn, and no script");
        }
        return script.messenger();
    }

    /** {@return the script's name, if its code is here} */
    String script() {
        Script known = code.script();
        return known == null ? "a script that isn't here yet" : known.form().name();
    }

    @Override
    void go(LaneTurn turn) {
        turn.run(this);
    }

    @Override
    public String toString() {
        return "messenger " + id + " of " + script();
    }
}
