package org.sojourn.messengers.outside;

/**
 * Which place of which run it is.
 *
 * @param run the number of the run, as {@code ./sojourn status} shows it
 * @param place what scripts call the place
 * @param number the place's number
 * @param incarnation tells it from others of its number
 */
public record Identity(long run, String place, int number, long incarnation) {}
