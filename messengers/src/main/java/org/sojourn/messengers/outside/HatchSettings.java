package org.sojourn.messengers.outside;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.sojourn.host.run.OwnersFolder;

/**
 * How the external interface of a place is.
 *
 * @param profile the file in the user's home that names the interfaces of all places
 * @param folder where the shared file and the socket are made
 * @param slots how many slots the shared file has, 1 to 65,536
 * @param slotBytes how many bytes each of them has, 24 to 1,048,576, a multiple of 8
 */
public record HatchSettings(Path profile, Path folder, int slots, int slotBytes) {
    /** Whether there is one: {@code on} or {@code off}. */
    public static final String PROPERTY = "sojourn.outside";

    private static final String SLOTS = OutsideBound.SLOTS.setting();
    private static final String SLOT = OutsideBound.SLOT.setting();
    private static final int USUAL_SLOTS = OutsideBound.SLOTS.intValue();
    private static final int USUAL_SLOT = OutsideBound.SLOT.intValue();
    private static final int MOST_SLOTS = OutsideBound.MOST_SLOTS.intValue();
    private static final int LEAST_SLOT = SharedFile.SLOT_HEADER + 8;
    private static final int MOST_SLOT = OutsideBound.MOST_SLOT.intValue();
    private static final long MOST_BYTES = OutsideBound.FILE.value();

    /** Checks the bounds. */
    public HatchSettings {
        require(SLOTS, slots, "slots", 1, MOST_SLOTS);
        require(SLOT, slotBytes, "bytes", LEAST_SLOT, MOST_SLOT);
        if (slotBytes % 8 != 0) {
            throw new IllegalArgumentException(SLOT + " is " + slotBytes + " bytes; it has to be a multiple of 8");
        }
        if ((long) slots * slotBytes > MOST_BYTES) {
            throw new IllegalArgumentException(SLOTS + " of " + slots + " times " + SLOT + " of " + slotBytes
                    + " bytes are more than the 64 MiB that a shared file may have; make one of them smaller");
        }
    }

    private static void require(String property, int value, String unit, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    property + " is " + value + " " + unit + "; it is " + least + " to " + most);
        }
    }

    /**
     * {@return what this JVM was started with; null if the interface is off}
     *
     * @throws IllegalArgumentException if something is out of bounds
     */
    public static @Nullable HatchSettings ofProperties() {
        String setting = System.getProperty(PROPERTY, "off");
        return switch (setting) {
            case "off" -> null;
            case "on" ->
                new HatchSettings(
                        Profile.ofUser(),
                        OwnersFolder.ofRuns().path(),
                        count(SLOTS, USUAL_SLOTS),
                        count(SLOT, USUAL_SLOT));
            default -> throw new IllegalArgumentException(PROPERTY + " is \"" + setting + "\"; it is on or off");
        };
    }

    private static int count(String property, int usual) {
        String setting = System.getProperty(property);
        if (setting == null) {
            return usual;
        }
        if (!setting.matches("\\d{1,9}")) {
            throw new IllegalArgumentException(property + " is \"" + setting + "\"; it is a whole number");
        }
        return Integer.parseInt(setting);
    }
}
