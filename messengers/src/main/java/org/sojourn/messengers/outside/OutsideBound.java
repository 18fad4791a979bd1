package org.sojourn.messengers.outside;

import java.util.ArrayList;
import java.util.List;

/**
 * A bound or default of the external interface; a part of docs/configuration.md is generated from these.
 *
 * @param name what people call it
 * @param value the number, in its unit
 * @param unit what is counted
 * @param meaning what it bounds, a clause
 * @param setting the property by which a user sets it; empty if it is fixed
 */
public record OutsideBound(String name, long value, String unit, String meaning, String setting) {
    private static final List<OutsideBound> ALL = new ArrayList<>();

    static final OutsideBound SLOTS = of("slots", 64, "slots", "slots of a shared file", "sojourn.outside.slots");
    static final OutsideBound SLOT = of(
            "slot bytes",
            1_024,
            "bytes",
            "a slot, without the 16 bytes in front of it; a multiple of 8",
            "sojourn.outside.slot-bytes");
    static final OutsideBound MOST_SLOTS = of("most slots", 65_536, "slots", "the most that slots may be set to");
    static final OutsideBound MOST_SLOT =
            of("most slot bytes", 1 << 20, "bytes", "the most that slot bytes may be set to; the least is 24");
    static final OutsideBound FILE = of("all slot bytes", 64 << 20, "bytes", "all slots of a shared file together");
    /** How often the status in the shared file is renewed. */
    public static final OutsideBound STATUS =
            of("status millis", 100, "ms", "how often the status in the shared file is renewed");

    static final OutsideBound CLIENTS =
            of("clients", 64, "clients", "clients of a place; a further one is turned away");
    static final OutsideBound LINE = of(
            "line bytes", 65_536, "bytes", "a line of a client, and the characters of a message that a script sends");
    static final OutsideBound WAIT = of("recv millis", 60_000, "ms", "how long a recv may wait");
    static final OutsideBound MESSAGES = of(
            "queued messages",
            1_024,
            "messages",
            "messages that wait in one queue: of a place, of a client, or for the next client");
    static final OutsideBound CHARACTERS =
            of("queued characters", 1 << 20, "characters", "the texts of the messages in one queue together");
    static final OutsideBound ASKED = of(
            "asked messengers", 1_000, "messengers", "waiting messengers that are asked whether a message fits them");
    static final OutsideBound SCRIPTS = of("scripts", 10_000, "scripts", "scripts that clients define at a place");
    static final OutsideBound SCRIPT_TEXT =
            of("script characters", 64 << 20, "characters", "the texts of these scripts together");
    static final OutsideBound NODE_FILES =
            of("node files", 1_000, "files", "files of nodes' variables that clients define");
    static final OutsideBound OTHERS = of("profile places", 500, "places", "places of other machines in the profile");
    static final OutsideBound PROFILE = of("profile bytes", 1 << 20, "bytes", "the file that names all places");
    static final OutsideBound FAREWELL =
            of("farewell millis", 1_000, "ms", "how long a place that ends waits for its clients to read that it ends");

    private static OutsideBound of(String name, long value, String unit, String meaning) {
        return of(name, value, unit, meaning, "");
    }

    private static OutsideBound of(String name, long value, String unit, String meaning, String setting) {
        OutsideBound made = new OutsideBound(name, value, unit, meaning, setting);
        ALL.add(made);
        return made;
    }

    /** {@return all of them} */
    public static List<OutsideBound> all() {
        return List.copyOf(ALL);
    }

    int intValue() {
        return Math.toIntExact(value);
    }
}
