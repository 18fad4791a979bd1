package org.sojourn.messengers.outside;

/**
 * How a place is, in numbers.
 *
 * @param nodes logical nodes that are here, the first one included
 * @param messengers messengers that are here
 * @param hops hops that messengers have made from nodes of this place
 * @param faults messengers that have failed here
 */
public record Counts(long nodes, long messengers, long hops, long faults) {}
