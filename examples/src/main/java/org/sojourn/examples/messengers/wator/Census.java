package org.sojourn.examples.messengers.wator;

/**
 * How many creatures there are, and where they should have come from.
 *
 * @param firstFish in the beginning
 * @param firstSharks in the beginning
 * @param fish now
 * @param sharks now
 * @param fishBorn since
 * @param sharksBorn since
 * @param fishEaten since
 * @param sharksStarved since
 * @param twice cells with a creature that is in another one, too
 */
record Census(
        int firstFish,
        int firstSharks,
        int fish,
        int sharks,
        int fishBorn,
        int sharksBorn,
        int fishEaten,
        int sharksStarved,
        int twice) {
    Census(int firstFish, int firstSharks, int[] counts) {
        this(firstFish, firstSharks, counts[1], counts[2], counts[3], counts[4], counts[5], counts[6], counts[7]);
    }

    /** {@return what can't be; empty if all is well} */
    String wrong() {
        if (fish != firstFish + fishBorn - fishEaten) {
            return "the fish that were born and eaten don't explain how many there are";
        }
        if (sharks != firstSharks + sharksBorn - sharksStarved) {
            return "the sharks that were born and have starved don't explain how many there are";
        }
        return twice > 0 ? "somebody is in two cells, or nobody is where somebody should be" : "";
    }
}
